import type { Id } from "../platform/ids.ts";
import { canonicalJson, sha256Of } from "./canonical-json.ts";
import { type DocumentRecord, parseRecord, type StoredRecord, toOutcome } from "./document-record.ts";
import type { RecordStore } from "./record-store.ts";

/** Where a chain does not hold, in words for people. */
export interface ChainProblem {
  position: number | undefined;
  documentId: Id | undefined;
  problem: string;
}

export interface ChainVerdict {
  companyId: Id;
  length: number;
  problems: ChainProblem[];
}

const recordsPerStep = 100;

/**
 * Walks a company's chain from its first record: each is what its hash says, follows on the one before it, and says of its
 * document what the database says now.
 */
export async function verifyChain(records: RecordStore, companyId: Id): Promise<ChainVerdict> {
  const problems: ChainProblem[] = [];
  const tell = (problem: string, { position, documentId }: Partial<StoredRecord> = {}) =>
    problems.push({ position, documentId, problem });
  let last: StoredRecord | undefined;
  let length = 0;
  for (;;) {
    const step = await records.list(companyId, last?.position ?? 0, recordsPerStep);
    for (const stored of step) {
      for (const problem of linkProblems(stored, last)) tell(problem, stored);
      const record = parseRecord(stored.text);
      if (record === undefined) tell("the record cannot be read", stored);
      else if (stored.isDocumentErased !== true)
        for (const problem of await outcomeProblems(records, companyId, record)) tell(problem, stored);
      last = stored;
      length += 1;
    }
    if (step.length < recordsPerStep) break;
  }
  const end = (await records.findChain(companyId)) ?? { length: 0, sha256: null };
  if (end.length !== length || end.sha256 !== (last?.sha256 ?? null))
    tell(
      `the chain is said to end at record ${end.length}, and ends at ${length}: records are missing or were changed`,
    );
  for (const documentId of await records.listUnrecorded(companyId))
    tell("the document has ended and has no record", { documentId });
  return { companyId, length, problems };
}

function linkProblems(stored: StoredRecord, before: StoredRecord | undefined): string[] {
  const problems: string[] = [];
  const expected = (before?.position ?? 0) + 1;
  if (stored.position !== expected) problems.push(`record ${expected} is missing before it`);
  if (sha256Of(stored.text) !== stored.sha256) problems.push("the record is not what its hash says");
  const record = parseRecord(stored.text);
  if (record === undefined) return problems;
  if (record.previousSha256 !== (before?.sha256 ?? null))
    problems.push("the record does not follow on the one before it");
  const isOwn =
    record.companyId === stored.companyId &&
    record.position === stored.position &&
    record.documentId === stored.documentId;
  if (!isOwn) problems.push("the record belongs to another place");
  return problems;
}

async function outcomeProblems(records: RecordStore, companyId: Id, record: DocumentRecord): Promise<string[]> {
  const ended = await records.findEnded(companyId, record.documentId);
  if (ended === undefined) return ["the document is gone, or has no outcome any more"];
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
  for (const itemId of recorded.keys()) problems.push(`item ${itemId} is gone`);
  const { items: _items, resultSha256, ...facts } = now;
  for (const name of Object.keys(facts) as (keyof typeof facts)[]) {
    if (canonicalJson(facts[name]) !== canonicalJson(record[name])) problems.push(`${name} was changed`);
  }
  // Whatever the lines above do not tell apart, such as the reason of a failure.
  if (problems.length === 0 && resultSha256 !== record.resultSha256) problems.push("the outcome was changed");
  return problems;
}
