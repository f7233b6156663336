import type { AuditLog } from "../audit/audit-log.ts";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import { firstIdAt, type Id, timeOf } from "../platform/ids.ts";
import { newestFirst } from "../platform/page.ts";
import type { Signer } from "../platform/signer.ts";
import type { RecordStore } from "../records/record-store.ts";
import { type Anchor, hashAnchor, readAnchor } from "./anchor.ts";
import type { AnchorStore, StoredAnchor } from "./anchor-store.ts";
import { type ChainHead, findUnlinkedEntry, hashEntry, hashLink } from "./audit-chain.ts";

interface VerifyDeps {
  db: {
    anchors: AnchorStore;
    records: Pick<RecordStore, "list" | "findChain">;
    audit: Pick<AuditLog, "list">;
  };
  signer: Pick<Signer, "verify">;
  clock: Clock;
}

export interface AnchorCheck {
  anchors: number;
  links: number;
  /** The first of each kind of break comes first. */
  problems: string[];
}

const perBatch = 500;
/** Anchors are at most a minute apart; a service that was stopped writes one when it starts. */
const unlinkedSeconds = 600;

/** Compares the database with what was anchored. `kept`: the anchors outside of the database, from the anchor file. */
export async function verifyAnchors(deps: VerifyDeps, kept: string[]): Promise<AnchorCheck> {
  const problems: string[] = [];
  const anchors = await collectAnchors(deps, kept, problems);
  await checkRecords(deps, anchors, problems);
  const links = await checkAuditChain(deps, anchors, problems);
  return { anchors: anchors.length, links, problems };
}

async function collectAnchors({ db, signer }: VerifyDeps, kept: string[], problems: string[]): Promise<Anchor[]> {
  const texts = new Map<number, string>();
  for (const [index, text] of kept.entries()) {
    const anchor = readAnchor(signer, text);
    if (anchor === undefined) problems.push(`line ${index + 1} of the anchor file was not signed by this service`);
    else texts.set(anchor.number, text);
  }
  const newestKept = Math.max(0, ...texts.keys());
  const stored = new Map<number, string>();
  for await (const { number, text } of listAll(db.anchors)) {
    stored.set(number, text);
    const outside = texts.get(number);
    if (readAnchor(signer, text) === undefined)
      problems.push(`anchor ${number} in the database was not signed by this service`);
    else if (outside === undefined) texts.set(number, text);
    else if (outside !== text) problems.push(`anchor ${number} in the database differs from the anchor file`);
  }
  const missing = [...texts.keys()].filter((number) => number <= newestKept && !stored.has(number));
  if (missing.length > 0)
    problems.push(`${missing.length} anchors are missing in the database, the first is ${Math.min(...missing)}`);
  const anchors = [...texts.keys()]
    .sort((a, b) => a - b)
    .flatMap((number) => readAnchor(signer, texts.get(number) ?? "") ?? []);
  for (const [index, anchor] of anchors.entries()) {
    const before = anchors[index - 1];
    if (before === undefined) continue;
    const follows =
      anchor.number === before.number + 1 && anchor.previousSha256 === hashAnchor(texts.get(before.number) ?? "");
    if (!follows) problems.push(`anchor ${anchor.number} does not follow anchor ${before.number}`);
  }
  return anchors;
}

async function* listAll(store: AnchorStore): AsyncGenerator<StoredAnchor> {
  for (let after = 0; ; ) {
    const batch = await store.list(after, perBatch);
    yield* batch;
    if (batch.length < perBatch) return;
    after = batch.at(-1)?.number ?? after;
  }
}

/** Names the first anchored record of each company that is not the one that was anchored. */
async function checkRecords({ db }: VerifyDeps, anchors: Anchor[], problems: string[]): Promise<void> {
  const good = new Map<Id, number>();
  const broken = new Set<Id>();
  for (const { at, number, records } of anchors) {
    for (const { companyId, length, sha256 } of records) {
      if (broken.has(companyId)) continue;
      const [record] = await db.records.list(companyId, length - 1, 1);
      if (record?.position === length && record.sha256 === sha256) {
        good.set(companyId, length);
        continue;
      }
      broken.add(companyId);
      if ((await db.records.findChain(companyId)) === undefined) {
        if (await wasErased(db.audit, companyId)) continue;
        problems.push(
          `company ${companyId}: its chain of records is missing; anchor ${number} of ${at} has ${length} records`,
        );
        continue;
      }
      const from = (good.get(companyId) ?? 0) + 1;
      const which = from === length ? `record ${length}` : `one of the records ${from} to ${length}`;
      const how = record?.position === length ? "was rewritten" : "was removed";
      problems.push(`company ${companyId}: ${which} ${how} after anchor ${number} of ${at}`);
    }
  }
}

async function wasErased(audit: Pick<AuditLog, "list">, companyId: Id): Promise<boolean> {
  const { entries } = await audit.list({ action: "company.erased", about: companyId }, newestFirst(1));
  return entries.length > 0;
}

async function checkAuditChain({ db, clock }: VerifyDeps, anchors: Anchor[], problems: string[]): Promise<number> {
  const anchored = new Map(anchors.map((anchor) => [anchor.auditLog.length, anchor]));
  const keptSince = await findRetention(db.audit);
  let last: ChainHead = { length: 0, sha256: "" };
  let chainProblem: string | undefined;
  for (;;) {
    const batch = await db.anchors.listLinks(last.length, perBatch);
    for (const { link, entry } of batch) {
      const { position, entryId } = link;
      if (position !== last.length + 1) chainProblem ??= `audit log: link ${last.length + 1} is missing`;
      else if (hashLink(link, last.sha256) !== link.sha256)
        chainProblem ??= `audit log: link ${position} does not follow the one before it`;
      const anchor = anchored.get(position);
      if (anchor !== undefined && anchor.auditLog.sha256 !== link.sha256)
        chainProblem ??= `audit log: link ${position} or one before it was rewritten after anchor ${anchor.number} of ${anchor.at}`;
      if (entry === undefined) {
        if (keptSince === undefined || entryId >= keptSince)
          problems.push(`audit log: entry ${entryId} (link ${position}) was deleted`);
      } else if (hashEntry(entry) !== link.entrySha256)
        problems.push(`audit log: entry ${entryId} (link ${position}) was altered`);
      last = { length: position, sha256: link.sha256 };
    }
    if (batch.length < perBatch) break;
  }
  const longest = anchors.findLast(({ auditLog }) => auditLog.length > last.length);
  if (longest !== undefined)
    chainProblem ??= `audit log: it ends at link ${last.length}, but anchor ${longest.number} of ${longest.at} has ${longest.auditLog.length}`;
  if (chainProblem !== undefined) problems.push(chainProblem);
  const late = secondsAfter(clock.now(), -unlinkedSeconds);
  const unlinked = await findUnlinkedEntry(db.anchors);
  if (unlinked !== undefined && timeOf(unlinked) < late)
    problems.push(
      `audit log: entry ${unlinked} is in no link; it was not written by the service, or the service has not run since`,
    );
  return last.length;
}

/** Entries before this id may be missing: retention has erased them, which is itself an entry. */
async function findRetention(audit: Pick<AuditLog, "list">): Promise<Id | undefined> {
  let latest: string | undefined;
  for (let before: Id | undefined; ; ) {
    const page = await audit.list({ action: "retention.applied" }, newestFirst(100, before));
    for (const { details } of page.entries)
      if (details["kind"] === "auditLog" && typeof details["before"] === "string" && details["before"] > (latest ?? ""))
        latest = details["before"];
    before = page.entries.at(-1)?.id;
    if (page.nextCursor === undefined || latest !== undefined) break;
  }
  return latest === undefined ? undefined : firstIdAt(new Date(latest));
}
