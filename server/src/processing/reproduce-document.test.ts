import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { openOfflineAnalyser } from "../analysis/offline-analyser.ts";
import { anAnalysisFixture, aText, itemCount } from "../testing/analysis-fixture.ts";
import { answerPartly, llmAnalyserFor } from "../testing/llm-trial.ts";
import { startModelServer } from "../testing/model-server.ts";
import { linesPdf } from "../testing/sample-pdfs.ts";
import type { JobDeps } from "../worker/job-handlers.ts";
import { type Reproduction, reproduceDocument } from "./reproduce-document.ts";

const { server, worker, aDocument, analyse, resultOf, close } = await anAnalysisFixture();
after(close);

const offline = openOfflineAnalyser({ models: async () => undefined });

async function reproduce(documentId: string, deps: Partial<JobDeps> = {}): Promise<Reproduction> {
  const scratchFolder = await mkdtemp(join(tmpdir(), "assay-again-"));
  const given = { ...worker, ...deps, analyser: offline, scratchFolder };
  return reproduceDocument(given, documentId).finally(() => rm(scratchFolder, { recursive: true }));
}

async function analysed(deps: Partial<JobDeps> = { analyser: offline }, files = [aText()]): Promise<string> {
  const documentId = await aDocument(files);
  await analyse(documentId, deps);
  assert.equal((await resultOf(documentId)).status, "completed");
  return documentId;
}

const firstItem = "(SELECT id FROM document_items WHERE document_id = $1 ORDER BY position LIMIT 1)";

test("the same bytes give the same pages and findings", async () => {
  const pdf = Buffer.from(await linesPdf(["Subject matter and duration", "stand here."]));
  const documentId = await analysed(undefined, [aText(), { name: "a.pdf", content: pdf }]);
  assert.deepEqual(await reproduce(documentId), {
    ...{ documentId, differences: [], notes: [], itemCount, judgedExternally: 0 },
  });
});

test("changed findings are reported with their item, and so is a changed engine", async () => {
  const documentId = await analysed();
  await server.database.query(
    `UPDATE document_items SET findings = jsonb_set(findings, '{criteria,0,verdict}', '"contradicted"') WHERE id = ${firstItem}`,
    [documentId],
  );
  await server.database.query("UPDATE documents SET engine = jsonb_set(engine, '{version}', '\"1\"') WHERE id = $1", [
    documentId,
  ]);
  const { differences, notes } = await reproduce(documentId);
  assert.equal(differences.length, 1);
  const [item] = (await resultOf(documentId)).complianceItems;
  const { key } = item.result.criteria[0];
  assert.match(differences[0] ?? "", new RegExp(`${item.controlItemName}: ${key} was contradicted and is \\w+$`));
  assert.match(notes.join(), /^The engine was version 1 and is /);
});

test("changed bytes are reported, and the pages that read differently because of them", async () => {
  const documentId = await analysed();
  const blobs = { ...worker.blobs, read: async () => Readable.from([Buffer.from("The subject matter is another.")]) };
  const { differences } = await reproduce(documentId, { blobs });
  assert.equal(differences[0], "contract.txt: its stored bytes were changed");
  assert.match(differences.join("\n"), /^contract\.txt: page .* is read differently$/m);
});

test("verdicts of an external model are composed again, and their quotes are verified again", async () => {
  let asked = 0;
  const model = await startModelServer((question) => {
    asked += 1;
    // One item in five falls back to the offline engine and is compared with its findings.
    return asked <= 3 ? { status: 500 } : answerPartly(question);
  });
  after(() => model.close());
  const documentId = await analysed({ analyser: llmAnalyserFor(model, offline, { concurrency: 1 }) });
  const before = asked;
  assert.deepEqual(await reproduce(documentId), {
    ...{ documentId, differences: [], notes: [], itemCount, judgedExternally: itemCount - 1 },
  });
  assert.equal(asked, before, "the model was asked again");
  await server.database.query(
    `UPDATE document_items SET findings = jsonb_set(findings, '{criteria,0,evidence,0,text}', '"The subject matter is not set out."')
      WHERE id = (SELECT id FROM document_items WHERE document_id = $1 ORDER BY position DESC LIMIT 1)`,
    [documentId],
  );
  const { differences } = await reproduce(documentId);
  assert.match(differences.join("\n"), /was partly and is missing$/m);
});

test("a document that has not ended or does not exist is refused", async () => {
  await assert.rejects(reproduce(await aDocument()), /has not ended yet/);
  await assert.rejects(reproduce("01ARZ3NDEKTSV4RRFFQ69G5FAV"), /There is no document with this id/);
});
