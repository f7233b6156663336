import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { type AssayProcess, aDataDirectory, startAssay, until } from "./assay-process.ts";

const root = join(import.meta.dirname, "..");
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

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function call(path: string, headers: Record<string, string>, body?: object | FormData): Promise<any> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${assay.url}${path}`, {
    ...(body !== undefined && { method: "POST", body: isForm ? body : JSON.stringify(body) }),
    headers: { ...headers, ...(body !== undefined && !isForm && { "content-type": "application/json" }) },
  });
  const parsed = await answer.json();
  assert.ok(answer.ok, JSON.stringify(parsed));
  return parsed;
}

test("a document that was stored under one key is judged after the key was changed and the old one thrown away", async () => {
  assay = await start(oldKey, "0");
  const token = (await readFile(join(data.path, "admin-token"), "utf8")).trim();
  const { apiKey } = await call("/v1/admin/partners", { authorization: `Bearer ${token}` }, { name: "Consultancy" });
  const { companyApiKey, businessEntityId } = await call("/v1/onboard", { "x-api-key": apiKey }, { name: "Acme" });
  const key = { "x-api-key": companyApiKey };
  const { frameworks } = await call("/v1/compliance-frameworks", key);
  const controls = frameworks.flatMap((one: { controls: object[] }) => one.controls);
  const { id: controlId } = controls.find(({ code }: { code: string }) => code === "DPA");
  const { items } = await call(`/v1/controls/${controlId}/items`, key);
  const form = new FormData();
  form.append("files[]", new Blob([sentence]), "terms.txt");
  const query = new URLSearchParams({
    ...{ businessEntityId, controlId },
    selectedControlItemIds: JSON.stringify([items[0].id]),
  });
  const { documentId } = await call(`/v1/documents/submit?${query}`, key, form);
  const entries = await readdir(join(data.path, "blobs"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  assert.equal(files.length, 1);
  for (const { parentPath, name } of files)
    assert.ok(!(await readFile(join(parentPath, name))).includes("processor"), "the words are nowhere on the disk");

  // While the service runs; it is started with both keys afterwards, or, as here, with the new one alone.
  const tool = spawn(process.execPath, [join(root, "tools", "rotate-keys.ts")], {
    env: { PATH: process.env["PATH"] ?? "", ASSAY_DATA_DIR: data.path, ASSAY_BLOB_KEYS: `${newKey},${oldKey}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [said, complaint] = await Promise.all([text(tool.stdout), text(tool.stderr)]);
  assert.match(said, /^1 key\(s\)/, complaint);
  assay.child.kill("SIGTERM");
  await assay.ended;

  assay = await start(newKey, "1");
  const result = () => call(`/v1/documents/${documentId}/result`, key);
  await until(async () => ["completed", "failed"].includes((await result()).status), 120);
  const { status, complianceItems } = await result();
  assert.equal(status, "completed");
  assert.equal(complianceItems.length, 1);
});
