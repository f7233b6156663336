import type { AuditEntry } from "../audit/audit-log.ts";
import type { Id } from "../platform/ids.ts";
import { canonicalJson, sha256Of } from "../records/canonical-json.ts";

export interface ChainHead {
  length: number;
  sha256: string;
}

/** One link of the audit log's chain. */
export interface AuditLink {
  /** Counts from 1. */
  position: number;
  entryId: Id;
  entrySha256: string;
  sha256: string;
}

/** The address is left out: it is erased with its company. */
export function hashEntry({ address: _, at, ...entry }: AuditEntry): string {
  const { actorKeyId = null, partnerId = null, companyId = null, ...rest } = entry;
  return sha256Of(canonicalJson({ ...rest, actorKeyId, partnerId, companyId, at: at.toISOString() }));
}

export function hashLink(
  { position, entryId, entrySha256 }: Omit<AuditLink, "sha256">,
  previousSha256: string,
): string {
  return sha256Of(canonicalJson({ position, entryId, entrySha256, previousSha256 }));
}

/** `head.sha256` is empty for the first link. */
export function linkEntries(head: ChainHead, entries: AuditEntry[]): AuditLink[] {
  const links: AuditLink[] = [];
  let { length, sha256 } = head;
  for (const entry of entries) {
    length += 1;
    const link = { position: length, entryId: entry.id, entrySha256: hashEntry(entry) };
    sha256 = hashLink(link, sha256);
    links.push({ ...link, sha256 });
  }
  return links;
}

interface UnlinkedFinder {
  findUnlinked(afterId: Id, count: number): Promise<{ unlinkedId: Id | undefined; lastId: Id | undefined }>;
}

const examinedPerStatement = 5000;

/** The first entry of the whole log that is in no link. */
export async function findUnlinkedEntry(store: UnlinkedFinder): Promise<Id | undefined> {
  for (let after: Id | undefined = ""; after !== undefined; ) {
    const { unlinkedId, lastId }: Awaited<ReturnType<UnlinkedFinder["findUnlinked"]>> = await store.findUnlinked(
      after,
      examinedPerStatement,
    );
    if (unlinkedId !== undefined) return unlinkedId;
    after = lastId;
  }
  return undefined;
}
