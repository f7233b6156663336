import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { after, beforeEach, describe, test } from "node:test";
import { anAnalysisFixture, aText, itemCount, retryableError } from "../testing/analysis-fixture.ts";
import { docxBytes, pptxBytes, slideShape, wordParagraph } from "../testing/sample-office.ts";
import { encryptedPdf, linesPdf, longPdf, scannedPdf } from "../testing/sample-pdfs.ts";
import { testAnalyser } from "../testing/test-analyser.ts";
import { zipBytes } from "../testing/zip-bytes.ts";
import { giveUpDocument } from "./analyse-document.ts";

const { company, worker, faults, aDocument, analyse, resultOf, eventsOf, assertNothingIsLeft, close } =
  await anAnalysisFixture();
after(close);
beforeEach(() => {
  faults.length = 0;
});

describe("a document that can be read", () => {
  test("completes with all items judged, the engine recorded and an event", async () => {
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
    assert.equal(result.engine.name, "test");
    const { maxPages, maxTextBytes, maxUnpackedBytes, maxDepth, maxMembers } = worker.limits;
    const readBy = { maxPages, maxTextBytes, maxUnpackedBytes, maxDepth, maxMembers };
    assert.deepEqual(result.engine.settings, readBy);
    assert.match(result.engine.catalogue.frameworkSha256, /^[0-9a-f]{64}$/);
    assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.completed"]);
    await assertNothingIsLeft();
  });

  test("is not judged again: a repeated job changes nothing", async () => {
    const documentId = await aDocument();
    await analyse(documentId);
    const before = await resultOf(documentId);
    const analyser = testAnalyser();
    await analyse(documentId, { analyser });
    assert.deepEqual(analyser.judged, []);
    assert.deepEqual(await resultOf(documentId), before);
    assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.completed"]);
  });

  test("completes if a member of its archive is broken: only that member fails, with its reason", async () => {
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

  test("labels slides as people do, and distinguishes pages read by OCR", async () => {
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
    const evidence = result.quotes[item.result.criteria[0].evidence[0].quote];
    assert.deepEqual([evidence.page, evidence.pageNumber, evidence.fileId], ["slide 2", 2, deck.fileId]);
  });
});

describe("a document that cannot be read", () => {
  test("fails with the reason, its items fail with it, and there is an event", async () => {
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

  test("names every file if there are several", async () => {
    const documentId = await aDocument([
      { name: "one.pdf", content: "%PDF-1.7 and nothing else" },
      { name: "two.zip", content: zipBytes([{ name: "inner.pdf", data: "%PDF-1.7 broken" }]) },
    ]);
    await analyse(documentId);
    const { status, failureReason } = await resultOf(documentId);
    assert.equal(status, "failed");
    assert.match(failureReason, /^None of the files could be read\. one\.pdf: .+ two\.zip\/inner\.pdf: /);
  });

  test("states that it is empty", async () => {
    const documentId = await aDocument([{ name: "empty.zip", content: zipBytes([{ name: "folder/", data: "" }]) }]);
    await analyse(documentId);
    const { status, failureReason } = await resultOf(documentId);
    assert.equal(status, "failed");
    assert.match(failureReason, /\w/);
  });

  test("because of a missing blob fails on the first attempt and names the file", async () => {
    const documentId = await aDocument([aText("kept.txt"), aText("lost.txt")]);
    const [, lost] = await worker.db.documents.listStoredFiles(documentId);
    await worker.blobs.remove({ key: lost?.blobKey ?? "", upload: "" });
    await analyse(documentId);
    const { status, failureReason } = await resultOf(documentId);
    assert.equal(status, "failed");
    assert.match(failureReason, /^The file lost\.txt is no longer in the service's storage\./);
    assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.failed"]);
    assert.match(faults.join(), /blob \w+ is missing/);
    await assertNothingIsLeft();
  });

  test("because the store is unreachable is retried", async () => {
    const documentId = await aDocument();
    const away = { ...worker.blobs, read: () => Promise.reject(retryableError()) };
    await assert.rejects(analyse(documentId, { blobs: away }), /not now/);
    assert.equal((await resultOf(documentId)).status, "processing");
    await analyse(documentId);
    assert.equal((await resultOf(documentId)).status, "completed");
  });

  test("because the store returns other or fewer bytes than were submitted is retried, and nothing is judged by them", async () => {
    const documentId = await aDocument();
    const { sha256 } = (await resultOf(documentId)).files[0];
    for (const change of [(bytes: Buffer) => bytes.subarray(1), (bytes: Buffer) => bytes.map((byte) => byte ^ 1)]) {
      const read = async (key: string) => {
        const bytes = Buffer.concat(await Array.fromAsync(await worker.blobs.read(key)));
        return Readable.from([Buffer.from(change(bytes))]);
      };
      await assert.rejects(analyse(documentId, { blobs: { ...worker.blobs, read } }), /other bytes than it was given/);
    }
    const analyser = testAnalyser();
    await analyse(documentId, { analyser });
    const result = await resultOf(documentId);
    assert.deepEqual([result.status, result.files[0].sha256], ["completed", sha256]);
    assert.equal(analyser.judged.length, itemCount);
  });

  test("because of a limit names the limit", async () => {
    const documentId = await aDocument([{ name: "long.pdf", content: Buffer.from(await longPdf(5)) }]);
    await analyse(documentId, { limits: { ...worker.limits, maxPages: 3 } });
    assert.match((await resultOf(documentId)).failureReason, /more than 3 pages/);
  });
});

describe("an item whose judging throws", () => {
  test("fails alone with a readable reason, and the details go to the log", async () => {
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

  test("fails the document if all items fail", async () => {
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

test("stopping lets the running item finish and starts no other", async () => {
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

test("giving up fails a document, but does not change one that has ended", async () => {
  const documentId = await aDocument();
  const payload = { companyId: company.companyId, documentId };
  await giveUpDocument(worker, payload);
  const { status, failureReason } = await resultOf(documentId);
  assert.equal(status, "failed");
  assert.match(failureReason, /every attempt/);
  await giveUpDocument(worker, payload);
  assert.deepEqual(await eventsOf(documentId), ["document.submitted", "document.failed"]);
});
