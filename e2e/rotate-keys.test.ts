import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { until } from "../server/src/testing/until.ts";
import { type AssayProcess, startAssay } from "./assay-process.ts";
import { aCompany, hasEnded, readAdminToken, readResult, submit } from "./company.ts";
import { runTool } from "./run-tool.ts";
import { aServiceStorage, type ServiceStorage } from "./service-database.ts";

const sentence = "The processor shall process personal data only on documented instructions from the controller.";
const [oldKey, newKey] = ["old", "new"].map((id) => `${id}:${randomBytes(32).toString("base64")}`) as [string, string];

let data: ServiceStorage;
let assay: AssayProcess;
before(async () => {
  data = await aServiceStorage();
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
});

const start = (keys: string, concurrency: string) =>
  startAssay({
    ...data.settings,
    ASSAY_LOG_LEVEL: "warn",
    ASSAY_BLOB_KEYS: keys,
    ASSAY_WORKER_CONCURRENCY: concurrency,
  });

test("a document that was stored with an old key is judged and reproduced with the new key alone", async () => {
  assay = await start(oldKey, "0");
  const company = await aCompany(assay, await readAdminToken(data.path));
  const { documentId } = await submit(assay, company, [{ name: "terms.txt", bytes: sentence }], 1);
  const entries = await readdir(join(data.path, "blobs"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  assert.equal(files.length, 1);
  for (const { parentPath, name } of files)
    assert.ok(!(await readFile(join(parentPath, name))).includes("processor"), "the text is not on the disk");

  // Keys are rotated while the service runs; then it starts with the new key alone.
  const settings = { ...data.settings, ASSAY_BLOB_KEYS: `${newKey},${oldKey}` };
  const { stdout, stderr } = await runTool("rotate-keys", settings);
  assert.match(stdout, /^1 key\(s\)/, stderr);
  assay.child.kill("SIGTERM");
  await assay.ended;

  assay = await start(newKey, "1");
  const result = () => readResult(assay, company, documentId);
  await until(async () => hasEnded(await result()), 120);
  const { status, complianceItems } = await result();
  assert.equal(status, "completed");
  assert.equal(complianceItems.length, 1);

  const reproduced = await runTool("reproduce", { ...settings, ASSAY_BLOB_KEYS: newKey }, documentId);
  assert.equal(reproduced.stdout, `${documentId}: identical, 1 item(s)\n`, reproduced.stderr);
});
