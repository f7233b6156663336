import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";

const secret = "administrator-of-this-test";
/** Writes the secret before the service starts, which then refuses its settings. */
const leakArgument = `--import=data:text/javascript,console.log(process.env.ASSAY_ADMIN_TOKEN)`;

/** Runs a test program whose service writes a secret. */
async function runProgram(waiting: string): Promise<{ code: number | null; written: string }> {
  const program = `
    import { spawnAssay } from ${JSON.stringify(join(import.meta.dirname, "assay-process.ts"))};
    import { until } from ${JSON.stringify(join(import.meta.dirname, "../server/src/testing/until.ts"))};
    const env = { PORT: "none", ASSAY_ADMIN_TOKEN: ${JSON.stringify(secret)} };
    const assay = spawnAssay(env, [], undefined, [${JSON.stringify(leakArgument)}]);
    ${waiting}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, written: stdout + stderr };
}

const ways = {
  "waits for the process": "await assay.ended;",
  "waits for the process and ignores its error": "await assay.ended.catch(() => undefined);",
  "does not wait for the process":
    'await until(() => assay.output().includes("PORT must be"), 30); assay.child.unref(); process.exit(0);',
};
for (const [way, waiting] of Object.entries(ways)) {
  test(`a secret in a process's output fails a test that ${way}, and only its name is printed`, async () => {
    const { code, written } = await runProgram(waiting);
    assert.equal(code, 1);
    assert.match(written, /The output contains a secret: ASSAY_ADMIN_TOKEN\./);
    assert.ok(!written.includes(secret));
  });
}
