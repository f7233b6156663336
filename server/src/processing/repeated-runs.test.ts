import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { anAnalysisFixture, aText, exists, itemCount, retryableError } from "../testing/analysis-fixture.ts";
import { longPdf } from "../testing/sample-pdfs.ts";
import { testAnalyser } from "../testing/test-analyser.ts";
import { until } from "../testing/until.ts";
import { analyseDocument, giveUpDocument } from "./analyse-document.ts";
import { RunSuperseded } from "./processing-store.ts";
import { sweepWorkFolders } from "./work-folder.ts";

const { server, company, worker, aDocument, analyse, resultOf, eventsOf, assertNothingIsLeft, close } =
  await anAnalysisFixture();
after(close);

describe("a run that is cut off", () => {
  test("keeps its finished items: the next run judges only the others", async () => {
    const documentId = await aDocument();
    const first = testAnalyser({
      beforeItem() {
        if (first.judged.length === 3) throw retryableError();
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

  test("keeps its stored pages: another machine neither downloads nor reads those files again", async () => {
    const documentId = await aDocument([aText("a.txt"), { name: "b.pdf", content: Buffer.from(await longPdf(3)) }]);
    const openFails = testAnalyser({
      beforeOpen() {
        throw retryableError();
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

  test("in the middle of a file keeps the complete page ranges: the same machine resumes after them", async () => {
    const documentId = await aDocument([{ name: "long.pdf", content: Buffer.from(await longPdf(300)) }]);
    const pagesOfFile = join(worker.workRoot, documentId, "pages", "1");
    const stop = new AbortController();
    const cutOff = assert.rejects(analyse(documentId, {}, stop.signal), /cut off/);
    await until(async () => (await exists(pagesOfFile)).some((name) => name.endsWith(".gz")));
    stop.abort(new Error("cut off"));
    await cutOff;
    const reported: number[] = [];
    const { processing } = worker.db;
    const saveProgress: typeof processing.saveProgress = (run, progress, file) => {
      reported.push(progress.pagesDone);
      return processing.saveProgress(run, progress, file);
    };
    await analyse(documentId, { db: { ...worker.db, processing: { ...processing, saveProgress } } });
    assert.ok((reported[0] ?? 0) >= 50, `it began with page ${reported[0]}`);
    const { status, pageCount, progress } = await resultOf(documentId);
    assert.deepEqual([status, pageCount, progress.pagesDone], ["completed", 300, 300]);
    await assertNothingIsLeft();
  });

  for (const [what, damage] of Object.entries({
    "that a power cut has emptied": (path: string) => writeFile(path, ""),
    "of which one is missing": (path: string) => rm(path),
  })) {
    test(`and leaves page ranges ${what} is repaired: the file is read again`, async () => {
      const documentId = await aDocument([{ name: "long.html", content: "<h1>Part</h1><p>Words.</p>".repeat(120) }]);
      const blobs = { ...worker.blobs, put: () => Promise.reject(retryableError()) };
      await assert.rejects(analyse(documentId, { blobs }), /not now/);
      await damage(join(worker.workRoot, documentId, "pages", "1", "pages-000051-000100.jsonl.gz"));
      await assert.rejects(analyse(documentId), /unexpected end of file|only 50 of 120 pages/);
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

  test("while pages were being stored leaves a blob that the next run releases", async () => {
    const documentId = await aDocument();
    const blobs = {
      ...worker.blobs,
      async put(key: string, bytes: AsyncIterable<Buffer>) {
        await worker.blobs.put(key, bytes);
        throw retryableError();
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

  test("repeatedly and without progress fails the document with a reason", async () => {
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

  test("repeatedly but with progress each time is never given up", async () => {
    const documentId = await aDocument();
    for (let crash = 0; crash < 20; crash++) {
      const run = { id: worker.ids.next(), documentId };
      await server.database.db.processing.begin(company.companyId, run);
      if (crash % 6 === 0) await server.database.db.processing.resetAttempts(run);
    }
    await analyse(documentId);
    assert.equal((await resultOf(documentId)).status, "completed");
  });
});

test("a run that reads further counts as progress, one that only repeats earlier reading does not", async () => {
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

describe("two concurrent runs", () => {
  test("do not both write: the later one ends the document, the earlier one stops silently", async () => {
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

  test("that read in one folder end with all pages", async () => {
    const documentId = await aDocument([{ name: "long.pdf", content: Buffer.from(await longPdf(150)) }]);
    const pagesOfFile = join(worker.workRoot, documentId, "pages", "1");
    const earlier = analyse(documentId).catch((error: unknown) => error);
    await until(async () => (await exists(pagesOfFile)).length > 0);
    const later = analyse(documentId).catch((error: unknown) => error);
    await Promise.all([earlier, later]);
    // Either may have disturbed the other; then the queue retries.
    await analyse(documentId);
    const { status, pageCount, files } = await resultOf(documentId);
    assert.deepEqual([status, pageCount], ["completed", 150]);
    for (const number of [1, 75, 150]) {
      const url = `/v1/documents/${documentId}/files/${files[0].fileId}/pages/${number}`;
      assert.equal((await server.call(url, { key: company.key })).status, 200);
    }
    assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.completed"]);
    await sweepWorkFolders(server.database.db, worker.workRoot);
    await server.database.query("DELETE FROM unclaimed_blobs");
    await assertNothingIsLeft();
  });

  test("of which the earlier one still downloads: its writes are refused", async () => {
    const documentId = await aDocument();
    const { processing, documents } = server.database.db;
    const [file] = await documents.listStoredFiles(documentId);
    const [first, second] = [
      { id: server.nextId(), documentId },
      { id: server.nextId(), documentId },
    ];
    await processing.begin(company.companyId, first);
    await processing.begin(company.companyId, second);
    await assert.rejects(processing.saveSha256(first, file?.id ?? "", Buffer.alloc(32)), RunSuperseded);
    assert.deepEqual((await documents.listStoredFiles(documentId))[0]?.sha256, file?.sha256);
    await giveUpDocument(worker, { companyId: company.companyId, documentId });
  });

  test("are refused within one process", async () => {
    const documentId = await aDocument();
    const gate = Promise.withResolvers<void>();
    const slow = testAnalyser({ beforeOpen: () => gate.promise });
    const deps = { ...worker, analyser: slow, inProgress: new Set<string>() };
    const payload = { companyId: company.companyId, documentId };
    const first = analyseDocument(deps, payload, new AbortController().signal);
    await assert.rejects(analyseDocument(deps, payload, new AbortController().signal), /already being processed/);
    gate.resolve();
    await first;
    assert.equal((await resultOf(documentId)).status, "completed");
  });
});

test("a run that cannot begin because the database is unreachable fails its job, and the next one ends the document", async () => {
  const documentId = await aDocument();
  const processing = { ...worker.db.processing, begin: () => Promise.reject(retryableError()) };
  // Reachable again after the first statement.
  await assert.rejects(analyse(documentId, { db: { ...worker.db, processing } }), /not now/);
  await analyse(documentId);
  assert.equal((await resultOf(documentId)).status, "completed");
});

test("a sweep removes the work folders of ended documents and keeps the others", async () => {
  const [ended, waiting] = [await aDocument(), await aDocument()];
  await analyse(ended);
  for (const name of [ended, waiting, "something else"]) await mkdir(join(worker.workRoot, name), { recursive: true });
  assert.equal(await sweepWorkFolders(server.database.db, worker.workRoot), 2);
  assert.deepEqual(await readdir(worker.workRoot), [waiting]);
});
