import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { aCompany, adminTokenIn, hasEnded, resultOf, submit } from "./a-company.ts";
import { type AssayProcess, aDataDirectory, startAssay, until } from "./assay-process.ts";
import { runTool } from "./run-tool.ts";

const sentence = "The processor shall process personal data only on documented instructions from the controller.";
const [oldKey, newKey] = ["old", "new"].map((id) => `${id}:${randomBytes(32).toString("base64")}`) as [string, string];

let data: Awaited<ReturnType<typeof aDataDirectory>>;
let assay: AssayProcess;
before(async () => {
  data = await aDataDirectory();
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
});

const start = (keys: string, concurrency: string) =>
  startAssay({
    ASSAY_DATA_DIR: data.path,
    ASSAY_LOG_LEVEL: "warn",
    ASSAY_BLOB_KEYS: keys,
    ASSAY_WORKER_CONCURRENCY: concurrency,
  });

test("a document that was stored under one key is judged and reproduced after the key was changed and the old one thrown away", async () => {
  assay = await start(oldKey, "0");
  const company = await aCompany(assay, await adminTokenIn(data.path));
  const { documentId } = await submit(assay, company, [{ name: "terms.txt", bytes: sentence }], 1);
  const entries = await readdir(join(data.path, "blobs"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  assert.equal(files.length, 1);
  for (const { parentPath, name } of files)
    assert.ok(!(await readFile(join(parentPath, name))).includes("processor"), "the words are nowhere on the disk");

  // While the service runs; it is started with both keys afterwards, or, as here, with the new one alone.
  const settings = { ASSAY_DATA_DIR: data.path, ASSAY_BLOB_KEYS: `${newKey},${oldKey}` };
  const { stdout, stderr } = await runTool("rotate-keys", settings);
  assert.match(stdout, /^1 key\(s\)/, stderr);
  assay.child.kill("SIGTERM");
  await assay.ended;

  assay = await start(newKey, "1");
  const result = () => resultOf(assay, company, documentId);
  await until(async () => hasEnded(await result()), 120);
  const { status, complianceItems } = await result();
  assert.equal(status, "completed");
  assert.equal(complianceItems.length, 1);

  const reproduced = await runTool("reproduce", { ...settings, ASSAY_BLOB_KEYS: newKey }, documentId);
  assert.equal(reproduced.stdout, `${documentId}: identical, 1 item(s)\n`, reproduced.stderr);
});
