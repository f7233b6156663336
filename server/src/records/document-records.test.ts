import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import type { Id } from "../platform/ids.ts";
import { giveUpDocument } from "../processing/analyse-document.ts";
import { anAnalysisFixture, aText, itemCount } from "../testing/analysis-fixture.ts";
import { aCompany } from "../testing/builders.ts";
import { encryptedPdf, linesPdf } from "../testing/sample-pdfs.ts";
import { canonicalJson } from "./canonical-json.ts";
import { verifyChain } from "./verify-chain.ts";

const { server, company, worker, aDocument, analyse, resultOf, close } = await anAnalysisFixture();
after(close);

const { query } = server.database;
const recordOf = (documentId: string, key = company.key) => server.call(`/v1/documents/${documentId}/record`, { key });
const verify = () => verifyChain(server.database.db.records, company.companyId);

async function analysed(files = [aText()]): Promise<string> {
  const documentId = await aDocument(files);
  await analyse(documentId);
  return documentId;
}

describe("the record of a document", () => {
  test("exists once the document has ended, names the engine, and matches its hash", async () => {
    const content = Buffer.from(await linesPdf(["Subject matter and duration"]));
    const documentId = await aDocument([{ name: "secret name.pdf", content }]);
    const before = await recordOf(documentId);
    assert.deepEqual(
      [before.status, before.body.message],
      [404, "The document has no record yet: it is written when the document completes or fails."],
    );
    await analyse(documentId);
    const { status, body, text } = await recordOf(documentId);
    assert.equal(status, 200, text);
    const { record, sha256 } = body;
    assert.equal(createHash("sha256").update(canonicalJson(record)).digest("hex"), sha256);
    const result = await resultOf(documentId);
    assert.deepEqual(record.engine, result.engine);
    assert.deepEqual([record.status, record.pageCount, record.processedAt], ["completed", 1, result.processedAt]);
    assert.equal(record.files[0].sha256, createHash("sha256").update(content).digest("hex"));
    assert.deepEqual(
      record.items.map((item: { itemId: string; score: number }) => [item.itemId, item.score]),
      result.complianceItems.map((item: { id: string; result: { score: number } }) => [item.id, item.result.score]),
    );
    assert.ok(!text.includes("secret name"), "it contains no file name");
  });

  test("also exists for a failed document and for one whose retries are used up", async () => {
    const locked = await encryptedPdf(await linesPdf(["secret"]), { user: "open", owner: "secret" });
    const unread = await analysed([{ name: "locked.pdf", content: Buffer.from(locked) }]);
    const givenUp = await aDocument();
    await giveUpDocument(worker, { companyId: company.companyId, documentId: givenUp });
    for (const documentId of [unread, givenUp]) {
      const { record } = (await recordOf(documentId)).body;
      assert.deepEqual([record.status, record.engine, record.items.length], ["failed", null, itemCount]);
    }
    assert.deepEqual((await verify()).problems, []);
  });

  test("contains the hash of the record before it, even when several documents end at once", async () => {
    const documents = await Promise.all(Array.from({ length: 6 }, () => aDocument()));
    await Promise.all(documents.map((documentId) => analyse(documentId)));
    const answers = await Promise.all(documents.map(async (id) => (await recordOf(id)).body));
    const inOrder = answers.sort((a, b) => a.record.position - b.record.position);
    for (const [at, { record }] of inOrder.entries()) {
      if (at === 0) continue;
      assert.deepEqual(
        [record.position, record.previousSha256],
        [inOrder[at - 1].record.position + 1, inOrder[at - 1].sha256],
      );
    }
    const { problems, length } = await verify();
    assert.deepEqual([problems, length >= 6], [[], true]);
  });

  test("that is added while its chain is verified is no problem", async () => {
    const { records } = server.database.db;
    let added = 0;
    const working = {
      ...records,
      async findChain(companyId: Id) {
        if (added++ < 2) await analysed();
        return records.findChain(companyId);
      },
    };
    const { length: before } = await verify();
    const { problems, length } = await verifyChain(working, company.companyId);
    assert.deepEqual([problems, length], [[], before + 2]);
  });

  test("belongs to its company's own chain", async () => {
    const other = await aCompany(server);
    const { problems, length } = await verifyChain(server.database.db.records, other.companyId);
    assert.deepEqual([problems, length], [[], 0]);
    assert.equal((await recordOf(await analysed(), other.key)).status, 404);
  });

  test("cannot be changed or removed with ordinary statements", async () => {
    await assert.rejects(query("UPDATE document_records SET record = '{}'"), /append-only/);
    await assert.rejects(query("DELETE FROM document_records"), /append-only/);
    await assert.rejects(query("TRUNCATE document_records"), /append-only/);
  });
});

/** Changes something directly in the database, checks the chain, and restores the old state. */
async function checkTampered(change: string, values: unknown[], restore: () => Promise<unknown>): Promise<string[]> {
  await query("ALTER TABLE document_records DISABLE TRIGGER USER");
  try {
    await query(change, values);
    return (await verify()).problems.map(({ documentId, problem }) => `${documentId}: ${problem}`);
  } finally {
    await restore();
    await query("ALTER TABLE document_records ENABLE TRIGGER USER");
  }
}

describe("a change made directly in the database is detected", () => {
  test("in a score, with the document and its item", async () => {
    const documentId = await analysed();
    const [item] = await query<{ id: string; score: string }>(
      "SELECT id, score FROM document_items WHERE document_id = $1 AND score = 0 ORDER BY position LIMIT 1",
      [documentId],
    );
    assert.ok(item);
    const found = await checkTampered("UPDATE document_items SET score = 95 WHERE id = $1", [item.id], () =>
      query("UPDATE document_items SET score = $2 WHERE id = $1", [item.id, item.score]),
    );
    assert.deepEqual(found, [`${documentId}: item ${item.id} was changed: its score was 0 and is 95`]);
    assert.deepEqual((await verify()).problems, []);
  });

  test("in findings, a reason, an engine or a file's hash", async () => {
    const documentId = await analysed();
    const restoring = (table: string, column: string, where: string) => async (to: string) => {
      const [row] = await query<{ id: string; old: unknown }>(
        `SELECT id, ${column}::text AS old FROM ${table} WHERE ${where} = $1 ORDER BY id LIMIT 1`,
        [documentId],
      );
      const type = column === "sha256" ? "bytea" : "jsonb";
      return checkTampered(`UPDATE ${table} SET ${column} = ${to} WHERE id = $1`, [row?.id], () =>
        query(`UPDATE ${table} SET ${column} = $2::${type} WHERE id = $1`, [row?.id, row?.old]),
      );
    };
    const findings = await restoring(
      "document_items",
      "findings",
      "document_id",
    )('findings || \'{"strength": "all"}\'');
    assert.match(findings.join(), new RegExp(`^${documentId}: item \\w+ was changed$`));
    const engine = await restoring("documents", "engine", "id")('engine || \'{"version": "99"}\'');
    assert.deepEqual(engine, [`${documentId}: engine was changed`]);
    const file = await restoring("document_files", "sha256", "document_id")("decode('00', 'hex')");
    assert.deepEqual(file, [`${documentId}: files was changed`]);
    assert.deepEqual((await verify()).problems, []);
  });

  test("in a record itself, a removed record, and a truncated chain", async () => {
    await analysed();
    const records = await query<{ position: number; document_id: string; record: string; sha256: Buffer }>(
      "SELECT position, document_id, record, sha256 FROM document_records WHERE company_id = $1 ORDER BY position",
      [company.companyId],
    );
    const [second, last] = [records[1], records.at(-1)];
    assert.ok(second && last);
    const rewritten = second.record.replace('"pageCount":', '"pageCount":1');
    const changed = await checkTampered(
      "UPDATE document_records SET record = $2 WHERE document_id = $1",
      [second.document_id, rewritten],
      () =>
        query("UPDATE document_records SET record = $2 WHERE document_id = $1", [second.document_id, second.record]),
    );
    assert.ok(changed.includes(`${second.document_id}: the record does not match its hash`), changed.join("\n"));
    for (const gone of [second, last]) {
      const found = await checkTampered("DELETE FROM document_records WHERE document_id = $1", [gone.document_id], () =>
        query(
          "INSERT INTO document_records (company_id, position, document_id, record, sha256) VALUES ($1, $2, $3, $4, $5)",
          [company.companyId, gone.position, gone.document_id, gone.record, gone.sha256],
        ),
      );
      assert.match(found.join("\n"), gone === last ? /the chain should end at/ : /record 2 is missing before it/);
      assert.ok(found.includes(`${gone.document_id}: the document has ended and has no record`), found.join("\n"));
    }
    assert.deepEqual((await verify()).problems, []);
  });
});
