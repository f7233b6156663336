import type { AuditEntry } from "../audit/audit-log.ts";
import type { Id } from "../platform/ids.ts";
import type { AuditLink, ChainHead } from "./audit-chain.ts";

export interface StoredAnchor {
  number: number;
  text: string;
}

export interface AnchorStore {
  /** For one transaction at a time; false if another process writes an anchor at the moment. */
  tryLock(): Promise<boolean>;
  findLatest(): Promise<(StoredAnchor & { sha256: string }) | undefined>;
  append(anchor: StoredAnchor): Promise<void>;
  /** In order, after a number. */
  list(afterNumber: number, limit: number): Promise<StoredAnchor[]>;
  findAuditHead(): Promise<ChainHead>;
  /** The id of the newest linked entry. */
  findLastLinkedId(): Promise<Id | undefined>;
  /** Examines that many entries after an id, in the order of their ids; the last of them is undefined at the end of the log. */
  findUnlinked(afterId: Id, count: number): Promise<{ unlinkedId: Id | undefined; lastId: Id | undefined }>;
  /** Entries after an id that are in no link, in the order of their ids. */
  listUnlinked(afterId: Id, limit: number): Promise<AuditEntry[]>;
  appendLinks(links: AuditLink[]): Promise<void>;
  /** In order, after a position; without an entry where it was removed. */
  listLinks(afterPosition: number, limit: number): Promise<{ link: AuditLink; entry: AuditEntry | undefined }[]>;
  /** Companies whose chain of records has grown since the last anchor. */
  listGrownChains(limit: number): Promise<(ChainHead & { companyId: Id })[]>;
  /** The last link that was sent to an export; 0 before the first. Locks the export until the transaction ends. */
  lockExport(name: string): Promise<number>;
  moveExport(name: string, position: number): Promise<void>;
  markAnchored(chains: { companyId: Id; length: number }[]): Promise<void>;
}
