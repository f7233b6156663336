import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { findRunningPostgres } from "../server/src/postgres/embedded-postgres.ts";
import { type AssayProcess, aDataDirectory, startAssay } from "./assay-process.ts";
import { type ACompany, aPartnerKey, call, onboardCompany, readAdminToken, readResult, submit } from "./company.ts";
import { runTool } from "./run-tool.ts";

const root = join(import.meta.dirname, "..");
/** No document is processed, so that only the writer changes data. */
const settings = { ASSAY_WORKER_CONCURRENCY: "0", ASSAY_LOG_LEVEL: "warn", ASSAY_RATE_PARTNER_PER_MINUTE: "1000000" };

let data: Awaited<ReturnType<typeof aDataDirectory>>;
let backups: Awaited<ReturnType<typeof aDataDirectory>>;
let assay: AssayProcess;
let partnerKey: string;
const companies: { company: ACompany; documentId: string }[] = [];
const running: AssayProcess[] = [];

before(async () => {
  [data, backups] = [await aDataDirectory(), await aDataDirectory()];
  assay = await startAssay({ ...settings, ASSAY_DATA_DIR: data.path });
  running.push(assay);
  partnerKey = await aPartnerKey(assay, await readAdminToken(data.path));
  for (let n = 0; n < 5; n++) await write(n);
});
after(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGTERM");
    await ended;
  }
  await data.remove();
  await backups.remove();
});

const tool = (name: string, dataDirectory: string, ...args: string[]) =>
  runTool(name, { ASSAY_DATA_DIR: dataDirectory }, ...args);

async function write(n: number): Promise<void> {
  const company = await onboardCompany(assay, partnerKey, `Company ${n}`);
  const bytes = `The contract of company ${n}. ${"Words. ".repeat(1000 * (n % 7))}`;
  const { documentId } = await submit(assay, company, [{ name: "contract.txt", bytes }]);
  companies.push({ company, documentId });
}

/** All rows by table, without the last use of keys and without unlogged tables. */
/** Without the chains that the service still signs. */
async function readRows(dataDirectory: string): Promise<Map<string, Set<string>>> {
  const password = (await readFile(join(dataDirectory, "postgres-password"), "utf8")).trim();
  const client = new Client({ connectionString: await findRunningPostgres(dataDirectory, password) });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
        WHERE relkind = 'r' AND relname NOT IN ('anchors', 'audit_links') AND relnamespace = 'public'::regnamespace AND relpersistence = 'p' ORDER BY 1`,
    );
    const found = new Map<string, Set<string>>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT (to_jsonb(t) - 'last_used_at' - 'anchored_length')::text AS row FROM ${name} t`,
      );
      found.set(name, new Set(rows.map(({ row }) => row)));
    }
    return found;
  } finally {
    await client.end();
  }
}

async function hashBlobs(dataDirectory: string): Promise<Map<string, string>> {
  const folder = join(dataDirectory, "blobs");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = files.map(
    async (file): Promise<[string, string]> => [
      relative(folder, file),
      createHash("sha256")
        .update(await readFile(file))
        .digest("hex"),
    ],
  );
  return new Map(await Promise.all(hashes));
}

const isSubset = (inner: Set<string>, outer: Set<string>) => inner.difference(outer).size === 0;

test("a backup of a running service is restored into an empty directory, and the service continues with it", async () => {
  const rowsBefore = await readRows(data.path);
  const known = [...companies];
  const backup = join(backups.path, "backup");
  let isDone = false;
  const writing = (async () => {
    for (let n = 5; !isDone; n++) await write(n);
  })();
  const made = await tool("backup", data.path, backup).finally(() => {
    isDone = true;
  });
  await writing;
  assert.equal(made.code, 0, made.stdout + made.stderr);
  assert.ok(companies.length > known.length, "documents were submitted during the backup");
  const rowsAfter = await readRows(data.path);
  const blobsAfter = await hashBlobs(data.path);

  const modes = [await stat(backup), await stat(join(backup, "encryption-key"))].map(({ mode }) => mode & 0o777);
  assert.deepEqual(modes, [0o700, 0o600]);
  const again = await tool("backup", data.path, backup);
  assert.deepEqual([again.code, /not empty/.test(again.stderr)], [1, true], again.stderr);

  const fresh = join(backups.path, "data");
  const restored = await tool("restore", fresh, backup);
  assert.equal(restored.code, 0, restored.stdout + restored.stderr);
  const onRestored = await startAssay({ ...settings, ASSAY_DATA_DIR: fresh });
  running.push(onRestored);

  const rows = await readRows(fresh);
  assert.deepEqual([...rows.keys()], [...rowsAfter.keys()]);
  for (const [table, found] of rows) {
    assert.ok(isSubset(rowsBefore.get(table) ?? new Set(), found), `${table} lacks rows from before the backup`);
    // An unclaimed blob exists only while its bytes arrive.
    const transient = table === "unclaimed_blobs" ? found : new Set<string>();
    assert.ok(
      isSubset(found, (rowsAfter.get(table) ?? new Set()).union(transient)),
      `${table} has rows that never existed`,
    );
  }
  assert.equal(
    rows.get("companies")?.size,
    rows.get("business_entities")?.size,
    "rows of one transaction are restored together",
  );
  const blobs = await hashBlobs(fresh);
  for (const [path, sha256] of blobs) assert.equal(sha256, blobsAfter.get(path), path);
  const files = [...(rows.get("document_files") ?? [])].map((row) => JSON.parse(row).blob_key as string);
  assert.ok(files.length >= known.length);
  for (const key of files) assert.ok(blobs.has(join(key.slice(-2), key, "0")), `the bytes of ${key} are missing`);
  for (const { company, documentId } of known) {
    const { name } = await call(`${onRestored.url}/v1/companies/${company.companyId}`, company.headers);
    assert.match(name, /^Company \d$/);
    const result = await readResult(onRestored, company, documentId);
    assert.equal(result.status, "queued");
  }

  const full = await tool("restore", fresh, backup);
  assert.deepEqual([full.code, /not empty/.test(full.stderr)], [1, true], full.stderr);
});

test("a damaged backup and a folder that is not a backup are refused, and nothing is restored", async () => {
  const backup = join(backups.path, "backup");
  const target = join(backups.path, "elsewhere");
  const [blob = ""] = [...(await hashBlobs(backup)).keys()];
  const original = await readFile(join(backup, "blobs", blob));
  await writeFile(join(backup, "blobs", blob), "something else");
  const damaged = await tool("restore", target, backup);
  assert.deepEqual([damaged.code, damaged.stderr.includes(blob)], [1, true], damaged.stderr);
  assert.deepEqual(await readdir(target), []);
  await writeFile(join(backup, "blobs", blob), original);
  const notABackup = await tool("restore", target, join(root, "samples"));
  assert.deepEqual([notABackup.code, /is not a complete backup/.test(notABackup.stderr)], [1, true], notABackup.stderr);
});
