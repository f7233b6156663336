import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { type AssayProcess, aDataDirectory, aFreePort, startAssay } from "./assay-process.ts";

const root = join(import.meta.dirname, "..");
const page = await readFile(join(root, "docs", "tutorial.md"), "utf8");
const blocks = [...page.matchAll(/^```sh(.*)\n([\s\S]*?)^```$/gm)].map(([, info = "", block = ""]) => ({
  info: info.trim(),
  block,
}));

let data: Awaited<ReturnType<typeof aDataDirectory>>;
let service: AssayProcess;
before(async () => {
  data = await aDataDirectory();
  const [start] = blocks.filter(({ info }) => info === "start");
  const settings = start?.block.match(/^((?:\w+=\w+ )*)npm start\n$/)?.[1] ?? assert.fail("no line starts the service");
  const env = Object.fromEntries(
    settings
      .trim()
      .split(" ")
      .map((one) => one.split("=")),
  );
  service = await startAssay({ ASSAY_DATA_DIR: data.path, ASSAY_LOG_LEVEL: "warn", ...env });
});
after(async () => {
  service.child.kill("SIGTERM");
  await service.ended;
  await data.remove();
});

/** Replaces the address, the data directory and the receiver's port; everything else runs as printed. */
function substitute(block: string, receiverPort: number): string {
  return block
    .replaceAll("http://127.0.0.1:8080", service.url)
    .replaceAll("data/admin-token", join(data.path, "admin-token"))
    .replaceAll("9000", String(receiverPort));
}

test("all commands of the tutorial run as printed", { timeout: 300_000 }, async () => {
  const receiverPort = await aFreePort();
  const printed = blocks.filter(({ info }) => info === "");
  assert.ok(printed.length >= 12, "the tutorial has all its blocks");
  const script = printed.map(({ block }, at) => `printf '\nblock ${at + 1}\n'\n${substitute(block, receiverPort)}`);
  const child = spawn("sh", ["-eu"], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", HOME: data.path, ASSAY_DATA_DIR: data.path },
    // A process group, so that a failed run also ends its receiver.
    detached: true,
  });
  child.stdin.end(script.join("\n"));
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  if (code !== 0 && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  assert.equal(code, 0, `${out}\n${err}`);
  assert.equal(out.match(/^block \d+$/gm)?.length, printed.length, out);
  assert.match(out, /compliant {2}\S/, "items have levels");
  assert.match(out, /"type":"webhook\.test"/);
  assert.match(out, /"type":"document\.completed"/);
  assert.match(out, /"statusCode":400/, "the last request shows an error");
});
