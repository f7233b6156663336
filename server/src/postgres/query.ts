import { createHash } from "node:crypto";
import type { Id } from "../platform/ids.ts";

/** A static SQL text. Its name makes PostgreSQL plan it once per connection. */
export interface Statement {
  name: string;
  text: string;
}

/** Tests check the plans of all statements. */
export const everyStatement: Statement[] = [];

/** Called at the top level of a module only, because statements are never removed from `everyStatement`. */
export function statement(text: string): Statement {
  const made = { name: createHash("sha1").update(text).digest("base64url"), text };
  everyStatement.push(made);
  return made;
}

export interface SentStatement extends Statement {
  values: unknown[];
  /** Rows per round trip; default: all. */
  rowsPerFetch?: number;
}

/** A connection pool, or one connection inside a transaction. */
export interface QueryRunner {
  query<Row extends object>(query: SentStatement): Promise<{ rows: Row[]; rowCount: number | null }>;
}

// Plain functions on promises instead of async ones: every query of the service passes here, and each await costs a microtask.

export function rows<Row extends object>(
  run: QueryRunner,
  { name, text }: Statement,
  values: unknown[] = [],
): Promise<Row[]> {
  return run.query<Row>({ name, text, values }).then((result) => result.rows);
}

/** Parsing a row of names and figures takes about ten microseconds, less than a round trip. */
const smallRowsPerFetch = 50;

/** For thousands of small rows: other requests are served between the round trips. */
export function manyRows<Row extends object>(
  run: QueryRunner,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  return run.query<Row>({ name, text, values, rowsPerFetch: smallRowsPerFetch }).then((result) => result.rows);
}

export function firstRow<Row extends object>(
  run: QueryRunner,
  { name, text }: Statement,
  values: unknown[] = [],
): Promise<Row | undefined> {
  return run.query<Row>({ name, text, values }).then((result) => result.rows[0]);
}

/** For a statement that always returns exactly one row, such as a count. */
export async function singleRow<Row extends object>(
  run: QueryRunner,
  query: Statement,
  values: unknown[] = [],
): Promise<Row> {
  const row = await firstRow<Row>(run, query, values);
  if (row === undefined) throw new Error(`no row returned by: ${query.text}`);
  return row;
}

export function listIds(run: QueryRunner, query: Statement, values: unknown[] = []): Promise<Id[]> {
  return rows<{ id: Id }>(run, query, values).then((found) => found.map(({ id }) => id));
}

export function findId(run: QueryRunner, query: Statement, values: unknown[] = []): Promise<Id | undefined> {
  return firstRow<{ id: Id }>(run, query, values).then((row) => row?.id);
}

/** Returns the number of rows that were inserted, changed or deleted. */
export function countAffected(run: QueryRunner, { name, text }: Statement, values: unknown[] = []): Promise<number> {
  return run.query({ name, text, values }).then((result) => result.rowCount ?? 0);
}

export function execute(run: QueryRunner, { name, text }: Statement, values: unknown[] = []): Promise<void> {
  return run.query({ name, text, values }).then(() => undefined);
}

/** Greater than any id: the start of a list without a cursor. */
export const pastEveryId = "~";
