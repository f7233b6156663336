import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aFile, aSubmissionFixture } from "../testing/submission-fixture.ts";

const { server, send, resultOf } = await aSubmissionFixture();
after(() => server.close());

describe("the database refuses to move a status backward", () => {
  const set = (table: string, id: string, status: string) => {
    const ended = status === "completed" || status === "failed";
    const reason = `, failure_reason = ${status === "failed" ? "'why'" : "NULL"}`;
    const isCompleted = status === "completed";
    const more =
      table === "documents"
        ? `${reason}, processed_at = ${ended ? "now()" : "NULL"}`
        : `${reason}, judged_at = ${ended ? "now()" : "NULL"}, score = ${isCompleted ? 1 : "NULL"}, findings = ${isCompleted ? "'{}'" : "NULL"}`;
    return server.database.query(`UPDATE ${table} SET status = $2${more} WHERE id = $1`, [id, status]);
  };
  const aDocument = async () => (await send([aFile()])).body.documentId as string;
  const anItem = async () => (await resultOf(await aDocument())).complianceItems[0].id as string;

  for (const [from, to] of [
    [["processing"], "queued"],
    [["processing", "completed"], "queued"],
    [["processing", "completed"], "processing"],
    [["processing", "completed"], "failed"],
    [["processing", "failed"], "queued"],
    [["processing", "failed"], "processing"],
    [["processing", "failed"], "completed"],
  ] as const) {
    test(`a document cannot go from ${from.at(-1)} to ${to}`, async () => {
      const id = await aDocument();
      for (const status of from) await set("documents", id, status);
      await assert.rejects(set("documents", id, to), /cannot go from/);
    });
  }

  for (const [from, to] of [
    ["completed", "pending"],
    ["completed", "failed"],
    ["failed", "pending"],
    ["failed", "completed"],
  ] as const) {
    test(`an item cannot go from ${from} to ${to}`, async () => {
      const id = await anItem();
      await set("document_items", id, from);
      await assert.rejects(set("document_items", id, to), /cannot go from/);
    });
  }

  test("only an ended document has an end time, and only a failed one a failure reason", async () => {
    const id = await aDocument();
    const change = (text: string) => server.database.query(`UPDATE documents SET ${text} WHERE id = $1`, [id]);
    for (const text of [
      "processed_at = now()",
      "failure_reason = 'x'",
      "status = 'completed'",
      "status = 'failed', processed_at = now()",
      "status = 'completed', processed_at = now(), failure_reason = 'x'",
    ])
      await assert.rejects(change(text), /violates check constraint/, text);
  });
});
