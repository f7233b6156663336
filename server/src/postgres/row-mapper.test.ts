import assert from "node:assert/strict";
import { test } from "node:test";
import type { Id } from "../platform/ids.ts";
import type { SentStatement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

interface Note {
  id: Id;
  companyId: Id;
  sizeBytes: number;
  text: string | null;
  updatedAt: Date | undefined;
}

const notes = rowMapper<Note>(["id", "companyId", "sizeBytes", "text"], ["updatedAt"]);
const query = { name: "list", text: "SELECT" };
const aRow = (id: string) => ({ id, companyId: "c", sizeBytes: 3, text: null, updatedAt: null });

/** Answers every query with these rows, and records what was sent. */
function runnerWith(rows: object[]) {
  const sent: SentStatement[] = [];
  const query = async (statement: SentStatement) => {
    sent.push(statement);
    return { rows: rows as never[], rowCount: rows.length };
  };
  return { query, sent };
}

test("properties are columns in snake_case, selected under the property's name", () => {
  assert.equal(
    notes.columns("n"),
    'n.id AS "id", n.company_id AS "companyId", n.size_bytes::float8 AS "sizeBytes", n.text AS "text", n.updated_at AS "updatedAt"',
  );
});

test("an INSERT has a parameter for each column, in the order of the values", () => {
  const { text } = rowMapper<Pick<Note, "id" | "companyId">>(["id", "companyId"]).insertInto("notes");
  assert.equal(text, "INSERT INTO notes (id, company_id) VALUES ($1, $2)");
  const note = { updatedAt: undefined, text: "t", sizeBytes: 3, companyId: "c", id: "i" };
  assert.deepEqual(notes.values(note), ["i", "c", 3, "t", undefined]);
});

test("NULL becomes undefined only in optional properties", async () => {
  const run = runnerWith([aRow("1")]);
  assert.deepEqual(await notes.find(run, query, []), { ...aRow("1"), updatedAt: undefined });
  assert.equal(await notes.find(runnerWith([]), query, []), undefined);
});

test("a page is read with one row more than requested, which becomes the next cursor", async () => {
  const run = runnerWith([aRow("3"), aRow("2"), aRow("1")]);
  const { entries, nextCursor } = await notes.listPage(run, query, ["c"], { limit: 2, before: undefined });
  assert.deepEqual(run.sent[0]?.values, ["c", "~", 3]);
  assert.deepEqual(
    entries.map(({ id }) => id),
    ["3", "2"],
  );
  assert.equal(nextCursor, Buffer.from("2").toString("base64url"));
});
