import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";

/** Starts a process that runs `script` with a `logger`. */
function spawnLogger(script: string) {
  const logger = JSON.stringify(join(import.meta.dirname, "logger.ts"));
  const text = `import { openLogger } from ${logger}; const logger = openLogger("info"); ${script}`;
  return spawn(process.execPath, ["--input-type=module", "-e", text], { stdio: ["ignore", "pipe", "inherit"] });
}

test("every line is written, in order, even when the process exits at once", async () => {
  const child = spawnLogger(`for (let i = 0; i < 3000; i++) logger.info({ i }, "größer"); process.exit(0);`);
  const lines = Buffer.concat(await Array.fromAsync(child.stdout as AsyncIterable<Buffer>))
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ i }) => i),
    Array.from({ length: 3000 }, (_, i) => i),
  );
  assert.ok(lines.every(({ msg, time }) => msg === "größer" && !Number.isNaN(Date.parse(time))));
});

test("a single line does not wait for others", async () => {
  const child = spawnLogger(`logger.info("alone"); setInterval(() => undefined, 1000);`);
  try {
    const [line] = (await once(child.stdout, "data", { signal: AbortSignal.timeout(20_000) })) as [Buffer];
    assert.equal(JSON.parse(line.toString()).msg, "alone");
  } finally {
    child.kill();
  }
});
