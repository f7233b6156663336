import type { Id } from "../platform/ids.ts";
import { canonicalJson, sha256Of } from "./canonical-json.ts";
import { type DecisionRecord, parseDecisionRecord, toDecided } from "./decision-record.ts";
import { type ChainedRecord, type DocumentRecord, parseRecord, toOutcome } from "./document-record.ts";
import type { RecordStore } from "./record-store.ts";
import { parseSignOffRecord, type SignOffRecord, toSigned } from "./sign-off-record.ts";

/** An inconsistency in a chain, described for the operator. */
export interface ChainProblem {
  position: number | undefined;
  documentId: Id | undefined;
  problem: string;
}

export interface ChainCheck {
  companyId: Id;
  length: number;
  problems: ChainProblem[];
}

const recordsPerBatch = 100;

/** Checks that each record matches its hash, follows the one before it, and agrees with the current state of its document. */
export async function verifyChain(records: RecordStore, companyId: Id): Promise<ChainCheck> {
  const problems: ChainProblem[] = [];
  const report = (problem: string, { position, documentId }: Partial<ChainedRecord> = {}) =>
    problems.push({ position, documentId: documentId ?? undefined, problem });
  let last: ChainedRecord | undefined;
  let length = 0;
  let end: { length: number; sha256: string | null } = { length: 0, sha256: null };
  // Documents end meanwhile, so the chain is complete only when a read of its end finds no more than was read before.
  for (let isComplete = false; !isComplete; ) {
    const batch = await records.list(companyId, last?.position ?? 0, recordsPerBatch);
    for (const stored of batch) {
      for (const problem of checkLink(stored, last)) report(problem, stored);
      for (const problem of await checkContent(records, companyId, stored)) report(problem, stored);
      last = stored;
      length += 1;
    }
    if (batch.length === recordsPerBatch) continue;
    const isBehind = end.length > length;
    end = (await records.findChain(companyId)) ?? end;
    isComplete = end.length <= length || (isBehind && batch.length === 0);
  }
  if (end.length !== length || end.sha256 !== (last?.sha256 ?? null))
    report(`the chain should end at record ${end.length}, but ends at ${length}: records are missing or were changed`);
  for (const documentId of await records.listUnrecorded(companyId))
    report("the document has ended and has no record", { documentId });
  for (const { decisionId, documentId } of await records.listUnrecordedDecisions(companyId))
    report(`decision ${decisionId} has no record`, { documentId });
  for (const signOffId of await records.listUnrecordedSignOffs(companyId))
    report(`sign-off ${signOffId} has no record`);
  return { companyId, length, problems };
}

function checkLink(stored: ChainedRecord, before: ChainedRecord | undefined): string[] {
  const problems: string[] = [];
  const expected = (before?.position ?? 0) + 1;
  if (stored.position !== expected) problems.push(`record ${expected} is missing before it`);
  if (sha256Of(stored.text) !== stored.sha256) problems.push("the record does not match its hash");
  const record = parseAny(stored.text);
  if (record === undefined) return problems;
  if (record.previousSha256 !== (before?.sha256 ?? null)) problems.push("the record does not follow the one before it");
  const isOwn =
    record.companyId === stored.companyId &&
    record.position === stored.position &&
    ("documentId" in record ? record.documentId : null) === stored.documentId;
  if (!isOwn) problems.push("the record belongs to another position or company");
  return problems;
}

async function checkContent(records: RecordStore, companyId: Id, stored: ChainedRecord): Promise<string[]> {
  const record = parseAny(stored.text);
  if (record === undefined) return ["the record cannot be read"];
  if (stored.isDocumentErased === true) return [];
  if (!("kind" in record)) return checkOutcome(records, companyId, record);
  return record.kind === "decision"
    ? checkDecision(records, companyId, record)
    : checkSignOff(records, companyId, record);
}

const parseAny = (text: string) => parseRecord(text) ?? parseDecisionRecord(text) ?? parseSignOffRecord(text);

/** The last record of a sign-off agrees with it in everything; the one before it in what never changes. */
async function checkSignOff(records: RecordStore, companyId: Id, record: SignOffRecord): Promise<string[]> {
  const { signOffId } = record;
  const signOff = await records.findSignOff(companyId, signOffId);
  if (signOff === undefined) return [`sign-off ${signOffId} is missing`];
  const isLast = (await records.listOfSignOff(companyId, signOffId)).at(-1)?.position === record.position;
  const now = toSigned(isLast ? signOff : { ...signOff, reopened: undefined });
  const changed = (Object.keys(now) as (keyof typeof now)[]).filter((name) => now[name] !== record[name]);
  return changed.length === 0 ? [] : [`sign-off ${signOffId} was changed: ${changed.join(", ")}`];
}

/** The last record of a decision agrees with it in everything; those before it in what never changes. */
async function checkDecision(records: RecordStore, companyId: Id, record: DecisionRecord): Promise<string[]> {
  const { decisionId } = record;
  const decision = await records.findDecision(companyId, decisionId);
  const all = await records.listOfDecision(companyId, decisionId);
  if (decision === undefined) {
    const isErasedMeanwhile = all.some(({ isDocumentErased }) => isDocumentErased === true);
    return isErasedMeanwhile ? [] : [`decision ${decisionId} is missing`];
  }
  const isLast = all.at(-1)?.position === record.position;
  const now = toDecided(decision);
  const names = (Object.keys(now) as (keyof typeof now)[]).filter((name) => isLast || !endingFields.includes(name));
  const changed = names.filter((name) => now[name] !== record[name]);
  return changed.length === 0 ? [] : [`decision ${decisionId} was changed: ${changed.join(", ")}`];
}

const endingFields: (keyof DecisionRecord)[] = ["state", "endedAt", "endedById"];

async function checkOutcome(records: RecordStore, companyId: Id, record: DocumentRecord): Promise<string[]> {
  const ended = await records.findEnded(companyId, record.documentId);
  if (ended === undefined) {
    const isErasedMeanwhile = (await records.find(companyId, record.documentId))?.isDocumentErased === true;
    return isErasedMeanwhile ? [] : ["the document is missing, or no longer has an outcome"];
  }
  const now = toOutcome(ended);
  const problems: string[] = [];
  const recorded = new Map(record.items.map((item) => [item.itemId, item]));
  for (const item of now.items) {
    const before = recorded.get(item.itemId);
    recorded.delete(item.itemId);
    if (before === undefined) problems.push(`item ${item.itemId} was added`);
    else if (before.score !== item.score)
      problems.push(`item ${item.itemId} was changed: its score was ${before.score} and is ${item.score}`);
    else if (canonicalJson(before) !== canonicalJson(item)) problems.push(`item ${item.itemId} was changed`);
  }
  for (const itemId of recorded.keys()) problems.push(`item ${itemId} is missing`);
  const { items: _items, resultSha256, ...facts } = now;
  for (const name of Object.keys(facts) as (keyof typeof facts)[]) {
    if (canonicalJson(facts[name]) !== canonicalJson(record[name])) problems.push(`${name} was changed`);
  }
  // Catches what the comparisons above do not cover, such as the failure reason.
  if (problems.length === 0 && resultSha256 !== record.resultSha256) problems.push("the outcome was changed");
  return problems;
}
