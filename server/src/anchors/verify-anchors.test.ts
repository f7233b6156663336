import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { anchorFileName, composeAnchors, makeAnchorSigner } from "../compose-anchors.ts";
import { readLines } from "../data-directory/anchor-file.ts";
import { systemClock } from "../platform/clock.ts";
import { canonicalJson, sha256Of } from "../records/canonical-json.ts";
import { makeNextRecord } from "../records/document-record.ts";
import { verifyChain } from "../records/verify-chain.ts";
import { makeReportSigner, signContent } from "../reports/report-signature.ts";
import { anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { verifyAnchors } from "./verify-anchors.ts";

const fixture = await anAnalysisFixture();
const { server, company, aDocument, analyse } = fixture;
const folder = await mkdtemp(join(tmpdir(), "verify-anchors-test-"));
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await fixture.close();
});
const { query, db } = server.database;
const encryptionKey = Buffer.alloc(32, "anchors");
const signer = makeAnchorSigner(encryptionKey);
const file = join(folder, anchorFileName);

/** One round: what the service does several times a minute. */
async function anchor(): Promise<void> {
  const config = { anchors: { s3: undefined, url: undefined }, auditExport: { url: undefined, syslog: undefined } };
  const onError = (_: string, error: unknown) => assert.fail(String(error));
  const kept = await composeAnchors({ config, db, clock: systemClock, encryptionKey, folder, onError });
  await kept.close();
}

const problems = async () => (await verifyAnchors({ db, signer, clock: systemClock }, await readLines(file))).problems;

/** As somebody with all rights on the database could, but without the service's key. */
async function forge(tables: string[], change: () => Promise<unknown>): Promise<void> {
  for (const table of tables) await query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await change();
  for (const table of tables) await query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

/** Makes every record of the company anew from the current state of its documents. */
async function rebuildRecords(): Promise<void> {
  const records = await db.records.list(company.companyId, 0, 100);
  await query("DELETE FROM document_records WHERE company_id = $1", [company.companyId]);
  let end: { length: number; sha256: string | null } = { length: 0, sha256: null };
  for (const { documentId } of records) {
    const ended = await db.records.findEnded(company.companyId, documentId ?? "");
    assert.ok(ended);
    const record = makeNextRecord(company.companyId, end, ended);
    await db.records.append(record);
    end = { length: record.position, sha256: record.sha256 };
  }
}

describe("what somebody with the database alone forges is named", () => {
  test("nothing is, while nothing was forged, however often and with however many anchors", async () => {
    for (let count = 0; count < 3; count++) {
      await analyse(await aDocument());
      await anchor();
    }
    await anchor();
    assert.deepEqual(await problems(), []);
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    assert.equal(lines.length, (await db.anchors.list(0, 100)).length);
    const { links } = await verifyAnchors({ db, signer, clock: systemClock }, lines);
    const [counted] = await query<{ count: string }>("SELECT count(*) FROM audit_log");
    assert.equal(links, Number(counted?.count));
  });

  test("a raised score with all records rebuilt to match it", async () => {
    const [second] = (await db.records.list(company.companyId, 1, 1)).map(({ documentId }) => documentId);
    await forge(["document_records"], async () => {
      await query("UPDATE document_items SET score = 95 WHERE document_id = $1", [second]);
      await rebuildRecords();
    });
    const { problems: inChain } = await verifyChain(db.records, company.companyId);
    assert.deepEqual(inChain, [], "the chain alone is consistent");
    const [first] = await problems();
    assert.match(
      first ?? "",
      new RegExp(`^company ${company.companyId}: record 2 was rewritten after anchor \\d+ of `),
    );
    const before = await problems();
    await analyse(await aDocument());
    await anchor();
    assert.deepEqual(await problems(), before, "a later anchor does not hide it");
  });

  test("audit entries that were altered or deleted, by their ids", async () => {
    const [one, two] = await query<{ id: string }>("SELECT id FROM audit_log ORDER BY id LIMIT 2 OFFSET 3");
    await forge(["audit_log"], async () => {
      await query("UPDATE audit_log SET actor_tier = 'system' WHERE id = $1", [one?.id]);
      await query("DELETE FROM audit_log WHERE id = $1", [two?.id]);
    });
    const found = (await problems()).filter((problem) => problem.startsWith("audit log"));
    assert.deepEqual(
      found.map((problem) => problem.replace(/ \(link \d+\)/, "")),
      [`audit log: entry ${one?.id} was altered`, `audit log: entry ${two?.id} was deleted`],
    );
  });

  test("a rebuilt or shortened chain of audit entries", async () => {
    await forge(["audit_links"], () =>
      query("DELETE FROM audit_links WHERE position > (SELECT max(position) - 1 FROM audit_links)"),
    );
    assert.match((await problems()).join("\n"), /audit log: it ends at link \d+, but anchor \d+ of \S+ has \d+/);
    const [{ position, previous } = { position: "", previous: "" }] = await query<{
      position: string;
      previous: string;
    }>(
      `SELECT l.position, encode(b.sha256, 'hex') AS previous FROM audit_links l JOIN audit_links b ON b.position = l.position - 1
        ORDER BY l.position DESC LIMIT 1`,
    );
    const forged = { position: Number(position), entryId: "01ARZ3NDEKTSV4RRFFQ69G5FAV", entrySha256: "00".repeat(32) };
    await forge(["audit_links"], () =>
      query(
        "UPDATE audit_links SET entry_id = $2, entry_sha256 = decode($3, 'hex'), sha256 = decode($4, 'hex') WHERE position = $1",
        [
          position,
          forged.entryId,
          forged.entrySha256,
          sha256Of(canonicalJson({ ...forged, previousSha256: previous })),
        ],
      ),
    );
    assert.match((await problems()).join("\n"), /entry 01ARZ3NDEKTSV4RRFFQ69G5FAV \(link \d+\) was deleted/);
  });

  test("anchors removed from the database, and anchors that another key signed", async () => {
    await forge(["anchors"], () => query("DELETE FROM anchors WHERE number = 1"));
    assert.ok((await problems()).includes("1 anchors are missing in the database, the first is 1"));
    const other = makeAnchorSigner(Buffer.alloc(32, "another"));
    const { problems: foreign } = await verifyAnchors({ db, signer: other, clock: systemClock }, await readLines(file));
    assert.match(foreign[0] ?? "", /line 1 of the anchor file was not signed by this service/);
  });
});

test("a report's signed statement names the latest anchor", async () => {
  const latest = await db.anchors.findLatest();
  assert.ok(latest);
  const head = { review: { id: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }, generatedAt: new Date(0) } as Parameters<
    typeof signContent
  >[1];
  const { statement } = signContent(makeReportSigner(encryptionKey), head, "00", latest);
  assert.ok(statement.includes(`\nanchor ${latest.number} sha256 ${sha256Of(latest.text)}\n`), statement);
});
