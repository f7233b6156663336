import { createHash } from "node:crypto";
import type { QueryResultRow } from "pg";

/** A static SQL text. Its name makes PostgreSQL plan it once per connection. */
export interface Statement {
  name: string;
  text: string;
}

export function statement(text: string): Statement {
  return { name: createHash("sha1").update(text).digest("base64url"), text };
}

/** A connection pool or one client inside a transaction: stores do not care which. */
export interface QueryRunner {
  query<Row extends QueryResultRow>(
    query: Statement & { values: unknown[] },
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
}

export async function rows<Row extends QueryResultRow>(
  run: QueryRunner,
  query: Statement,
  values: unknown[] = [],
): Promise<Row[]> {
  const result = await run.query<Row>({ name: query.name, text: query.text, values });
  return result.rows;
}

export async function firstRow<Row extends QueryResultRow>(
  run: QueryRunner,
  query: Statement,
  values: unknown[] = [],
): Promise<Row | undefined> {
  return (await rows<Row>(run, query, values))[0];
}

/** Yields how many rows were touched. */
export async function execute(run: QueryRunner, query: Statement, values: unknown[] = []): Promise<number> {
  const result = await run.query({ name: query.name, text: query.text, values });
  return result.rowCount ?? 0;
}

/** Greater than any id: where a list that has no cursor starts. */
export const pastEveryId = "~";
