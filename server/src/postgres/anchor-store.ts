import type { AnchorStore, StoredAnchor } from "../anchors/anchor-store.ts";
import type { AuditLink, ChainHead } from "../anchors/audit-chain.ts";
import type { AuditEntry } from "../audit/audit-log.ts";
import type { Id } from "../platform/ids.ts";
import { sha256Of } from "../records/canonical-json.ts";
import { execute, findId, firstRow, type QueryRunner, rows, singleRow, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const entries = rowMapper<AuditEntry>(
  ["id", "at", "actorTier", "action", "subjectId", "details", "requestId"],
  ["actorKeyId", "partnerId", "companyId", "address"],
);
/** An arbitrary key of an advisory lock. */
const anchorLock = 7160310501;

const tryLock = statement("SELECT pg_try_advisory_xact_lock($1) AS locked");
const findLatest = statement("SELECT number::float8 AS number, text FROM anchors ORDER BY anchors.number DESC LIMIT 1");
const append = statement("INSERT INTO anchors (number, text) VALUES ($1, $2)");
const list = statement(
  "SELECT number::float8 AS number, text FROM anchors WHERE number > $1 ORDER BY anchors.number LIMIT $2",
);
const findAuditHead = statement(
  "SELECT position::float8 AS length, encode(sha256, 'hex') AS sha256 FROM audit_links ORDER BY position DESC LIMIT 1",
);
const findLastLinked = statement("SELECT entry_id AS id FROM audit_links ORDER BY entry_id DESC LIMIT 1");
const findUnlinked = statement(
  `SELECT min(e.id) FILTER (WHERE l.entry_id IS NULL) AS "unlinkedId", max(e.id) AS "lastId"
     FROM (SELECT id FROM audit_log WHERE id > $1 ORDER BY id LIMIT $2) e
     LEFT JOIN LATERAL (SELECT entry_id FROM audit_links WHERE entry_id = e.id LIMIT 1) l ON true`,
);
const listUnlinked = statement(
  `SELECT ${entries.columns("a")} FROM audit_log a
    WHERE a.id > $1 AND NOT EXISTS (SELECT FROM audit_links l WHERE l.entry_id = a.id) ORDER BY a.id LIMIT $2`,
);
const appendLinks = statement(
  `INSERT INTO audit_links (position, entry_id, entry_sha256, sha256)
   SELECT position, entry_id, decode(entry_sha256, 'hex'), decode(sha256, 'hex')
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS link (position, entry_id, entry_sha256, sha256)`,
);
const listLinks = statement(
  `SELECT l.position::float8 AS position, l.entry_id AS "entryId", encode(l.entry_sha256, 'hex') AS "entrySha256",
          encode(l.sha256, 'hex') AS sha256, ${entries.columns("a")}
     FROM audit_links l LEFT JOIN audit_log a ON a.id = l.entry_id
    WHERE l.position > $1 ORDER BY l.position LIMIT $2`,
);
const listGrown = statement(
  `SELECT company_id AS "companyId", length, encode(sha256, 'hex') AS sha256 FROM record_chains
    WHERE length > anchored_length ORDER BY company_id LIMIT $1`,
);
const beginExport = statement(
  "INSERT INTO audit_exports (name, position) VALUES ($1, 0) ON CONFLICT (name) DO NOTHING",
);
const lockExport = statement("SELECT position::float8 AS position FROM audit_exports WHERE name = $1 FOR UPDATE");
const moveExport = statement("UPDATE audit_exports SET position = $2 WHERE name = $1");
const markAnchored = statement("UPDATE record_chains SET anchored_length = $2 WHERE company_id = $1");

export function anchorStore(run: QueryRunner): AnchorStore {
  return {
    tryLock: async () => (await singleRow<{ locked: boolean }>(run, tryLock, [anchorLock])).locked,
    async findLatest() {
      const found = await firstRow<StoredAnchor>(run, findLatest);
      return found && { ...found, sha256: sha256Of(found.text) };
    },
    append: ({ number, text }) => execute(run, append, [number, text]),
    list: (afterNumber, limit) => rows<StoredAnchor>(run, list, [afterNumber, limit]),
    findAuditHead: async () => (await firstRow<ChainHead>(run, findAuditHead)) ?? { length: 0, sha256: "" },
    findLastLinkedId: () => findId(run, findLastLinked),
    async findUnlinked(afterId, count) {
      const found = await singleRow<{ unlinkedId: Id | null; lastId: Id | null }>(run, findUnlinked, [afterId, count]);
      return { unlinkedId: found.unlinkedId ?? undefined, lastId: found.lastId ?? undefined };
    },
    listUnlinked: (afterId, limit) => entries.list(run, listUnlinked, [afterId, limit]),
    appendLinks: (links) =>
      execute(run, appendLinks, [
        links.map(({ position }) => position),
        links.map(({ entryId }) => entryId),
        links.map(({ entrySha256 }) => entrySha256),
        links.map(({ sha256 }) => sha256),
      ]),
    async listLinks(afterPosition, limit) {
      const found = await rows<AuditLink & { [Name in keyof AuditEntry]: AuditEntry[Name] | null }>(run, listLinks, [
        afterPosition,
        limit,
      ]);
      return found.map(({ position, entryId, entrySha256, sha256, ...entry }) => ({
        link: { position, entryId, entrySha256, sha256 },
        entry: entry.id === null ? undefined : (withoutNulls(entry) as unknown as AuditEntry),
      }));
    },
    listGrownChains: (limit) => rows<ChainHead & { companyId: Id }>(run, listGrown, [limit]),
    async lockExport(name) {
      await execute(run, beginExport, [name]);
      return (await singleRow<{ position: number }>(run, lockExport, [name])).position;
    },
    moveExport: (name, position) => execute(run, moveExport, [name, position]),
    async markAnchored(chains) {
      for (const { companyId, length } of chains) await execute(run, markAnchored, [companyId, length]);
    },
  };
}

function withoutNulls(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? undefined : value]));
}
