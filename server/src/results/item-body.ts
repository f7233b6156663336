import type { ControlToJudge } from "../analysis/analyser.ts";
import type { ComplianceLevel, Evidence, PageRef } from "../analysis/findings/findings.ts";
import { formatsOf } from "../analysis/findings/render/language-format.ts";
import { renderFindings } from "../analysis/findings/render/render-findings.ts";
import { confidenceOf, type Doubt, doubtOf, needsReview } from "../analysis/verdict/confidence.ts";
import type { AuditLanguage, DocumentItem } from "../documents/document.ts";
import { labelOfPage, type ReadableFile, type StoredPages } from "../documents/document-file.ts";

/** The document that findings cite, with its files in the order of the findings' file numbers. */
export interface CitedDocument {
  documentId: string;
  files: { id: string; displayName: string; pages: Pick<StoredPages, "ranges"> }[];
}

/** The language that findings are rendered in, and what that takes besides the item. */
export interface ItemRendering {
  cited: CitedDocument;
  control: ControlToJudge;
  language: AuditLanguage;
  /** Below this confidence a level or verdict needs review. */
  reviewBelow: number;
}

export function toCitedDocument(documentId: string, files: ReadableFile[]): CitedDocument {
  return {
    documentId,
    files: files.map(({ id, displayName, reading }) => ({ id, displayName, pages: { ranges: reading.pages.ranges } })),
  };
}

function toPageRefs({ documentId, files }: CitedDocument, refs: PageRef[]) {
  return refs.map(({ file, pages }) => ({ documentId, pages, documentName: files[file]?.displayName ?? "" }));
}

function toEvidence({ cited, language }: ItemRendering, { file, page, start, end, text: quote, role }: Evidence) {
  const { documentId, files } = cited;
  const own = files[file];
  return {
    documentId,
    documentName: own?.displayName ?? "",
    fileId: own?.id ?? "",
    page: own === undefined ? String(page) : formatsOf(language).page(labelOfPage(own.pages, page)),
    pageNumber: page,
    start,
    end,
    quote,
    role,
  };
}

function toRendered({ cited, control, language }: ItemRendering, item: DocumentItem & { status: "completed" }) {
  const { name, objective, texts, findings } = item;
  const files = cited.files.map(({ displayName, pages }) => ({
    name: displayName,
    labelOf: (page: number) => labelOfPage(pages, page),
  }));
  return renderFindings({ language, control, item: { name, objective, ...texts }, files }, findings);
}

type Rendered = ReturnType<typeof renderFindings>;

function toResult(rendering: ItemRendering, score: number, rendered: Rendered) {
  const { cited, reviewBelow } = rendering;
  return {
    score,
    explanation: {
      strength: rendered.strength,
      gaps: rendered.gaps.map(({ topic, description, pageRefs }) => ({
        topic,
        description,
        pageRefs: toPageRefs(cited, pageRefs),
      })),
      explanation: rendered.explanation,
      pageRefs: toPageRefs(cited, rendered.pageRefs),
      riskIdentification: { riskDescription: rendered.risks.map((title) => ({ title })) },
      compensationControls: rendered.compensatingControls.map((title) => ({ title })),
    },
    recommendations: rendered.recommendations.map(
      ({ gapIdentified, actionableRecommendation, suggestedTextLocation, suggestedTextToBeAdded }) => ({
        gapIdentified,
        actionableRecommendation,
        suggestedTextLocation,
        suggestedTextToBeAdded,
      }),
    ),
    criteria: rendered.criteria.map((criterion) => {
      const { key, statement, level, weight, verdict, probabilities, reason, description, facts, evidence } = criterion;
      const confidence = confidenceOf(criterion, rendered.conditions);
      return {
        ...{ key, statement, level, weight, verdict, confidence, needsReview: needsReview(confidence, reviewBelow) },
        ...{ probabilities, reason, description, condition: facts.condition ?? null },
        evidence: evidence.map((quote) => toEvidence(rendering, quote)),
      };
    }),
    conditions: rendered.conditions.map(({ key, statement, holds, decidedBy, probability, evidence }) => ({
      ...{ key, statement, holds, decidedBy, probability },
      evidence: evidence.map((quote) => toEvidence(rendering, quote)),
    })),
  };
}

/** An item without a result has nothing to review: its status says more. */
export function doubtOfItem({ findings }: DocumentItem, reviewBelow: number): Doubt {
  if (findings === undefined) return { confidence: null, needsReview: false, criteriaToReview: 0 };
  return doubtOf(findings, reviewBelow);
}

export type ItemBody = ReturnType<typeof toItemBody>;

/** Lists every member, so that nothing else that is stored becomes public. */
export function toItemBody(
  rendering: ItemRendering,
  item: DocumentItem,
  { confidence, needsReview }: Doubt = doubtOfItem(item, rendering.reviewBelow),
) {
  const rendered = item.status === "completed" ? toRendered(rendering, item) : undefined;
  return {
    id: item.id,
    controlItemId: item.controlItemId,
    controlItemName: item.name,
    controlClusterId: item.clusterId,
    controlId: item.controlId,
    controlClusterName: item.clusterName,
    controlItemObjective: item.objective,
    controlItemExternalId: item.externalId,
    controlItemRevision: item.revision,
    status: item.status,
    failureReason: item.failureReason ?? null,
    judgedAt: item.judgedAt?.toISOString() ?? null,
    complianceLevel: levelOfItem(item),
    confidence,
    needsReview,
    units: rendered?.units ?? [],
    result: rendered === undefined ? null : toResult(rendering, item.findings?.score ?? 0, rendered),
  };
}

export const levelOfItem = ({ findings }: DocumentItem): ComplianceLevel | null => findings?.level ?? null;
