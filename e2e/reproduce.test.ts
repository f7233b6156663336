import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { Assay } from "../sdk/src/index.ts";
import { findRunningPostgres } from "../server/src/postgres/embedded-postgres.ts";
import { docxBytes, pptxBytes, slideShape, wordParagraph } from "../server/src/testing/sample-office.ts";
import { encryptedPdf, linesPdf, longPdf, scannedPdf } from "../server/src/testing/sample-pdfs.ts";
import { until } from "../server/src/testing/until.ts";
import { zipBytes } from "../server/src/testing/zip-bytes.ts";
import { type AssayProcess, aDataDirectory, startAssay, withoutLimits } from "./assay-process.ts";
import {
  type ACompany,
  aCompany,
  aForm,
  call,
  hasEnded,
  readAdminToken,
  readResult,
  submissionUrl,
} from "./company.ts";
import { runTool } from "./run-tool.ts";

/** The minimum, so that a short document has several chunks. */
const chunkBytes = 65_536;
const root = join(import.meta.dirname, "..");
let data: Awaited<ReturnType<typeof aDataDirectory>>;
let assay: AssayProcess;
let company: ACompany;
const documents: string[] = [];
const itemCount = 3;

const tool = (name: string, ...args: string[]) => runTool(name, { ASSAY_DATA_DIR: data.path }, ...args);

const sentence = "The processor shall process personal data only on documented instructions from the controller.";

/** Agreements in other languages. */
const translated = {
  de: `# Vertrag zur Auftragsverarbeitung

Der Auftragsverarbeiter verarbeitet die personenbezogenen Daten nur auf dokumentierte Weisung des Verantwortlichen.

Alle Personen, die Zugang zu den Daten haben, sind zur Vertraulichkeit verpflichtet.
`,
  fr: `# Contrat de sous-traitance

Le sous-traitant ne traite les données à caractère personnel que sur instruction documentée du responsable du traitement.

Les personnes autorisées à traiter les données s'engagent à respecter la confidentialité.
`,
  es: `# Contrato de encargo del tratamiento

El encargado tratará los datos personales únicamente siguiendo instrucciones documentadas del responsable.

Las personas autorizadas para tratar los datos se comprometen a respetar la confidencialidad.
`,
};

interface Submission {
  files: { name: string; bytes: Uint8Array }[];
  auditLanguageId?: string;
  isInChunks?: boolean;
}

async function listSubmissions(): Promise<Submission[]> {
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
  const single = (name: string, bytes: Uint8Array | string) => ({ files: [{ name, bytes: Buffer.from(bytes) }] });
  return [
    single("agreement.pdf", sample),
    single("notes.docx", notes),
    single("page.html", `<h1>Terms</h1><p>${sentence}</p>`),
    single("terms.eml", mail),
    single("scan.pdf", await scannedPdf([["Instructions of the controller"]])),
    single("locked.pdf", locked),
    {
      files: [
        // More pages than one stored range has.
        { name: "long.pdf", bytes: await longPdf(55) },
        { name: "bundle.zip", bytes: bundle },
      ],
    },
    { ...single("vertrag.md", translated.de), auditLanguageId: "de" },
    { ...single("contrat.md", translated.fr), auditLanguageId: "es" },
    { ...single("contrato.md", translated.es), auditLanguageId: "es" },
    // Mostly empty lines, which are quick to process.
    { ...single("terms.txt", `${"\n".repeat(2 * chunkBytes)}${sentence}`), isInChunks: true },
  ];
}

async function submit({ files, auditLanguageId = "en", isInChunks }: Submission): Promise<string> {
  if (!isInChunks) {
    const url = `${submissionUrl(assay, company, itemCount)}&auditLanguageId=${auditLanguageId}`;
    return (await call(url, company.headers, aForm(files))).documentId;
  }
  const { businessEntityId, controlId, frameworkId, itemIds } = company;
  const { documents: made } = await new Assay({ baseUrl: assay.url, apiKey: company.key }).uploadDocuments(
    files.map(({ name, bytes }) => ({ name, content: new Blob([new Uint8Array(bytes)]) })),
    {
      ...{ businessEntityId, controlId, complianceFrameworkId: frameworkId, auditLanguageId },
      selectedControlItemIds: itemIds.slice(0, itemCount),
    },
    { maxFormBytes: 0 },
  );
  return made[0]?.documentId ?? "";
}

before(async () => {
  data = await aDataDirectory();
  assay = await startAssay({
    ...{ ASSAY_DATA_DIR: data.path, ASSAY_LOG_LEVEL: "warn", ASSAY_CHUNK_SIZE_BYTES: String(chunkBytes) },
    ...withoutLimits,
  });
  company = await aCompany(assay, await readAdminToken(data.path));
  for (const submission of await listSubmissions()) documents.push(await submit(submission));
  for (const id of documents) await until(async () => hasEnded(await readResult(assay, company, id, "status")), 120);
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
});

test("every document is reproduced from its stored bytes while the service runs", async () => {
  const results = await Array.fromAsync(documents, (id) => readResult(assay, company, id));
  const languages = results.flatMap(({ files }) => files.map(({ language }: { language: string | null }) => language));
  for (const language of ["en", ...Object.keys(translated)])
    assert.ok(languages.includes(language), `${language}: ${languages}`);
  const { stdout, stderr, code } = await tool("reproduce", ...documents);
  assert.equal(code, 0, stdout + stderr);
  assert.deepEqual(
    stdout.trim().split("\n"),
    documents.map((id) => `${id}: identical, ${itemCount} item(s)`),
  );
  const verified = await tool("verify-records");
  assert.equal(verified.code, 0, verified.stdout);
  assert.match(verified.stdout, new RegExp(`: ${documents.length} record\\(s\\), all valid`));
});

test("both tools report a result that was changed in the database, also when the service is stopped", async () => {
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
  assert.match(
    again.stdout,
    new RegExp(`^${documentId}: different, ${itemCount} item\\(s\\)\\n  .*: its score was 12.3 and is `),
  );
  assert.match(again.stdout, new RegExp(`${documents[1]}: identical`));
});

test("invalid arguments and unknown documents are reported", async () => {
  assert.match((await tool("reproduce")).stderr, /^Usage:/);
  assert.match((await tool("verify-records", "nobody")).stderr, /^Usage:/);
  const unknown = await tool("reproduce", "01ARZ3NDEKTSV4RRFFQ69G5FAV");
  assert.deepEqual(
    [unknown.code, unknown.stderr.trim()],
    [2, "01ARZ3NDEKTSV4RRFFQ69G5FAV: There is no document with this id."],
  );
});
