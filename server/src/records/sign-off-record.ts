import type { SignOff } from "../documents/sign-off.ts";
import { type Id, isId } from "../platform/ids.ts";
import { canonicalJson, sha256Of } from "./canonical-json.ts";
import type { ChainEnd } from "./document-record.ts";

/**
 * Evidence that a review was signed off or reopened. Contains no names and no text: those are in its hashes. Everything that
 * was signed stands before it in the chain.
 */
export interface SignOffRecord {
  format: 1;
  kind: "sign_off";
  companyId: Id;
  /** Counts from 1 within the company, together with the records of documents and decisions. */
  position: number;
  previousSha256: string | null;
  signOffId: Id;
  complianceReviewId: Id;
  score: number | null;
  decidedScore: number | null;
  documentCount: number;
  /** Hash of the ids of the documents that counted, sorted, with a line feed between them. */
  documentsSha256: string;
  authorId: Id;
  signedOffAt: string;
  /** Hash of the statement and the author's name. */
  contentSha256: string;
  reopenedAt: string | null;
  reopenedById: Id | null;
  /** Hash of the reason and of the name of whoever reopened it. */
  reopeningSha256: string | null;
}

export interface StoredSignOffRecord {
  companyId: Id;
  position: number;
  signOffId: Id;
  /** Canonical JSON of a SignOffRecord. */
  text: string;
  sha256: string;
}

/** The part of a record that does not depend on its position in the chain. */
export function toSigned(
  signOff: SignOff,
): Omit<SignOffRecord, "format" | "kind" | "companyId" | "position" | "previousSha256"> {
  const { author, statement = null, reopened } = signOff;
  return {
    ...{ signOffId: signOff.id, complianceReviewId: signOff.reviewId },
    ...{ score: signOff.score ?? null, decidedScore: signOff.decidedScore ?? null },
    ...{ documentCount: signOff.documentCount, documentsSha256: signOff.documentsSha256, authorId: author.id },
    signedOffAt: signOff.signedOffAt.toISOString(),
    contentSha256: sha256Of(canonicalJson({ statement, authorName: author.name })),
    reopenedAt: reopened?.at.toISOString() ?? null,
    reopenedById: reopened?.by.id ?? null,
    reopeningSha256: reopened ? sha256Of(canonicalJson({ reason: reopened.reason, name: reopened.by.name })) : null,
  };
}

export function makeSignOffRecord(end: ChainEnd, signOff: SignOff): StoredSignOffRecord {
  const { companyId, id: signOffId } = signOff;
  const position = end.length + 1;
  const record: SignOffRecord = {
    ...{ format: 1, kind: "sign_off", companyId, position, previousSha256: end.sha256 },
    ...toSigned(signOff),
  };
  const text = canonicalJson(record);
  return { companyId, position, signOffId, text, sha256: sha256Of(text) };
}

/** Undefined for a text that is not the record of a sign-off. */
export function parseSignOffRecord(text: string): SignOffRecord | undefined {
  try {
    const record = JSON.parse(text) as SignOffRecord;
    return record.format === 1 && record.kind === "sign_off" && isId(record.signOffId) ? record : undefined;
  } catch {
    return undefined;
  }
}
