import { createHash } from "node:crypto";
import type { QueryResultRow } from "pg";

/** A static SQL text. Its name makes PostgreSQL plan it once per connection. */
export interface Statement {
  name: string;
  text: string;
}

/** All there are: their plans are looked at as a whole. */
export const everyStatement: Statement[] = [];

/** For the top of a module only: what is made here is kept for as long as the process lives. */
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

/** A connection pool or one client inside a transaction: stores do not care which. */
export interface QueryRunner {
  query<Row extends QueryResultRow>(query: SentStatement): Promise<{ rows: Row[]; rowCount: number | null }>;
}

// Plain functions on promises, not async ones: every read of the service goes through here, and each await is a turn.

export function rows<Row extends QueryResultRow>(
  run: QueryRunner,
  query: Statement,
  values: unknown[] = [],
): Promise<Row[]> {
  return run.query<Row>({ name: query.name, text: query.text, values }).then((result) => result.rows);
}

/** A row of names and figures takes some ten microseconds to parse; a round trip takes longer. */
const smallRowsPerFetch = 50;

/** For thousands of small rows: other requests are served between the round trips. */
export function manyRows<Row extends QueryResultRow>(
  run: QueryRunner,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  return run.query<Row>({ name, text, values, rowsPerFetch: smallRowsPerFetch }).then((result) => result.rows);
}

export function firstRow<Row extends QueryResultRow>(
  run: QueryRunner,
  query: Statement,
  values: unknown[] = [],
): Promise<Row | undefined> {
  return run.query<Row>({ name: query.name, text: query.text, values }).then((result) => result.rows[0]);
}

/** Yields how many rows were touched. */
export function execute(run: QueryRunner, query: Statement, values: unknown[] = []): Promise<number> {
  return run.query({ name: query.name, text: query.text, values }).then((result) => result.rowCount ?? 0);
}

/** Greater than any id: where a list that has no cursor starts. */
export const pastEveryId = "~";
