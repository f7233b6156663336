import type { AuditEntry } from "../audit/audit-log.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { AnchorStore } from "./anchor-store.ts";
import type { AuditLink } from "./audit-chain.ts";

/** A system outside that receives every audit entry, such as a SIEM. */
export interface AuditReceiver {
  name: string;
  send(entries: { link: AuditLink; entry: AuditEntry }[]): Promise<void>;
}

const entriesPerBatch = 200;

/** Sends the entries that are linked and not sent yet. After a failure the same entries are sent again: at least once. */
export async function exportAudit(
  { db }: { db: Transactional<{ anchors: AnchorStore }> },
  receiver: AuditReceiver,
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await db.transaction(async ({ anchors }) => {
      const position = await anchors.lockExport(receiver.name);
      const links = await anchors.listLinks(position, entriesPerBatch);
      const present = links.flatMap(({ link, entry }) => (entry === undefined ? [] : [{ link, entry }]));
      if (present.length > 0) await receiver.send(present);
      const last = links.at(-1);
      if (last !== undefined) await anchors.moveExport(receiver.name, last.link.position);
      return links.length < entriesPerBatch;
    });
  }
}

/** Ids without names, because a copy outside would outlive an erasure. */
export function toExportLine({ link, entry }: { link: AuditLink; entry: AuditEntry }): string {
  const { at, actorKeyId = null, partnerId = null, companyId = null, address = null, ...rest } = entry;
  const { position, sha256 } = link;
  return JSON.stringify({ position, sha256, at: at.toISOString(), ...rest, actorKeyId, partnerId, companyId, address });
}
