import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { AppError } from "../platform/app-error.ts";
import { type ACompany, type AFile, aCompany, aTarget, submit, until } from "../testing/builders.ts";
import { docxBytes, pptxBytes, slideShape, wordParagraph } from "../testing/sample-office.ts";
import { encryptedPdf, linesPdf, longPdf, scannedPdf } from "../testing/sample-pdfs.ts";
import { testAnalyser } from "../testing/test-analyser.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { zipBytes } from "../testing/zip-bytes.ts";
import type { JobDeps } from "../worker/job-handlers.ts";
import { analyseDocument, giveUpDocument } from "./analyse-document.ts";
import { RunIsOver } from "./processing-store.ts";
import { sweepWorkFolders } from "./work-folder.ts";

let server: TestServer;
let company: ACompany;
let fields: { businessEntityId: string; controlId: string; selectedControlItemIds: string };
let worker: JobDeps;
let faults: string[];
const itemCount = 5;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  const { controlId, itemIds } = await aTarget(server, company.key);
  const selectedControlItemIds = JSON.stringify(itemIds.slice(0, itemCount));
  fields = { businessEntityId: company.businessEntityId, controlId, selectedControlItemIds };
  ({ deps: worker, faults } = workerDeps(server));
});
beforeEach(() => {
  faults.length = 0;
});
after(async () => {
  await worker.children.close();
  await server.close();
});

const aText = (name = "contract.txt"): AFile => ({
  name,
  content: "The subject matter and duration are set out here.\n\nInstructions are documented.",
});

async function aDocument(files: AFile[] = [aText()]): Promise<string> {
  const { status, body } = await submit(server, company, fields, files);
  assert.equal(status, 202, JSON.stringify(body));
  return body.documentId;
}

/** A worker process of its own takes the job. */
function analyse(documentId: string, deps: Partial<JobDeps> = {}, signal = new AbortController().signal) {
  const { companyId } = company;
  return analyseDocument({ ...worker, ...deps, underWay: new Set() }, { companyId, documentId }, signal);
}

async function resultOf(documentId: string) {
  const { status, body } = await server.call(`/v1/documents/${documentId}/result`, { key: company.key });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const eventsOf = async (documentId: string) =>
  (
    await server.database.query<{ type: string }>(
      "SELECT type FROM events WHERE data ->> 'documentId' = $1 ORDER BY id",
      [documentId],
    )
  ).map(({ type }) => type);

const exists = (path: string) => readdir(path).catch(() => []);

/** Nothing in the work folder, and no blob that nobody has claimed. */
async function assertNothingIsLeft(): Promise<void> {
  assert.deepEqual(await exists(worker.workRoot), []);
  assert.deepEqual(await server.database.query("SELECT blob_key FROM unclaimed_blobs"), []);
}

const passing = () => new AppError("unavailable", "not now");

describe("a document that can be read", () => {
  test("ends completed, with its items judged, its engine named and its end told", async () => {
    const pdf = Buffer.from(await linesPdf(["Subject matter and duration", "stand here."]));
    const documentId = await aDocument([{ name: "agreement.pdf", content: pdf }]);
    await analyse(documentId);
    const result = await resultOf(documentId);
    assert.deepEqual(
      [result.status, result.pageCount, result.failureReason, result.childDocuments],
      ["completed", 1, null, []],
    );
    assert.ok(Date.parse(result.processedAt) > 0);
    assert.deepEqual(result.progress, { pagesDone: 1, pageCount: 1, itemsDone: itemCount, itemCount });
    assert.equal(result.files[0].sha256, createHash("sha256").update(pdf).digest("hex"));
    assert.deepEqual([result.engine.name, result.engine.settings.language], ["test", "en"]);
    assert.match(result.engine.catalogue.frameworkSha256, /^[0-9a-f]{64}$/);
    assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.completed"]);
    await assertNothingIsLeft();
  });

  test("is judged once more by nobody: a job that comes again changes nothing", async () => {
    const documentId = await aDocument();
    await analyse(documentId);
    const before = await resultOf(documentId);
    const analyser = testAnalyser();
    await analyse(documentId, { analyser });
    assert.deepEqual(analyser.judged, []);
    assert.deepEqual(await resultOf(documentId), before);
    assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.completed"]);
  });

  test("goes on where a member of its archive is broken: that one fails alone, with its reason", async () => {
    const broken = await encryptedPdf(await linesPdf(["secret"]), { user: "open", owner: "secret" });
    const zip = zipBytes([
      { name: "annex/terms.txt", data: "Instructions are documented." },
      { name: "annex/locked.pdf", data: Buffer.from(broken) },
      { name: "notes.docx", data: docxBytes({ body: wordParagraph("Subject matter of the notes.") }) },
    ]);
    const documentId = await aDocument([aText(), { name: "bundle.zip", content: zip }]);
    await analyse(documentId);
    const result = await resultOf(documentId);
    assert.equal(result.status, "completed");
    const children = result.childDocuments.map(
      (child: { displayName: string; fileName: string; pageCount: number; failureReason: string | null }) => [
        ...[child.displayName, child.fileName, child.pageCount > 0, child.failureReason === null],
      ],
    );
    assert.deepEqual(children, [
      ["contract.txt", "contract.txt", true, true],
      ["bundle.zip/annex/terms.txt", "terms.txt", true, true],
      ["bundle.zip/annex/locked.pdf", "locked.pdf", false, false],
      ["bundle.zip/notes.docx", "notes.docx", true, true],
    ]);
    assert.match(result.childDocuments[2].failureReason, /password/i);
    const [, archive, member] = result.files;
    assert.deepEqual([archive.fileName, member.parentFileId, member.sizeBytes], ["bundle.zip", archive.fileId, null]);
    const counted = result.childDocuments.reduce((sum: number, one: { pageCount: number }) => sum + one.pageCount, 0);
    assert.equal(result.pageCount, counted);
    await assertNothingIsLeft();
  });

  test("names slides as people do, and tells recognised pages from others", async () => {
    const slides = pptxBytes([{ shapes: slideShape(["Agenda"]) }, { shapes: slideShape(["Subject matter"]) }]);
    const scan = Buffer.from(await scannedPdf([["Subject matter and duration"]]));
    const documentId = await aDocument([
      { name: "deck.pptx", content: slides },
      { name: "scan.pdf", content: scan },
    ]);
    await analyse(documentId);
    const result = await resultOf(documentId);
    const [deck, scanned] = result.files;
    assert.deepEqual([deck.recognisedPages, scanned.recognisedPages], [0, 1]);
    assert.ok(scanned.recognitionConfidence > 50);
    const [item] = result.complianceItems;
    assert.deepEqual(item.result.explanation.pageRefs, [{ documentId, pages: ["slide 2"], documentName: "deck.pptx" }]);
    const [evidence] = item.result.criteria[0].evidence;
    assert.deepEqual([evidence.page, evidence.pageNumber, evidence.fileId], ["slide 2", 2, deck.fileId]);
  });
});

describe("a document that cannot be read", () => {
  test("ends failed with the reason, its items with it, and its end is told", async () => {
    const locked = await encryptedPdf(await linesPdf(["secret"]), { user: "open", owner: "secret" });
    const documentId = await aDocument([{ name: "locked.pdf", content: Buffer.from(locked) }]);
    await analyse(documentId);
    const result = await resultOf(documentId);
    assert.equal(result.status, "failed");
    assert.match(result.failureReason, /password/i);
    assert.ok(result.processedAt);
    for (const item of result.complianceItems) {
      assert.deepEqual([item.status, item.result, item.failureReason], ["failed", null, result.failureReason]);
    }
    assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.failed"]);
    await assertNothingIsLeft();
  });

  test("names every file when there are several", async () => {
    const documentId = await aDocument([
      { name: "one.pdf", content: "%PDF-1.7 and nothing else" },
      { name: "two.zip", content: zipBytes([{ name: "inner.pdf", data: "%PDF-1.7 broken" }]) },
    ]);
    await analyse(documentId);
    const { status, failureReason } = await resultOf(documentId);
    assert.equal(status, "failed");
    assert.match(failureReason, /^None of the files could be read\. one\.pdf: .+ two\.zip\/inner\.pdf: /);
  });

  test("says so when there is nothing in it", async () => {
    const documentId = await aDocument([{ name: "empty.zip", content: zipBytes([{ name: "folder/", data: "" }]) }]);
    await analyse(documentId);
    const { status, failureReason } = await resultOf(documentId);
    assert.equal(status, "failed");
    assert.match(failureReason, /\w/);
  });

  test("beyond a limit it says which", async () => {
    const documentId = await aDocument([{ name: "long.pdf", content: Buffer.from(await longPdf(5)) }]);
    await analyse(documentId, { limits: { ...worker.limits, maxPages: 3 } });
    assert.match((await resultOf(documentId)).failureReason, /more than 3 pages/);
  });
});

describe("an item whose judging throws", () => {
  test("fails alone, in words for people, and the log gets the rest", async () => {
    const documentId = await aDocument();
    let asked = 0;
    const analyser = testAnalyser({
      beforeItem() {
        asked += 1;
        if (asked === 2) throw new TypeError("undefined is not a function");
      },
    });
    await analyse(documentId, { analyser });
    const { status, complianceItems } = await resultOf(documentId);
    assert.equal(status, "completed");
    assert.deepEqual(
      complianceItems.map((item: { status: string }) => item.status),
      ["completed", "failed", "completed", "completed", "completed"],
    );
    assert.equal(
      complianceItems[1].failureReason,
      "This item could not be judged because of an error in the analysis.",
    );
    assert.match(faults.join(), /undefined is not a function/);
  });

  test("makes the document fail when all of them do", async () => {
    const documentId = await aDocument();
    const analyser = testAnalyser({
      beforeItem() {
        throw new Error("no");
      },
    });
    await analyse(documentId, { analyser });
    const { status, failureReason } = await resultOf(documentId);
    assert.deepEqual([status, /None of the 5 control items/.test(failureReason)], ["failed", true]);
  });
});

describe("a run that is cut off", () => {
  test("has left its finished items: the next one judges only the others", async () => {
    const documentId = await aDocument();
    const first = testAnalyser({
      beforeItem() {
        if (first.judged.length === 3) throw passing();
      },
    });
    await assert.rejects(analyse(documentId, { analyser: first }), /not now/);
    const between = await resultOf(documentId);
    assert.deepEqual([between.status, between.progress.itemsDone], ["processing", 2]);
    assert.equal(between.complianceItems[0].status, "completed");
    const second = testAnalyser();
    await analyse(documentId, { analyser: second });
    assert.deepEqual([second.judged[0], second.judged.length], [first.judged[2], itemCount - 2]);
    assert.equal((await resultOf(documentId)).status, "completed");
  });

  test("has left its stored pages: another machine neither fetches nor reads those files again", async () => {
    const documentId = await aDocument([aText("a.txt"), { name: "b.pdf", content: Buffer.from(await longPdf(3)) }]);
    const openFails = testAnalyser({
      beforeOpen() {
        throw passing();
      },
    });
    await assert.rejects(analyse(documentId, { analyser: openFails }), /not now/);
    const sent = (await server.database.db.documents.listFiles(documentId)).map(({ blobKey }) => blobKey);
    const fetched: string[] = [];
    const blobs = {
      ...worker.blobs,
      read(key: string) {
        fetched.push(key);
        return worker.blobs.read(key);
      },
    };
    const elsewhere = await mkdtemp(join(tmpdir(), "assay-work-"));
    await analyse(documentId, { workRoot: elsewhere, blobs });
    assert.deepEqual(
      fetched.filter((key) => sent.includes(key)),
      [],
    );
    assert.deepEqual([(await resultOf(documentId)).status, await readdir(elsewhere)], ["completed", []]);
    await rm(elsewhere, { recursive: true });
    assert.equal(await sweepWorkFolders(server.database.db, worker.workRoot), 1);
    await assertNothingIsLeft();
  });

  test("in the middle of a file has left the runs of pages that were whole: the same machine reads on after them", async () => {
    const documentId = await aDocument([{ name: "long.pdf", content: Buffer.from(await longPdf(300)) }]);
    const pagesOfFile = join(worker.workRoot, documentId, "pages", "1");
    const stop = new AbortController();
    const cutOff = assert.rejects(analyse(documentId, {}, stop.signal), /cut off/);
    await until(async () => (await exists(pagesOfFile)).some((name) => name.endsWith(".gz")));
    stop.abort(new Error("cut off"));
    await cutOff;
    const told: number[] = [];
    const { processing } = worker.db;
    const saveProgress: typeof processing.saveProgress = (run, progress, file) => {
      told.push(progress.pagesDone);
      return processing.saveProgress(run, progress, file);
    };
    await analyse(documentId, { db: { ...worker.db, processing: { ...processing, saveProgress } } });
    assert.ok((told[0] ?? 0) >= 50, `it began with page ${told[0]}`);
    const { status, pageCount, progress } = await resultOf(documentId);
    assert.deepEqual([status, pageCount, progress.pagesDone], ["completed", 300, 300]);
    await assertNothingIsLeft();
  });

  for (const [what, damage] of Object.entries({
    "that a power cut has emptied": (path: string) => writeFile(path, ""),
    "of which one is missing": (path: string) => rm(path),
  })) {
    test(`and has left runs of pages ${what} is made good: the file is read anew`, async () => {
      const documentId = await aDocument([{ name: "long.pdf", content: Buffer.from(await longPdf(120)) }]);
      const blobs = { ...worker.blobs, put: () => Promise.reject(passing()) };
      await assert.rejects(analyse(documentId, { blobs }), /not now/);
      await damage(join(worker.workRoot, documentId, "pages", "1", "pages-000051-000100.jsonl.gz"));
      await assert.rejects(analyse(documentId), /unexpected end of file|of 120 pages only 50/);
      await analyse(documentId);
      const { status, pageCount, files } = await resultOf(documentId);
      assert.deepEqual([status, pageCount], ["completed", 120]);
      const page = await server.call(`/v1/documents/${documentId}/files/${files[0].fileId}/pages/100`, {
        key: company.key,
      });
      assert.equal(page.status, 200);
      await server.database.query("DELETE FROM unclaimed_blobs");
    });
  }

  test("while pages were being stored leaves a blob that the next one lets go of", async () => {
    const documentId = await aDocument();
    const blobs = {
      ...worker.blobs,
      async put(key: string, bytes: AsyncIterable<Buffer>) {
        await worker.blobs.put(key, bytes);
        throw passing();
      },
    };
    await assert.rejects(analyse(documentId, { blobs }), /not now/);
    const dueAt = () =>
      server.database.query<{ blob_key: string }>("SELECT blob_key FROM unclaimed_blobs WHERE remove_after <= now()");
    assert.deepEqual(await dueAt(), []);
    await analyse(documentId);
    const [left, ...others] = await dueAt();
    assert.ok(left?.blob_key.startsWith(`pages-${documentId}-`));
    assert.deepEqual(others, []);
    await server.database.query("DELETE FROM unclaimed_blobs");
  });

  test("and is cut off again and again without getting anywhere ends the document with a reason", async () => {
    const documentId = await aDocument();
    for (let crash = 0; crash < 8; crash++) {
      await server.database.db.processing.begin(company.companyId, { id: worker.ids.next(), documentId });
    }
    const analyser = testAnalyser();
    await analyse(documentId, { analyser });
    const { status, failureReason } = await resultOf(documentId);
    assert.deepEqual([status, analyser.subjects.length], ["failed", 0]);
    assert.match(failureReason, /ended unexpectedly 8 times in a row/);
    assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.failed"]);
  });

  test("but got somewhere each time is never given up", async () => {
    const documentId = await aDocument();
    for (let crash = 0; crash < 20; crash++) {
      const run = { id: worker.ids.next(), documentId };
      await server.database.db.processing.begin(company.companyId, run);
      if (crash % 6 === 0) await server.database.db.processing.forgetAttempts(run);
    }
    await analyse(documentId);
    assert.equal((await resultOf(documentId)).status, "completed");
  });
});

test("a run that read on counts as having got somewhere, one that only read again what was read before does not", async () => {
  const documentId = await aDocument();
  const { processing } = server.database.db;
  const attemptsAfter = async (pagesDone: number) => {
    const run = { id: worker.ids.next(), documentId };
    await processing.begin(company.companyId, run);
    const progress = { pagesDone, pageCount: 100 };
    await processing.saveProgress(run, progress, { place: "1", ...progress });
    const text = "SELECT attempts FROM documents WHERE id = $1";
    return (await server.database.query<{ attempts: number }>(text, [documentId]))[0]?.attempts;
  };
  assert.deepEqual(
    [await attemptsAfter(50), await attemptsAfter(50), await attemptsAfter(20), await attemptsAfter(51)],
    [0, 1, 2, 0],
  );
  await giveUpDocument(worker, { companyId: company.companyId, documentId });
});

describe("two runs at once", () => {
  test("do not write twice: the later one ends the document, the earlier one stops without a word", async () => {
    const documentId = await aDocument();
    const gate = Promise.withResolvers<void>();
    const slow = testAnalyser({
      beforeItem: () => (slow.judged.length === 2 ? gate.promise : undefined),
    });
    const earlier = analyse(documentId, { analyser: slow });
    await until(async () => slow.judged.length === 2);
    const later = testAnalyser();
    await analyse(documentId, { analyser: later });
    const result = await resultOf(documentId);
    gate.resolve();
    await earlier;
    assert.deepEqual([slow.judged.length, later.judged.length], [2, itemCount - 1]);
    assert.deepEqual(await resultOf(documentId), result);
    assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.completed"]);
    await sweepWorkFolders(server.database.db, worker.workRoot);
    await assertNothingIsLeft();
  });

  test("in one folder, both reading, end with all pages", async () => {
    const documentId = await aDocument([{ name: "long.pdf", content: Buffer.from(await longPdf(300)) }]);
    const pagesOfFile = join(worker.workRoot, documentId, "pages", "1");
    const earlier = analyse(documentId).catch((error: unknown) => error);
    await until(async () => (await exists(pagesOfFile)).length > 0);
    const later = analyse(documentId).catch((error: unknown) => error);
    await Promise.all([earlier, later]);
    // Either may have got in the other's way; then the queue tries again.
    await analyse(documentId);
    const { status, pageCount, files } = await resultOf(documentId);
    assert.deepEqual([status, pageCount], ["completed", 300]);
    for (const number of [1, 150, 300]) {
      const url = `/v1/documents/${documentId}/files/${files[0].fileId}/pages/${number}`;
      assert.equal((await server.call(url, { key: company.key })).status, 200);
    }
    assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.completed"]);
    await sweepWorkFolders(server.database.db, worker.workRoot);
    await server.database.query("DELETE FROM unclaimed_blobs");
    await assertNothingIsLeft();
  });

  test("of which the earlier one still fetches: what it writes down is refused", async () => {
    const documentId = await aDocument();
    const { processing, documents } = server.database.db;
    const [file] = await documents.listStoredFiles(documentId);
    const [first, second] = [
      { id: server.nextId(), documentId },
      { id: server.nextId(), documentId },
    ];
    await processing.begin(company.companyId, first);
    await processing.begin(company.companyId, second);
    await assert.rejects(processing.saveSha256(first, file?.id ?? "", Buffer.alloc(32)), RunIsOver);
    assert.equal((await documents.listStoredFiles(documentId))[0]?.sha256, undefined);
    await giveUpDocument(worker, { companyId: company.companyId, documentId });
  });

  test("are refused within one process", async () => {
    const documentId = await aDocument();
    const gate = Promise.withResolvers<void>();
    const slow = testAnalyser({ beforeOpen: () => gate.promise });
    const deps = { ...worker, analyser: slow, underWay: new Set<string>() };
    const payload = { companyId: company.companyId, documentId };
    const first = analyseDocument(deps, payload, new AbortController().signal);
    await assert.rejects(analyseDocument(deps, payload, new AbortController().signal), /still being worked on/);
    gate.resolve();
    await first;
    assert.equal((await resultOf(documentId)).status, "completed");
  });
});

test("a stop lets the running item finish and no further one begin", async () => {
  const documentId = await aDocument();
  const stop = new AbortController();
  const analyser = testAnalyser({
    beforeItem: () => (analyser.judged.length === 2 ? stop.abort(new Error("stopping")) : undefined),
  });
  await assert.rejects(analyse(documentId, { analyser }, stop.signal), /stopping/);
  assert.equal((await resultOf(documentId)).progress.itemsDone, 2);
  await analyse(documentId);
  assert.equal((await resultOf(documentId)).status, "completed");
});

test("a document the queue has given up ends failed; one that has ended stays as it is", async () => {
  const documentId = await aDocument();
  const payload = { companyId: company.companyId, documentId };
  await giveUpDocument(worker, payload);
  const { status, failureReason } = await resultOf(documentId);
  assert.equal(status, "failed");
  assert.match(failureReason, /every try/);
  await giveUpDocument(worker, payload);
  assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.failed"]);
});

test("a sweep takes what is left of ended documents and leaves those that are to be gone on with", async () => {
  const [ended, waiting] = [await aDocument(), await aDocument()];
  await analyse(ended);
  for (const name of [ended, waiting, "something else"]) await mkdir(join(worker.workRoot, name), { recursive: true });
  assert.equal(await sweepWorkFolders(server.database.db, worker.workRoot), 2);
  assert.deepEqual(await readdir(worker.workRoot), [waiting]);
});
