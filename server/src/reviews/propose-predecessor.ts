import { type Document, type DocumentStore, getDocument } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import type { Candidate, VersionStore } from "./version-store.ts";

/** Why a document is taken for the version before. */
export const predecessorReasons = ["subject", "file_name", "text"] as const;
export type PredecessorReason = (typeof predecessorReasons)[number];

export const predecessorConfidences = ["high", "medium", "low"] as const;
export type PredecessorConfidence = (typeof predecessorConfidences)[number];

export interface Proposal extends Candidate {
  reasons: PredecessorReason[];
  confidence: PredecessorConfidence;
}

/**
 * At least half of the five-word sequences in common. A revision that rewords every tenth sentence keeps about three quarters;
 * two contracts on the same subject that different lawyers wrote share a few in a hundred.
 */
export const minTextOverlap = 0.5;

/** The newest documents of the review that are compared. */
export const maxCandidates = 200;

/** The likely version before of a document that does not name one. Never assumed: the company decides. */
export async function proposePredecessor(
  { documents, versions }: { documents: Pick<DocumentStore, "find">; versions: VersionStore },
  companyId: Id,
  id: Id,
): Promise<{ document: Document; proposal: Proposal | undefined }> {
  const document = await getDocument({ documents }, companyId, id);
  // A document of several versions has its place in their order.
  if (document.firstVersionId !== undefined || (await versions.hasLaterVersions(id)))
    return { document, proposal: undefined };
  const candidates = await versions.listCandidates(document, maxCandidates);
  return { document, proposal: chooseProposal(document, candidates) };
}

export function chooseProposal(
  { fileName, subject }: Pick<Document, "fileName" | "subject">,
  candidates: Candidate[],
): Proposal | undefined {
  const proposals = candidates.flatMap((candidate): Proposal[] => {
    const isOfOtherSubject =
      subject !== undefined && candidate.subject !== undefined && !isSameName(subject, candidate.subject);
    // Two vendors may sign the same template.
    if (isOfOtherSubject) return [];
    const reasons: PredecessorReason[] = [];
    if (subject !== undefined && candidate.subject !== undefined) reasons.push("subject");
    if (bareName(fileName) === bareName(candidate.fileName)) reasons.push("file_name");
    const { textOverlap } = candidate;
    if (textOverlap !== undefined && textOverlap >= minTextOverlap) reasons.push("text");
    if (reasons.length === 0) return [];
    const hasOtherText = textOverlap !== undefined && textOverlap < minTextOverlap;
    const confidence = reasons.length > 1 ? "high" : hasOtherText ? "low" : "medium";
    return [{ ...candidate, reasons, confidence }];
  });
  const rankOf = ({ confidence, reasons, textOverlap = 0 }: Proposal) =>
    (predecessorConfidences.length - predecessorConfidences.indexOf(confidence)) * 10 + reasons.length + textOverlap;
  // The sort is stable: of equals, the newest comes first.
  return proposals.sort((a, b) => rankOf(b) - rankOf(a))[0];
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Words by which people distinguish versions of a file. */
const versionWord =
  /^(v|ver|version|rev|revision|fassung|stand|entwurf|draft|final|copy|kopie|copie|copia|neu|new|signed|clean|redline)?\d*$/;

/** "DPA_Acme v2 (final) 2026-03-01.docx" and "dpa-acme.pdf" are the same: without ending, version and date. */
function bareName(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]{1,10}$/u, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const kept = words.filter((word) => !versionWord.test(word));
  return (kept.length > 0 ? kept : words).join(" ");
}
