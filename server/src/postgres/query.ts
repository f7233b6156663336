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

export interface Portions<Row = Record<string, unknown>> {
  /** How many rows make one. */
  rows: number;
  /** The next is asked for when this one is taken. PostgreSQL and the driver count that time as the statement's. */
  take: (rows: Row[]) => Promise<void> | undefined;
}

export interface SentStatement extends Statement {
  values: unknown[];
  /** Rows are handed on as they come; the result then holds none. */
  portions?: Portions | undefined;
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

/**
 * For what may have thousands of rows: the driver reads all that has arrived in one go, and everybody else waits for it.
 * In portions, others have their turn in between, and what `take` makes of a portion is all that is kept of it.
 */
export function inPortions<Row extends QueryResultRow>(
  run: QueryRunner,
  { name, text }: Statement,
  values: unknown[],
  portions: Portions<Row>,
): Promise<void> {
  return run.query({ name, text, values, portions: portions as Portions }).then(() => undefined);
}

/** A row of names and figures is read in some ten microseconds; asking for the next portion takes longer. */
const smallRows = 50;

/** All rows of what may have thousands, each of them small. */
export async function manyRows<Row extends QueryResultRow>(
  run: QueryRunner,
  query: Statement,
  values: unknown[],
): Promise<Row[]> {
  const all: Row[] = [];
  const take = (portion: Row[]) => {
    all.push(...portion);
    return undefined;
  };
  await inPortions<Row>(run, query, values, { rows: smallRows, take });
  return all;
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
