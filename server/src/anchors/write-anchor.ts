import { type Clock, secondsAfter } from "../platform/clock.ts";
import { firstIdAt, type Id, timeOf } from "../platform/ids.ts";
import type { Signer } from "../platform/signer.ts";
import type { Transactional } from "../platform/transactional.ts";
import { signAnchor } from "./anchor.ts";
import type { AnchorStore } from "./anchor-store.ts";
import { findUnlinkedEntry, linkEntries } from "./audit-chain.ts";

export interface WriteAnchorDeps {
  db: Transactional<{ anchors: AnchorStore }> & { anchors: AnchorStore };
  clock: Clock;
  signer: Signer;
}

const entriesPerRound = 500;
const chainsPerAnchor = 500;
/** An entry may commit after entries with later ids; longer than a transaction lasts and than a clock is set back. */
const lateSeconds = 3 * 3600;

/**
 * Links new audit entries and anchors what has changed. Returns the number of anchors written. `isThorough`: looks for
 * unlinked entries in the whole log, because a process whose clock was far behind may have written one.
 */
export async function writeAnchors(deps: WriteAnchorDeps, isThorough = false): Promise<number> {
  const oldest = isThorough ? await findUnlinkedEntry(deps.db.anchors) : undefined;
  for (let written = 0; ; written++) {
    const hasWritten = await deps.db.transaction(({ anchors }) => writeOne(deps, anchors, oldest));
    if (!hasWritten) return written;
  }
}

async function writeOne(
  { clock, signer }: WriteAnchorDeps,
  anchors: AnchorStore,
  oldest: Id | undefined,
): Promise<boolean> {
  if (!(await anchors.tryLock())) return false;
  const last = await anchors.findLastLinkedId();
  let after = last === undefined ? "" : firstIdAt(secondsAfter(timeOf(last), -lateSeconds));
  if (oldest !== undefined && oldest <= after) after = firstIdAt(secondsAfter(timeOf(oldest), -1));
  let auditLog = await anchors.findAuditHead();
  const earlier = auditLog.length;
  for (;;) {
    const entries = await anchors.listUnlinked(after, entriesPerRound);
    const links = linkEntries(auditLog, entries);
    if (links.length > 0) await anchors.appendLinks(links);
    auditLog = { length: links.at(-1)?.position ?? auditLog.length, sha256: links.at(-1)?.sha256 ?? auditLog.sha256 };
    after = entries.at(-1)?.id ?? after;
    if (entries.length < entriesPerRound) break;
  }
  const records = await anchors.listGrownChains(chainsPerAnchor);
  if (records.length === 0 && auditLog.length === earlier) return false;
  const previous = await anchors.findLatest();
  const number = (previous?.number ?? 0) + 1;
  const at = clock.now().toISOString();
  await anchors.append(signAnchor(signer, { number, at, previousSha256: previous?.sha256 ?? null, auditLog, records }));
  await anchors.markAnchored(records);
  return true;
}
