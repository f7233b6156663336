import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";

const secret = "administrator-of-this-test";
/** Writes what it must not before the service itself comes to word, which then refuses its settings. */
const leaking = `--import=data:text/javascript,console.log(process.env.ASSAY_ADMIN_TOKEN)`;

/** A test file of one process that writes a secret, and what becomes of it. */
async function aTestFile(waits: string): Promise<{ code: number | null; written: string }> {
  const program = `
    import { spawnAssay, until } from ${JSON.stringify(join(import.meta.dirname, "assay-process.ts"))};
    const env = { PORT: "none", ASSAY_ADMIN_TOKEN: ${JSON.stringify(secret)} };
    const assay = spawnAssay(env, [], undefined, [${JSON.stringify(leaking)}]);
    ${waits}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, written: stdout + stderr };
}

const ways = {
  "waits for the process": "await assay.ended;",
  "waits for the process and makes light of it": "await assay.ended.catch(() => undefined);",
  "does not wait for the process":
    'await until(() => assay.output().includes("PORT must be"), 30); assay.child.unref(); process.exit(0);',
};
for (const [way, waits] of Object.entries(ways)) {
  test(`a secret that a process writes fails a test that ${way}, by its name and not by its value`, async () => {
    const { code, written } = await aTestFile(waits);
    assert.equal(code, 1);
    assert.match(written, /A secret stands in what was written: ASSAY_ADMIN_TOKEN\./);
    assert.ok(!written.includes(secret));
  });
}
