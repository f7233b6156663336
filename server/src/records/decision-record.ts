import type { PlacedDecision } from "../documents/decision.ts";
import { type Id, isId } from "../platform/ids.ts";
import { canonicalJson, sha256Of } from "./canonical-json.ts";
import type { ChainEnd } from "./document-record.ts";

/**
 * Evidence that a decision was made, carried over or ended. Like the record of a document it contains no name and no text, so
 * that it can be kept after those are erased: what the person wrote and marked is in its hash.
 */
export interface DecisionRecord {
  format: 1;
  kind: "decision";
  companyId: Id;
  /** Counts from 1 within the company, together with the records of documents. */
  position: number;
  previousSha256: string | null;
  decisionId: Id;
  documentId: Id;
  itemId: Id;
  controlItemId: Id;
  criterionKey: string | null;
  decision: PlacedDecision["kind"];
  verdict: string | null;
  complianceLevel: string | null;
  acceptedUntil: string | null;
  authorId: Id;
  decidedAt: string;
  carriedFrom: Id | null;
  state: PlacedDecision["state"];
  endedAt: string | null;
  endedById: Id | null;
  /** Hash of the reason, the marked passage and the author's name. */
  contentSha256: string;
}

export interface StoredDecisionRecord {
  companyId: Id;
  position: number;
  decisionId: Id;
  documentId: Id;
  /** Canonical JSON of a DecisionRecord. */
  text: string;
  sha256: string;
}

/** The part of a record that does not depend on its position in the chain. */
export function toDecided(
  decision: PlacedDecision,
): Omit<DecisionRecord, "format" | "kind" | "companyId" | "position" | "previousSha256"> {
  const { id: decisionId, documentId, itemId, controlItemId, author, reason, evidence = null, state } = decision;
  return {
    ...{ decisionId, documentId, itemId, controlItemId },
    criterionKey: decision.criterionKey ?? null,
    decision: decision.kind,
    verdict: decision.verdict ?? null,
    complianceLevel: decision.level ?? null,
    acceptedUntil: decision.acceptedUntil?.toISOString() ?? null,
    authorId: author.id,
    decidedAt: decision.decidedAt.toISOString(),
    carriedFrom: decision.carriedFrom ?? null,
    state,
    endedAt: decision.endedAt?.toISOString() ?? null,
    endedById: decision.endedBy?.id ?? null,
    contentSha256: sha256Of(canonicalJson({ reason, evidence, authorName: author.name })),
  };
}

export function makeDecisionRecord(end: ChainEnd, decision: PlacedDecision): StoredDecisionRecord {
  const { companyId, id: decisionId, documentId } = decision;
  const position = end.length + 1;
  const previousSha256 = end.sha256;
  const record: DecisionRecord = {
    ...{ format: 1, kind: "decision", companyId, position, previousSha256 },
    ...toDecided(decision),
  };
  const text = canonicalJson(record);
  return { companyId, position, decisionId, documentId, text, sha256: sha256Of(text) };
}

/** Undefined for a text that is not the record of a decision. */
export function parseDecisionRecord(text: string): DecisionRecord | undefined {
  try {
    const record = JSON.parse(text) as DecisionRecord;
    return record.format === 1 && record.kind === "decision" && isId(record.decisionId) ? record : undefined;
  } catch {
    return undefined;
  }
}
