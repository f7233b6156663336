import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OfflineAnalyser, openOfflineAnalyser } from "../analysis/offline-analyser.ts";
import { openModels } from "../encoder/open-models.ts";
import { readDocx } from "../extraction/office/read-docx.ts";
import { analyseDocument } from "../processing/analyse-document.ts";
import { type ACompany, type AFile, aCompany, aPerson, aTarget, submit } from "../testing/builders.ts";
import { readSample } from "../testing/sample-office.ts";
import { linesPdf } from "../testing/sample-pdfs.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { canonicalBody, readParts, resolveChanges } from "../testing/tracked-changes.ts";
import { wordContract } from "../testing/word-contract.ts";
import { zipBytes } from "../testing/zip-bytes.ts";
import type { JobDeps } from "../worker/job-handlers.ts";

/** Items whose suggested texts the engine reads as meeting them: in two others a period or a promise is still to be filled in. */
const judged = ["GDPR Art. 28(3)(b)", "GDPR Art. 28(3)(g)", "GDPR Art. 28(9)"];

let server: TestServer;
let company: ACompany;
let analyser: OfflineAnalyser;
let worker: JobDeps;
let fields: Record<string, string>;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  analyser = openOfflineAnalyser({ models: () => openModels(2, (error) => assert.fail(String(error))) });
  worker = workerDeps(server, { analyser, limits: { libreOfficePath: "" } }).deps;
  const { controlId } = await aTarget(server, company.key);
  const { body } = await call(`/v1/controls/${controlId}/items`);
  const chosen = body.items.filter(({ externalId }: { externalId: string }) => judged.includes(externalId));
  const selectedControlItemIds = JSON.stringify(chosen.map(({ id }: { id: string }) => id));
  fields = { businessEntityId: company.businessEntityId, controlId, selectedControlItemIds };
});
after(async () => {
  await worker.children.close();
  await analyser.close();
  await server.close();
});

const call = (path: string) => server.call(path, { key: company.key });
const wordFile = async (name = "agreement.docx"): Promise<AFile> => ({ name, content: await wordContract() });

async function judge(files: AFile[], deps: Partial<JobDeps> = {}) {
  const submitted = await submit(server, company, fields, files);
  assert.equal(submitted.status, 202, submitted.text);
  const { documentId } = submitted.body;
  const job = { companyId: company.companyId, documentId };
  await analyseDocument({ ...worker, ...deps, inProgress: new Set() }, job, new AbortController().signal);
  const { body } = await call(`/v1/documents/${documentId}/result?include=statements`);
  const verdicts = new Map<string, string>();
  for (const item of body.complianceItems)
    for (const { key, verdict } of item.result.criteria) verdicts.set(`${item.controlItemExternalId} ${key}`, verdict);
  return { documentId, verdicts };
}

interface Suggested {
  id: string;
  controlItemExternalId: string;
  kind: string;
  isPreselected: boolean;
  fileId: string;
  suggestedTextToBeAdded: string;
}
async function suggestionsOf(documentId: string): Promise<Suggested[]> {
  const { status, body, text } = await call(`/v1/documents/${documentId}/recommendations`);
  assert.equal(status, 200, text);
  return body.recommendations;
}

async function download(path: string, headers: Record<string, string> = { "x-api-key": company.key }) {
  const answer = await server.app.inject({ url: path, headers });
  assert.equal(answer.statusCode, 200, answer.body);
  return { bytes: answer.rawPayload, headers: answer.headers };
}

for (const [way, libreOfficePath] of [
  ["in sections", ""],
  ["as LibreOffice renders it, where that is installed", "soffice"],
] as const)
  test(`of a Word file read ${way}, a redline is the original when rejected, and meets the criteria when accepted`, async () => {
    const limits = { ...worker.limits, libreOfficePath };
    const original = await wordFile();
    const first = await judge([original], { limits });
    const open = [...first.verdicts].filter(([, verdict]) => verdict === "missing" || verdict === "partly");
    assert.ok(open.length >= 7, String(open.length));
    const suggestions = await suggestionsOf(first.documentId);
    assert.deepEqual(suggestions.map((one) => one.controlItemExternalId).sort(), judged);
    assert.ok(suggestions.every(({ kind, isPreselected }) => kind === "insertion" && isPreselected));
    const { bytes, headers } = await download(`/v1/documents/${first.documentId}/redline`);
    assert.match(headers["content-disposition"] ?? "", /filename="agreement redline\.docx"/);
    const rejected = await resolveChanges(bytes, "reject", "Assay");
    assert.deepEqual(await canonicalBody(rejected), await canonicalBody(original.content as Buffer));
    const accepted = { name: "agreement.docx", content: await resolveChanges(bytes, "accept", "Assay") };
    const second = await judge([accepted], { limits });
    const stillOpen = open.filter(([key]) => second.verdicts.get(key) !== "met");
    assert.deepEqual(stillOpen, []);
  });

test("people choose which texts go in, and the changes are theirs", async () => {
  const { documentId } = await judge([await wordFile()]);
  const [one, other] = await suggestionsOf(documentId);
  assert.ok(one && other);
  const person = await aPerson(server, { key: company.key, role: "company_reader", name: "Ada Lovelace" });
  const path = `/v1/documents/${documentId}/redline?language=de&recommendations=${one.id}`;
  const { bytes } = await download(path, { cookie: person.cookie });
  const parts = await readParts(bytes);
  const main = parts.get("word/document.xml")?.toString() ?? "";
  const has = ({ suggestedTextToBeAdded }: Suggested) => main.includes(suggestedTextToBeAdded.split(". ")[1] ?? "?");
  assert.deepEqual([has(one), has(other)], [true, false]);
  assert.equal(main.includes('w:author="Assay"'), false);
  assert.ok(main.includes('w:author="Ada Lovelace"'));
  assert.match(
    parts.get("word/comments.xml")?.toString() ?? "",
    new RegExp(`Anforderung: ${one.controlItemExternalId.replace(/[()]/g, "\\$&")}`),
  );
});

test("a redline needs a Word file, known recommendations, and a result", async () => {
  const { documentId } = await judge([await wordFile()]);
  const text = await judge([{ name: "a.txt", content: "One clause of the agreement." }]);
  const two = await judge([await wordFile("one.docx"), await wordFile("two.docx")]);
  const pdf = await judge([{ name: "a.docx", content: Buffer.from(await linesPdf(["One clause."])) }]);
  const waiting = (await submit(server, company, fields, [{ name: "b.txt", content: "b" }])).body.documentId;
  const refusals = [
    [text.documentId, "", 422, /no Word file/],
    [two.documentId, "", 422, /name one with fileId/],
    [pdf.documentId, "", 422, /Only Word files/],
    [documentId, "?recommendations=0123456789abcdef", 422, /none with the id 0123456789abcdef/],
    [documentId, "?recommendations=,", 400, /at least one id/],
    [documentId, "?fileId=01K00000000000000000000000", 404, /file/],
    [documentId, "?language=xx", 422, /language/],
    [waiting, "", 422, /is queued/],
  ] as const;
  for (const [id, query, expected, message] of refusals) {
    const { status, body } = await call(`/v1/documents/${id}/redline${query}`);
    assert.equal(status, expected, JSON.stringify(body));
    assert.match(body.message, message);
  }
  const [first, second] = (await call(`/v1/documents/${two.documentId}/recommendations`)).body.wordFiles;
  const chosen = (await suggestionsOf(two.documentId)).find(({ fileId }) => fileId === second.fileId);
  await download(`/v1/documents/${two.documentId}/redline?fileId=${second.fileId}`);
  const { body } = await call(
    `/v1/documents/${two.documentId}/redline?fileId=${first.fileId}&recommendations=${chosen?.id}`,
  );
  assert.match(body.message, /is for another file/);
});

test("of any document there is a Word file with the chosen texts, their places and reasons", async () => {
  const { documentId } = await judge([
    { name: "agreement.pdf", content: Buffer.from(await linesPdf(["One clause."])) },
  ]);
  const [one, other] = await suggestionsOf(documentId);
  assert.ok(one && other);
  const path = `/v1/documents/${documentId}/clauses`;
  const { bytes, headers } = await download(`${path}?language=fr&recommendations=${one.id}`);
  assert.match(headers["content-disposition"] ?? "", /filename="agreement clauses\.docx"/);
  const { pages } = await readSample(readDocx, bytes);
  const text = pages.map((page) => page.text).join("\n");
  assert.ok(text.includes(one.suggestedTextToBeAdded), text);
  assert.ok(text.includes(one.controlItemExternalId) && text.includes("Clauses proposées") && text.includes("Motif :"));
  assert.equal(text.includes(other.suggestedTextToBeAdded), false);
  const { status, body } = await call(`${path}?recommendations=unknown`);
  assert.deepEqual(
    [status, body.message],
    [422, "recommendations: the document's result has none with the id unknown."],
  );
});

test("a Word file in an archive is redlined; of an erased original there is no redline", async () => {
  const { name, content } = await wordFile();
  const archive = zipBytes([
    { name: "readme.txt", data: "Read the agreement." },
    { name: name as string, data: content },
  ]);
  const { documentId } = await judge([{ name: "bundle.zip", content: archive }]);
  const { bytes } = await download(`/v1/documents/${documentId}/redline`);
  const rejected = await resolveChanges(bytes, "reject", "Assay");
  assert.deepEqual(await canonicalBody(rejected), await canonicalBody(content as Buffer));
  await server.database.query("UPDATE documents SET originals_erased_at = now() WHERE id = $1", [documentId]);
  const { status, body } = await call(`/v1/documents/${documentId}/redline`);
  assert.deepEqual([status, body.message], [422, "The original was erased: its retention period is over."]);
});
