import { type ComplianceLevel, levelOf, type PageRef, type Quote } from "../analysis/findings/findings.ts";
import type { Wording } from "../analysis/findings/render/wording.ts";
import { wordingOf } from "../analysis/findings/render/wording-by-language.ts";
import type { DocumentItem } from "../documents/document.ts";
import { labelOfPage, type ReadableFile, type StoredPages } from "../documents/document-file.ts";

/** What findings cite: the document, and its files in the order in which findings count them. */
export interface Cited {
  documentId: string;
  files: { id: string; displayName: string; pages: Pick<StoredPages, "ranges"> }[];
}

export function citedOf(documentId: string, files: ReadableFile[]): Cited {
  return {
    documentId,
    files: files.map(({ id, displayName, reading }) => ({ id, displayName, pages: { ranges: reading.pages.ranges } })),
  };
}

/** Findings hold the labels as the files gave them; who reads them is told in the language of the findings. */
function toPageRefs({ documentId, files }: Cited, { page }: Wording, refs: PageRef[]) {
  return refs.map(({ file, pages }) => ({
    documentId,
    pages: pages.map(page),
    documentName: files[file]?.displayName ?? "",
  }));
}

function toEvidence({ documentId, files }: Cited, wording: Wording, { file, page, start, end, text: quote }: Quote) {
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

function toResult(cited: Cited, findings: NonNullable<DocumentItem["findings"]>) {
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

/** An item as a result shows it, member by member: what else may be stored with it stays there. */
export function toItemBody(cited: Cited, item: DocumentItem) {
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
    complianceLevel: levelOfItem(item),
    units: findings?.units.map(({ name, value }) => ({ name, value })) ?? [],
    result: findings === undefined ? null : toResult(cited, findings),
  };
}

export const levelOfItem = ({ findings }: DocumentItem): ComplianceLevel | null =>
  findings === undefined ? null : levelOf(findings.score);
