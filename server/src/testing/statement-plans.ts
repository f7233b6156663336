import assert from "node:assert/strict";
import { everyStatement } from "../postgres/query.ts";

/**
 * PostgreSQL's plan for every statement of every store on a large database. A table counts as growing unless it is listed
 * here.
 */

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** With fewer documents a sequential scan is often right. */
export const grownDocuments = 20_000;

/** Tables that do not grow with submissions. */
export const doNotGrow = [
  ...["frameworks", "controls", "clusters", "control_items", "control_item_revisions"],
  ...[
    "partners",
    "partner_brandings",
    "instance_settings",
    "schema_migrations",
    "worker_heartbeats",
    "audit_exports",
    "quota_overrides",
  ],
  // The queue's own, with a row for each kind of job, and one row.
  ...["queue", "version"],
];

/** Statements that may use a sequential scan, by their beginning, and why. */
const excepted: [beginning: string, why: string][] = [
  ["SELECT company_id AS id FROM documents UNION", "npm run verify-records then reads every document anyway"],
  ["DELETE FROM pgboss.job WHERE name IN", "once for a company that is erased; the queue holds what waits"],
  ["SELECT name, id FROM pgboss.job WHERE state = 'active'", "once, when the only process there is starts"],
  ['SELECT blob_key AS "blobKey"', "npm run rotate-keys then rewrites every key anyway"],
  ["UPDATE compliance_reviews r SET is_scored = false", "only where a catalogue counts documents in another way"],
  ["UPDATE documents n SET gaps_refreshed = false", "only where a catalogue counts documents in another way"],
  ["DELETE FROM audit_log", "planned by the value: scansOfRemovals"],
  ["DELETE FROM rate_windows", "holds the subjects of the last minutes"],
  ["DELETE FROM portal_sessions WHERE expires_at", "holds half a day of sessions"],
  ["DELETE FROM account_sessions WHERE expires_at", "holds half a day of sessions"],
  ["UPDATE unclaimed_blobs SET remove_after = $2 WHERE starts_with", "holds what is on its way"],
  ["DELETE FROM webhook_deliveries d USING events", "planned by the value: scansOfRemovals"],
  ["DELETE FROM events e", "planned by the value: scansOfRemovals"],
];

export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}
type Explained = { "QUERY PLAN": [{ Plan: Plan }] };

function scannedWhole(plan: Plan): string[] {
  const table = plan["Node Type"] === "Seq Scan" ? plan["Relation Name"] : undefined;
  const own = table !== undefined && !doNotGrow.includes(table) ? [table] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scannedWhole)];
}

/** The generic plan, without parameter values. */
export async function tablesScannedBy(query: Query, text: string, values?: unknown[]): Promise<string[]> {
  const options = values === undefined ? "GENERIC_PLAN, FORMAT JSON" : "FORMAT JSON";
  const [row] = await query<Explained>(`EXPLAIN (${options}) ${text}`, values);
  assert.ok(row, text);
  return scannedWhole(row["QUERY PLAN"][0].Plan);
}

export interface Scans {
  /** Each with the tables that it scans. */
  found: string[];
  /** Exceptions that no statement needs. */
  unneeded: string[];
}

export async function scansOfEveryStatement(query: Query): Promise<Scans> {
  assert.ok(everyStatement.length > 150, `${everyStatement.length} statements: are all stores loaded?`);
  const found: string[] = [];
  const used = new Set<string>();
  for (const { text } of everyStatement) {
    const tables = await tablesScannedBy(query, text);
    if (tables.length === 0) continue;
    const [beginning] = excepted.find(([one]) => text.startsWith(one)) ?? [];
    if (beginning === undefined) found.push(`${tables.join(", ")}: ${text}`);
    else used.add(beginning);
  }
  return { found, unneeded: excepted.map(([beginning]) => beginning).filter((beginning) => !used.has(beginning)) };
}

/** Without the parameter the planner expects a third of all events to be old; in fact it is an hour's worth. */
export async function scansOfRemovals(query: Query): Promise<string[]> {
  const removals = everyStatement.filter(({ text }) =>
    /^DELETE FROM (webhook_deliveries d|events e|audit_log)\b/.test(text),
  );
  assert.equal(removals.length, 3);
  const found: string[] = [];
  for (const { text } of removals) {
    const table = text.includes("audit_log") ? "audit_log" : "events";
    const [old] = await query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id LIMIT 1 OFFSET 100`);
    const values = text.includes("$2") ? [old?.id, 1000] : [old?.id];
    const tables = await tablesScannedBy(query, text, values);
    if (tables.length > 0) found.push(`${tables.join(", ")}: ${text}`);
  }
  return found;
}
