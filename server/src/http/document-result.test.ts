import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { analyseDocument } from "../processing/analyse-document.ts";
import { type ACompany, type AFile, aCompany, aTarget, submit, unknownId } from "../testing/builders.ts";
import { linesPdf, longPdf } from "../testing/sample-pdfs.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";

let server: TestServer;
let company: ACompany;
let worker: ReturnType<typeof workerDeps>["deps"];
let itemIds: string[];
let documentId: string;
let twoFilesId: string;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  ({ deps: worker } = workerDeps(server));
  documentId = await analysed([
    { name: "agreement.pdf", content: Buffer.from(await linesPdf(["Subject matter and duration", "stand here."])) },
  ]);
  twoFilesId = await analysed([
    { name: "a.txt", content: "Nothing to see." },
    { name: "b.txt", content: "The subject matter is here." },
  ]);
});
after(async () => {
  await worker.children.close();
  await server.close();
});

async function analysed(files: AFile[]): Promise<string> {
  const target = await aTarget(server, company.key);
  itemIds = target.itemIds;
  const { businessEntityId, companyId } = company;
  const { body } = await submit(server, company, { businessEntityId, controlId: target.controlId }, files);
  const deps = { ...worker, inProgress: new Set<string>() };
  await analyseDocument(deps, { companyId, documentId: body.documentId }, new AbortController().signal);
  return body.documentId;
}

const read = (id: string, query: Record<string, string> = {}) =>
  server.call(`/v1/documents/${id}/result?${new URLSearchParams(query)}`, { key: company.key });

/** With all that is left out by default. */
const everything = { include: "quotes,statements,probabilities" };

describe("a completed result", () => {
  test("has every field of the contract on every item", async () => {
    const { body } = await read(documentId, everything);
    assert.equal(body.complianceItems.length, itemIds.length);
    const met = body.complianceItems.find((item: { result: { score: number } }) => item.result.score === 100);
    assert.deepEqual(Object.keys(met.result).sort(), [
      "conditions",
      "criteria",
      "decidedScore",
      "explanation",
      "recommendations",
      "score",
    ]);
    const pageRefs = [{ documentId, pages: ["1"], documentName: "agreement.pdf" }];
    const { explanation } = met.result;
    assert.deepEqual(explanation, {
      strength: `Covered: ${met.controlItemName} (page 1).`,
      gaps: [],
      explanation: explanation.explanation,
      pageRefs,
      riskIdentification: { riskDescription: [] },
      compensationControls: [],
    });
    assert.match(explanation.explanation, /^The document meets this requirement \(100 of 100\) – covered: /);
    assert.deepEqual([met.status, met.complianceLevel], ["completed", "compliant"]);
    assert.deepEqual(met.units[0], { name: "criteriaMet", value: "1 of 1" });
    const poor = body.complianceItems.find((item: { result: { score: number } }) => item.result.score === 0);
    assert.equal(poor.complianceLevel, "non_compliant");
    const [gap] = poor.result.explanation.gaps;
    assert.equal(gap.topic, poor.controlItemName);
    assert.match(gap.description, /^Required: .* No passage to this effect was found\./);
    assert.ok(poor.result.explanation.riskIdentification.riskDescription.length > 0);
    assert.ok(poor.result.explanation.compensationControls.length > 0);
    const [advice] = poor.result.recommendations;
    assert.equal(advice.gapIdentified, poor.controlItemName);
    for (const name of ["actionableRecommendation", "suggestedTextLocation", "suggestedTextToBeAdded"])
      assert.ok(advice[name].length > 5, name);
    const { key, level, weight, verdict, probabilities, reason, evidence, ...doubt } = poor.result.criteria[0];
    assert.deepEqual([doubt.confidence, doubt.needsReview], [null, true]);
    assert.deepEqual([poor.confidence, poor.needsReview], [null, true]);
    assert.deepEqual(body.needsReview, { below: 0.75, itemCount: itemIds.length, criterionCount: itemIds.length });
    assert.deepEqual([key, level, weight, probabilities, reason], ["statement", "must", 3, null, "not_found"]);
    assert.deepEqual([verdict, evidence], ["missing", []]);
    assert.equal(poor.controlItemRevision, 1);
  });

  test("names the file that contains a quote", async () => {
    const { body } = await read(twoFilesId);
    const met = body.complianceItems.find((item: { result: { score: number } }) => item.result.score === 100);
    assert.equal(met.result.explanation.pageRefs[0].documentName, "b.txt");
    const [{ quote, role }] = met.result.criteria[0].evidence;
    assert.deepEqual([body.quotes[quote].fileId, role], [body.files[1].fileId, "proves"]);
  });

  test("every quote occurs, character for character, on the page that the API returns", async () => {
    for (const id of [documentId, twoFilesId]) {
      const { body } = await read(id, { include: "quotes" });
      const cited = body.complianceItems.flatMap(
        (item: { result: { criteria: { evidence: { quote: number }[] }[] } }) =>
          item.result.criteria.flatMap(({ evidence }) => evidence.map(({ quote }) => quote)),
      );
      assert.deepEqual([...new Set(cited)].sort(), [...body.quotes.keys()], "every quote is cited");
      assert.ok(cited.length > 0);
      for (const { fileId, pageNumber, start, end, text } of body.quotes) {
        const url = `/v1/documents/${id}/files/${fileId}/pages/${pageNumber}`;
        const page = await server.call(url, { key: company.key });
        assert.equal(page.body.text.slice(start, end), text);
      }
    }
  });
});

describe("language", () => {
  test("renders any result in any language; the default is the language of the submission", async () => {
    const { body: english } = await read(documentId);
    const { body: german } = await read(documentId, { language: "de" });
    assert.deepEqual((await read(documentId, { language: "en" })).body, english);
    const [before, after] = [english.complianceItems, german.complianceItems].map((items) =>
      items.find((item: { result: { score: number } }) => item.result.score === 0),
    );
    assert.match(
      after.result.explanation.gaps[0].description,
      /^Gefordert: .* Im Dokument wurde keine entsprechende Passage gefunden\./,
    );
    assert.notEqual(after.controlItemName, before.controlItemName);
    assert.equal(after.result.score, before.result.score);
    const codes = ({ result }: typeof before) =>
      result.criteria.map(({ verdict, reason, evidence }: Record<string, unknown>) => [verdict, reason, evidence]);
    assert.deepEqual(codes(after), codes(before));
  });

  test("that is not supported is 422 and named", async () => {
    const { status, body } = await read(documentId, { language: "it" });
    assert.equal(status, 422);
    assert.equal(body.message, 'language must be one of en, de, fr, es, not "it".');
  });
});

describe("complianceLevel", () => {
  test("returns only items of those levels; all levels together return all items", async () => {
    const { body: all } = await read(documentId);
    const of = async (level: string) => (await read(documentId, { complianceLevel: level })).body.complianceItems;
    const [good, poor] = [await of("compliant"), await of("non_compliant")];
    assert.ok(good.length > 0 && poor.length > 0);
    assert.deepEqual(await of("partially_compliant"), []);
    assert.equal((await of("compliant, partially_compliant,non_compliant")).length, all.complianceItems.length);
    assert.equal((await of("")).length, all.complianceItems.length);
    assert.ok(good.every((item: { complianceLevel: string }) => item.complianceLevel === "compliant"));
    const { body } = await read(documentId, { complianceLevel: "compliant" });
    assert.deepEqual(body.progress, all.progress);
  });

  test("with an unknown value is 400 and names the value", async () => {
    for (const level of ["good", "compliant,", "compliant,good", "Compliant"]) {
      const { status, body } = await read(documentId, { complianceLevel: level });
      assert.deepEqual([status, /^complianceLevel must be/.test(body.message)], [400, true]);
    }
  });
});

describe("needsReview", () => {
  const store = async (probabilities: Record<string, number>, score: number) =>
    server.database.query(
      `UPDATE document_items SET findings = jsonb_set(findings, '{criteria,0,probabilities}', $3)
        WHERE document_id = $1 AND score = $2`,
      [confidentId, score, JSON.stringify({ met: 0, partly: 0, contradicted: 0, not_applicable: 0, ...probabilities })],
    );
  let confidentId: string;
  before(async () => {
    confidentId = await analysed([{ name: "a.txt", content: "The subject matter is here." }]);
    await store({ met: 0.9, missing: 0.1 }, 100);
    await store({ met: 0.4, missing: 0.6 }, 0);
  });
  const confidences = async (query: Record<string, string>, key = company.key, by = server) => {
    const { body } = await by.call(`/v1/documents/${confidentId}/result?${new URLSearchParams(query)}`, { key });
    return {
      summary: body.needsReview,
      all: body.complianceItems.map(({ confidence }: { confidence: number }) => confidence),
    };
  };

  test("returns only items below the threshold, or only the others; the counts stay those of all items", async () => {
    const { all, summary } = await confidences({});
    const unsure = all.filter((one: number) => one === 0.6).length;
    assert.ok(unsure > 0 && unsure < all.length);
    assert.deepEqual(summary, { below: 0.75, itemCount: unsure, criterionCount: unsure });
    const only = async (needsReview: string) => confidences({ needsReview });
    assert.deepEqual(await only("true"), { summary, all: all.filter((one: number) => one === 0.6) });
    assert.deepEqual(await only("false"), { summary, all: all.filter((one: number) => one === 0.9) });
    assert.deepEqual(await only(""), { summary, all });
    assert.deepEqual((await confidences({ needsReview: "true", complianceLevel: "compliant" })).all, []);
  });

  test("follows the setting at once, without judging again", async () => {
    const { all, summary } = await confidences({});
    const strict = await startTestServer({ database: server.database, reviewBelow: 0.95 });
    try {
      const changed = await confidences({}, company.key, strict);
      assert.deepEqual(changed.all, all);
      assert.deepEqual(changed.summary, { below: 0.95, itemCount: all.length, criterionCount: all.length });
      assert.ok(summary.itemCount < all.length);
    } finally {
      await strict.close();
    }
  });

  test("sort=confidence puts the least sure first", async () => {
    const { all } = await confidences({});
    assert.deepEqual((await confidences({ sort: "confidence" })).all, all.toSorted());
  });

  test("and sort with another value are 400 and name it", async () => {
    for (const [name, value, allowed] of [
      ["needsReview", "yes", "one of true, false"],
      ["sort", "score", "confidence"],
    ] as const) {
      const { status, body } = await read(confidentId, { [name]: value });
      assert.deepEqual([status, body.message], [400, `${name} must be ${allowed}, not "${value}".`]);
    }
  });
});

describe("fields", () => {
  test("with the progress only reads no items and returns the same counts as the whole result", async () => {
    const { db } = server.database;
    const documents = { ...db.documents, readItemTexts: () => assert.fail("every item was read") };
    const database = { ...server.database, db: { ...db, documents } };
    const frugal = await startTestServer({ database });
    try {
      const url = `/v1/documents/${documentId}/result?fields=status,progress`;
      const { body: whole } = await read(documentId);
      const { body } = await frugal.call(url, { key: company.key });
      assert.equal(body.status, "completed");
      assert.deepEqual(body.progress, whole.progress);
      assert.equal(body.progress.itemsDone, itemIds.length);
    } finally {
      await frugal.close();
    }
  });

  test("returns the named members and ids", async () => {
    const { status, body } = await read(documentId, { fields: "status,complianceItems.result.score" });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), ["complianceItems", "complianceReviewId", "documentId", "status"]);
    for (const item of body.complianceItems) {
      assert.deepEqual(Object.keys(item).sort(), [
        ...["controlClusterId", "controlId", "controlItemExternalId", "controlItemId", "id", "result"],
      ]);
      assert.deepEqual(Object.keys(item.result), ["score"]);
    }
  });

  test("can be combined with complianceLevel; an empty value counts as absent", async () => {
    const { body } = await read(documentId, { fields: "complianceItems.units", complianceLevel: "compliant" });
    assert.ok(body.complianceItems.every((item: { units: object[] }) => item.units.length > 1));
    assert.deepEqual((await read(documentId, { fields: "" })).body, (await read(documentId)).body);
  });

  test("with an unknown path is 400 and names the path", async () => {
    for (const fields of ["nothing", "status,complianceItems.result.nothing", "complianceItems.", "status.code"]) {
      const { status, body } = await read(documentId, { fields });
      assert.equal(status, 400);
      assert.match(body.message, new RegExp(`fields names "${fields.split(",").at(-1)}"`));
    }
  });

  test("accepts every member that the result has", async () => {
    const { body } = await read(documentId, everything);
    const paths = (value: unknown, at: string): string[] => {
      if (Array.isArray(value)) return value.flatMap((one) => paths(one, at));
      if (value === null || typeof value !== "object") return [];
      return Object.entries(value).flatMap(([name, member]) => {
        const path = at === "" ? name : `${at}.${name}`;
        return path === "engine.settings" ? [path] : [path, ...paths(member, path)];
      });
    };
    for (const path of new Set(paths(body, "")))
      assert.equal((await read(documentId, { fields: path })).status, 200, path);
  });
});

test("include adds texts of quotes, statements and probabilities, and nothing else changes", async () => {
  type Body = Record<string, unknown>;
  const criteriaOf = (body: { complianceItems: { result: { criteria: Body[] } }[] }) =>
    body.complianceItems.flatMap(({ result }) => result.criteria);
  const has = (all: Body[], name: string) => new Set(all.map((one) => Object.hasOwn(one, name)));
  const { body: plain } = await read(documentId);
  const { body: whole } = await read(documentId, everything);
  const statements = ["statement", "level", "weight", "description"];
  for (const name of [...statements, "probabilities"]) {
    assert.deepEqual(has(criteriaOf(plain), name), new Set([false]), name);
    assert.deepEqual(has(criteriaOf(whole), name), new Set([true]), name);
  }
  for (const criterion of criteriaOf(whole))
    for (const name of [...statements, "probabilities"]) delete criterion[name];
  for (const quote of whole.quotes) delete quote.text;
  assert.deepEqual(whole, plain);
});

test("each member requested alone equals the member of the whole result", async () => {
  const { body: whole } = await read(twoFilesId);
  for (const [name, value] of Object.entries(whole))
    assert.deepEqual((await read(twoFilesId, { fields: name })).body[name], value, name);
});

test("a poll for the status reads neither findings nor files", async () => {
  const { documents } = server.database.db;
  const { readItemTexts, listStoredFiles } = documents;
  const refuse = () => assert.fail("not requested");
  Object.assign(documents, { readItemTexts: refuse, listStoredFiles: refuse });
  try {
    const { status, body } = await read(documentId, { fields: "status,pageCount" });
    assert.deepEqual([status, body.status, body.pageCount], [200, "completed", 1]);
  } finally {
    Object.assign(documents, { readItemTexts, listStoredFiles });
  }
});

test("a result with 2,000 items is one answer", async () => {
  const id = await analysed([{ name: "large.txt", content: "The subject matter is here." }]);
  await server.database.query(
    `INSERT INTO document_items (id, document_id, position, control_item_id, revision, status, score, findings, judged_at)
     SELECT '01ARZ3NDEKTSV4RRFFQ6' || lpad(n::text, 6, '0'), document_id, 1000 + n, control_item_id, revision, status, score, findings, judged_at
       FROM (SELECT * FROM document_items WHERE document_id = $1 LIMIT 1) one, generate_series(1, 2000) n`,
    [id],
  );
  const { body } = await read(id);
  assert.equal(body.complianceItems.length, 2000 + itemIds.length);
});

describe("a page of a file", () => {
  test("has its text, its paragraphs and their positions", async () => {
    const { body: result } = await read(documentId);
    const { fileId } = result.files[0];
    const { status, body } = await server.call(`/v1/documents/${documentId}/files/${fileId}/pages/1`, {
      key: company.key,
    });
    assert.equal(status, 200);
    assert.deepEqual([body.label, body.pageNumber, body.pageCount, body.documentName], ["1", 1, 1, "agreement.pdf"]);
    const [paragraph] = body.paragraphs;
    assert.match(body.text.slice(paragraph.start, paragraph.end), /Subject matter/);
    assert.equal(paragraph.box.length, 4);
    assert.equal(body.recognitionConfidence, null);
  });

  test("of a long file is read without reading the others", async () => {
    const id = await analysed([{ name: "long.pdf", content: Buffer.from(await longPdf(120)) }]);
    const { body: result } = await read(id);
    const [stored] = await server.database.db.documents.listStoredFiles(id);
    assert.ok(stored?.reading.state === "read" && (stored.reading.pages?.ranges.length ?? 0) >= 3);
    const reads: number[] = [];
    const readRange = server.blobs.readRange;
    server.blobs.readRange = (key, offset, size) => {
      reads.push(size);
      return readRange(key, offset, size);
    };
    const url = `/v1/documents/${id}/files/${result.files[0].fileId}/pages`;
    for (const number of [1, 75, 120]) {
      const { body } = await server.call(`${url}/${number}`, { key: company.key });
      assert.deepEqual([body.pageNumber, body.pageCount], [number, 120]);
    }
    server.blobs.readRange = readRange;
    const whole = stored.reading.pages?.ranges.reduce((sum, range) => sum + range.sizeBytes, 0) ?? 0;
    assert.ok(
      reads.every((size) => size < whole / 2),
      `${reads} of ${whole}`,
    );
  });

  test("that does not exist is 404", async () => {
    const { body: result } = await read(documentId);
    const own = result.files[0].fileId;
    for (const path of [
      `${own}/pages/2`,
      `${own}/pages/0`,
      `${own}/pages/x`,
      `${own}/pages/1e0`,
      `${unknownId}/pages/1`,
    ]) {
      const { status } = await server.call(`/v1/documents/${documentId}/files/${path}`, { key: company.key });
      assert.equal(status, 404, path);
    }
  });
});
