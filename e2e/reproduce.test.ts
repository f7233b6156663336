import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { findRunningPostgres } from "../server/src/postgres/embedded-postgres.ts";
import { docxBytes, pptxBytes, slideShape, wordParagraph } from "../server/src/testing/sample-office.ts";
import { encryptedPdf, linesPdf, longPdf, scannedPdf } from "../server/src/testing/sample-pdfs.ts";
import { zipBytes } from "../server/src/testing/zip-bytes.ts";
import { aCompany, adminTokenIn, hasEnded, resultOf, submit } from "./a-company.ts";
import { type AssayProcess, aDataDirectory, startAssay, until } from "./assay-process.ts";
import { runTool } from "./run-tool.ts";

/** How far a document has come is asked every 20 ms. */
const unlimited = { ASSAY_RATE_COMPANY_PER_MINUTE: "1000000000" };
const root = join(import.meta.dirname, "..");
let data: Awaited<ReturnType<typeof aDataDirectory>>;
let assay: AssayProcess;
const documents: string[] = [];

const tool = (name: string, ...args: string[]) => runTool(name, { ASSAY_DATA_DIR: data.path }, ...args);

const sentence = "The processor shall process personal data only on documented instructions from the controller.";

async function journeys(): Promise<{ name: string; bytes: Uint8Array }[][]> {
  const sample = await readFile(join(root, "samples/data-processing-agreement.pdf"));
  const notes = docxBytes({ body: wordParagraph(sentence) });
  const slides = pptxBytes([{ shapes: slideShape(["Agenda"]) }, { shapes: slideShape([sentence]) }]);
  const locked = await encryptedPdf(await linesPdf(["secret"]), { user: "open", owner: "secret" });
  const bundle = zipBytes([
    { name: "terms.txt", data: `${sentence}\n\nIt keeps them \u0000 confidential.` },
    { name: "locked.pdf", data: Buffer.from(locked) },
    { name: "deck.pptx", data: slides },
  ]);
  const mail = `From: a@example.com\r\nTo: b@example.com\r\nSubject: Terms\r\n\r\n${sentence}\r\n`;
  return [
    [{ name: "agreement.pdf", bytes: sample }],
    [{ name: "notes.docx", bytes: notes }],
    [{ name: "page.html", bytes: Buffer.from(`<h1>Terms</h1><p>${sentence}</p>`) }],
    [{ name: "terms.eml", bytes: Buffer.from(mail) }],
    [{ name: "scan.pdf", bytes: await scannedPdf([["Instructions of the controller"]]) }],
    [{ name: "locked.pdf", bytes: locked }],
    [
      { name: "long.pdf", bytes: await longPdf(60) },
      { name: "bundle.zip", bytes: bundle },
    ],
  ];
}

before(async () => {
  data = await aDataDirectory();
  assay = await startAssay({ ASSAY_DATA_DIR: data.path, ASSAY_LOG_LEVEL: "warn", ...unlimited });
  const company = await aCompany(assay, await adminTokenIn(data.path));
  for (const files of await journeys()) documents.push((await submit(assay, company, files, 6)).documentId);
  for (const id of documents) await until(async () => hasEnded(await resultOf(assay, company, id, "status")), 120);
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
});

test("every document of a journey is reproduced from its stored bytes while the service runs", async () => {
  const { stdout, stderr, code } = await tool("reproduce", ...documents);
  assert.equal(code, 0, stdout + stderr);
  assert.deepEqual(
    stdout.trim().split("\n"),
    documents.map((id) => `${id}: identical, 6 item(s)`),
  );
  const verified = await tool("verify-records");
  assert.deepEqual([verified.code, /: 7 record\(s\), all hold/.test(verified.stdout)], [0, true], verified.stdout);
});

test("a result that was changed in the database is told by both, with the document's id; so it is when the service is stopped", async () => {
  const [documentId = ""] = documents;
  const password = (await readFile(join(data.path, "postgres-password"), "utf8")).trim();
  const client = new Client({ connectionString: await findRunningPostgres(data.path, password) });
  await client.connect();
  await client.query(
    `UPDATE document_items SET score = 12.3, findings = jsonb_set(findings, '{score}', '12.3')
      WHERE id = (SELECT id FROM document_items WHERE document_id = $1 ORDER BY position LIMIT 1)`,
    [documentId],
  );
  await client.end();
  const whileRunning = await tool("verify-records");
  assert.equal(whileRunning.code, 1);
  assert.match(
    whileRunning.stdout,
    new RegExp(`document ${documentId}: item \\w+ was changed: its score was .* and is 12.3`),
  );
  assay.child.kill("SIGTERM");
  assert.equal(await assay.ended, 0);
  const stopped = await tool("verify-records");
  assert.deepEqual([stopped.code, stopped.stdout], [1, whileRunning.stdout]);
  const again = await tool("reproduce", ...documents.slice(0, 2));
  assert.equal(again.code, 1, again.stdout + again.stderr);
  assert.match(again.stdout, new RegExp(`^${documentId}: different, 6 item\\(s\\)\\n  .*: its score was 12.3 and is `));
  assert.match(again.stdout, new RegExp(`${documents[1]}: identical`));
});

test("what cannot be looked at is said so", async () => {
  assert.match((await tool("reproduce")).stderr, /^Usage:/);
  assert.match((await tool("verify-records", "nobody")).stderr, /^Usage:/);
  const unknown = await tool("reproduce", "01ARZ3NDEKTSV4RRFFQ69G5FAV");
  assert.deepEqual(
    [unknown.code, unknown.stderr.trim()],
    [2, "01ARZ3NDEKTSV4RRFFQ69G5FAV: There is no document with this id."],
  );
});
