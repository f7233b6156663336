import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { read } from "@e965/xlsx";
import { aCriterionFinding, anItemFindings } from "../testing/a-finding.ts";
import { type ACompany, aCompany, aReview, aTarget, unknownId } from "../testing/builders.ts";
import { findingsOf, seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";

let server: TestServer;
let company: ACompany;
let reviewId: string;
let itemCount: number;
const hostileName = '=cmd|"calc"!A1 <b>ö</b>.txt';
before(async () => {
  server = await startTestServer();
  company = await aCompany(server, { name: "Müller & Søn GmbH" });
  const { frameworkId, controlId, itemIds } = await aTarget(server, company.key);
  itemCount = itemIds.length;
  const review = await aReview(server, company, { frameworkId, controlId, name: 'Prüfung "2026" – Ωμέγα/Якорь' });
  reviewId = review.id;
  const fileNames = ["erste fassung.pdf", hostileName];
  await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId, controlId, fileNames },
    language: "de",
  });
});
after(() => server.close());

async function report(format: string, of = reviewId) {
  const answer = await server.app.inject({
    method: "GET",
    url: `/v1/compliance-reviews/${of}/report?format=${format}`,
    headers: { "x-api-key": company.key },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

test("an unknown or missing format is refused", async () => {
  for (const query of ["?format=odt", "", "?format="]) {
    const { status, body } = await server.call(`/v1/compliance-reviews/${reviewId}/report${query}`, {
      key: company.key,
    });
    assert.equal(status, 400);
    assert.match(body.message, /^format must be one of pdf, docx, xlsx, csv, oscal/);
  }
});

test("another company's review and a partner's key are refused before the format is checked", async () => {
  const stranger = await aCompany(server);
  for (const id of [reviewId, unknownId]) {
    const { status } = await server.call(`/v1/compliance-reviews/${id}/report?format=nonsense`, { key: stranger.key });
    assert.equal(status, 404);
  }
  const { status } = await server.call(`/v1/compliance-reviews/${reviewId}/report?format=pdf`, {
    key: company.partner.key,
  });
  assert.equal(status, 403);
});

test("a report is a file named after the review, in ASCII and in UTF-8", async () => {
  const { headers } = await report("csv");
  assert.equal(headers["content-type"], "text/csv; charset=utf-8");
  assert.equal(
    headers["content-disposition"],
    `attachment; filename="Prufung 2026 2026-03-01.csv"; filename*=UTF-8''${encodeURIComponent("Prüfung 2026 – Ωμέγα Якорь 2026-03-01.csv")}`,
  );
});

test("a review whose name ends with a date gives its report no second one", async () => {
  const rename = (name: string) =>
    server.call(`/v1/compliance-reviews/${reviewId}`, { method: "PATCH", key: company.key, body: { name } });
  const { name } = (await server.call(`/v1/compliance-reviews/${reviewId}`, { key: company.key })).body;
  await rename("Agreement 2026-02-28");
  const { headers } = await report("csv");
  assert.match(String(headers["content-disposition"]), /^attachment; filename="Agreement 2026-02-28\.csv"/);
  await rename(name);
});

test("the CSV has a row for each item and document, in UTF-8 with a byte order mark, and no cell is a formula", async () => {
  const { status, bytes } = await report("csv");
  assert.equal(status, 200);
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const rows = parseCsv(bytes.toString("utf8").slice(1));
  const [head = [], ...body] = rows;
  assert.equal(body.length, 2 * itemCount);
  assert.ok(body.every((row) => row.length === head.length));
  const column = (name: string) => body.map((row) => row[head.indexOf(name)] ?? "");
  assert.deepEqual(new Set(column("fileName")), new Set([`'${hostileName}`, "erste fassung.pdf"]));
  assert.ok(body.flat().every((cell) => !/^[=+\-@\t\r]/.test(cell)));
  assert.equal(column("hasBestEvidence").filter((value) => value === "true").length, itemCount);
});

test("every report shows the confidence of levels and verdicts, and what to check", async () => {
  const { frameworkId, controlId } = await aTarget(server, company.key);
  const { id } = await aReview(server, company, { frameworkId, controlId });
  const probabilities = { met: 0.7399, partly: 0.2601, contradicted: 0, missing: 0, not_applicable: 0 };
  const unsure = anItemFindings([aCriterionFinding("duty", "met", [], { probabilities })]);
  const sure = anItemFindings([
    aCriterionFinding("duty", "met", [], { probabilities: { ...probabilities, met: 1, partly: 0 } }),
  ]);
  await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: id, controlId, fileNames: ["only.pdf"] },
    findings: (item) => (item === 1 ? unsure : sure),
  });
  const [head = [], first = [], second = []] = parseCsv((await report("csv", id)).bytes.toString("utf8").slice(1));
  const cellsOf = (row: string[]) => ["confidence", "needsReview"].map((name) => row[head.indexOf(name)]);
  assert.deepEqual(
    [cellsOf(first), cellsOf(second)],
    [
      ["0.7399", "true"],
      ["1", "false"],
    ],
  );
  const book = read((await report("xlsx", id)).bytes);
  const row = (name: string) => ["G2", "H2", "I2"].map((cell) => book.Sheets[name]?.[cell]?.v);
  assert.deepEqual(
    [row("Requirements"), row("Evidence")],
    [
      ["Compliant", 73, "yes"],
      ["met", 73, "yes"],
    ],
  );
  assert.match(JSON.stringify(book.Sheets["Summary"]), /below 75% or unknown: 1 levels of requirements, 1 verdicts/);
  const oscal = JSON.parse((await report("oscal", id)).bytes.toString());
  const [result] = oscal["assessment-results"].results;
  for (const [described] of [result.findings, result.observations])
    assert.deepEqual(
      described.props.flatMap(({ name, value }: Record<string, string>) =>
        name === "confidence" || name === "needs-review" ? [value] : [],
      ),
      ["0.7399", "true"],
    );
});

/** Parses RFC 4180 strictly. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  for (let match = cells.exec(text); match !== null; match = cells.exec(text)) {
    const [, cell = "", separator] = match;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (separator === ",") continue;
    rows.push(row);
    row = [];
  }
  assert.equal(row.length, 0);
  return rows;
}

test("the workbook has sheets in the review's language, and text cells stay text", async () => {
  const { bytes } = await report("xlsx");
  const book = read(bytes, { cellFormula: true });
  assert.deepEqual(book.SheetNames, [
    ...["Zusammenfassung", "Anforderungen", "Lücken", "Empfehlungen", "Belege", "Dokumente"],
  ]);
  const items = book.Sheets["Anforderungen"] ?? {};
  const cells = Object.entries(items).filter(([name]) => /^[A-Z]+\d+$/.test(name));
  assert.ok(cells.every(([, cell]) => cell.f === undefined));
  assert.ok(cells.some(([, cell]) => cell.v === hostileName && cell.t === "s"));
  assert.equal(cells.filter(([name, cell]) => name.startsWith("F") && cell.t === "n").length, 2 * itemCount);
  const summary = JSON.stringify(book.Sheets["Zusammenfassung"]);
  assert.match(summary, /Müller & Søn GmbH/);
  const documents = JSON.stringify(book.Sheets["Dokumente"]);
  assert.ok(documents.includes("01".repeat(32)) && documents.includes("02".repeat(32)), "the hashes of the files");
});

test("result, roll-up and every report label pages in the language of the findings", async () => {
  const { frameworkId, controlId } = await aTarget(server, company.key);
  const { id } = await aReview(server, company, { frameworkId, controlId });
  const [documentId] = await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: id, controlId, fileNames: ["vertrag.txt"], language: "de" },
    ...{ pageLabel: "section 4", findings: (item) => findingsOf(item, 3) },
  });
  const { body: result } = await server.call(`/v1/documents/${documentId}/result`, { key: company.key });
  const [first] = result.complianceItems;
  const place = { documentId, documentName: "vertrag.txt", pages: ["Abschnitt 4"] };
  assert.deepEqual(first.result.explanation.pageRefs, [place]);
  assert.deepEqual(first.result.explanation.gaps.find((gap: { pageRefs: [] }) => gap.pageRefs.length > 0).pageRefs, [
    place,
  ]);
  assert.equal(result.quotes[first.result.criteria[1].evidence[0].quote].page, "Abschnitt 4");
  const { body: review } = await server.call(`/v1/compliance-reviews/${id}`, { key: company.key });
  assert.deepEqual(review.rollUp.items[0].pageRefs, [place]);
  const csv = (await report("csv", id)).bytes.toString();
  assert.match(csv, /vertrag\.txt: Abschnitt 4/);
  const sheets = JSON.stringify(read((await report("xlsx", id)).bytes).Sheets);
  assert.match(sheets, /vertrag\.txt: Abschnitt 4/);
  const oscal = (await report("oscal", id)).bytes.toString();
  assert.match(oscal, /"Abschnitt 4"/);
  for (const text of [csv, sheets, oscal]) assert.doesNotMatch(text, /section 4/);
});

test("an unchanged review has the same content digest whenever and however often it is exported", async () => {
  const digests = await Promise.all(
    [1, 2].map(async () => (await report("oscal")).bytes.toString().match(/content sha256 ([0-9a-f]{64})/)?.[1]),
  );
  assert.ok(digests[0]);
  assert.equal(digests[0], digests[1]);
});

test("a review without documents has reports", async () => {
  const { id } = await aReview(server, company);
  for (const format of ["pdf", "docx", "xlsx", "csv", "oscal"]) {
    const { status, bytes } = await report(format, id);
    assert.equal(status, 200, format);
    assert.ok(bytes.length > 100, format);
  }
});

test("clients that disconnect before the first byte do not occupy report threads or download slots", async () => {
  const places = 2;
  const { database } = server;
  const crowded = await startTestServer({
    database,
    admission: { maxConcurrentTransfers: places, maxConcurrentTransfersPerTenant: places },
  });
  const { reports } = database.db;
  const { listFindings, listChosenFindings } = reports;
  try {
    const { port, hostname } = new URL(await crowded.app.listen({ port: 0, host: "127.0.0.1" }));
    const path = `/v1/compliance-reviews/${reviewId}/report?format=oscal`;
    for (let caller = 0; caller <= places; caller++) {
      const begun = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      const held = async () => {
        begun.resolve();
        await gate.promise;
      };
      reports.listFindings = (...args) => held().then(() => listFindings(...args));
      reports.listChosenFindings = (...args) => held().then(() => listChosenFindings(...args));
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-api-key: ${company.key}\r\n\r\n`);
      await begun.promise;
      socket.destroy();
      await until(async () => (await connectionsOf(crowded)) === 0);
      gate.resolve();
    }
    Object.assign(reports, { listFindings, listChosenFindings });
    const answer = await fetch(`http://${hostname}:${port}${path}`, { headers: { "x-api-key": company.key } });
    assert.equal(answer.status, 200, await answer.text());
  } finally {
    Object.assign(reports, { listFindings, listChosenFindings });
    await crowded.close();
  }
});

const connectionsOf = ({ app }: TestServer) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
