import { type ComplianceLevel, levelOf, type PageRef, type Quote } from "../analysis/findings/findings.ts";
import type { Wording } from "../analysis/findings/render/wording.ts";
import { wordingOf } from "../analysis/findings/render/wording-by-language.ts";
import type { DocumentItem } from "../documents/document.ts";
import { labelOfPage, type ReadableFile, type StoredPages } from "../documents/document-file.ts";

/** The document that findings cite, with its files in the order of the findings' file numbers. */
export interface CitedDocument {
  documentId: string;
  files: { id: string; displayName: string; pages: Pick<StoredPages, "ranges"> }[];
}

export function toCitedDocument(documentId: string, files: ReadableFile[]): CitedDocument {
  return {
    documentId,
    files: files.map(({ id, displayName, reading }) => ({ id, displayName, pages: { ranges: reading.pages.ranges } })),
  };
}

/** Findings store the labels of the files. They are shown in the language of the findings. */
function toPageRefs({ documentId, files }: CitedDocument, { page }: Wording, refs: PageRef[]) {
  return refs.map(({ file, pages }) => ({
    documentId,
    pages: pages.map(page),
    documentName: files[file]?.displayName ?? "",
  }));
}

function toEvidence(
  { documentId, files }: CitedDocument,
  wording: Wording,
  { file, page, start, end, text: quote }: Quote,
) {
  const cited = files[file];
  return {
    documentId,
    documentName: cited?.displayName ?? "",
    fileId: cited?.id ?? "",
    page: cited === undefined ? String(page) : wording.page(labelOfPage(cited.pages, page)),
    pageNumber: page,
    start,
    end,
    quote,
  };
}

function toResult(cited: CitedDocument, findings: NonNullable<DocumentItem["findings"]>) {
  const wording = wordingOf(findings.language);
  return {
    score: findings.score,
    explanation: {
      strength: findings.strength,
      gaps: findings.gaps.map(({ topic, description, pageRefs }) => ({
        topic,
        description,
        pageRefs: toPageRefs(cited, wording, pageRefs),
      })),
      explanation: findings.explanation,
      pageRefs: toPageRefs(cited, wording, findings.pageRefs),
      riskIdentification: { riskDescription: findings.risks.map((title) => ({ title })) },
      compensationControls: findings.compensatingControls.map((title) => ({ title })),
    },
    recommendations: findings.recommendations.map(
      ({ gapIdentified, actionableRecommendation, suggestedTextLocation, suggestedTextToBeAdded }) => ({
        gapIdentified,
        actionableRecommendation,
        suggestedTextLocation,
        suggestedTextToBeAdded,
      }),
    ),
    criteria: findings.criteria.map(({ key, statement, level, verdict, reason, evidence }) => ({
      key,
      statement,
      level,
      verdict,
      reason,
      evidence: evidence.map((quote) => toEvidence(cited, wording, quote)),
    })),
  };
}

export type ItemBody = ReturnType<typeof toItemBody>;

/** Lists every member, so that nothing else that is stored becomes public. */
export function toItemBody(cited: CitedDocument, item: DocumentItem) {
  const { findings } = item;
  return {
    id: item.id,
    controlItemId: item.controlItemId,
    controlItemName: item.name,
    controlClusterId: item.clusterId,
    controlId: item.controlId,
    controlClusterName: item.clusterName,
    controlItemObjective: item.objective,
    controlItemExternalId: item.externalId,
    status: item.status,
    failureReason: item.failureReason ?? null,
    judgedAt: item.judgedAt?.toISOString() ?? null,
    complianceLevel: computeLevel(item),
    units: findings?.units.map(({ name, value }) => ({ name, value })) ?? [],
    result: findings === undefined ? null : toResult(cited, findings),
  };
}

export const computeLevel = ({ findings }: DocumentItem): ComplianceLevel | null =>
  findings === undefined ? null : levelOf(findings.score);
