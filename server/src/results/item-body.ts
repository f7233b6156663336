import type { ComplianceLevel, PageRef } from "../analysis/findings/findings.ts";
import { renderFindings } from "../analysis/findings/render/render-findings.ts";
import { confidenceOf, type Doubt, doubtOf, needsReview } from "../analysis/verdict/confidence.ts";
import type { DocumentItem } from "../documents/document.ts";
import { labelOfPage, type ReadableFile } from "../documents/document-file.ts";
import type { Citations } from "./citations.ts";
import type { CitedDocument, ItemRendering } from "./item-rendering.ts";

export function toCitedDocument(documentId: string, files: ReadableFile[]): CitedDocument {
  return {
    documentId,
    files: files.map(({ id, displayName, reading }) => ({ id, displayName, pages: { ranges: reading.pages.ranges } })),
  };
}

function toPageRefs({ documentId, files }: CitedDocument, refs: PageRef[]) {
  return refs.map(({ file, pages }) => ({ documentId, pages, documentName: files[file]?.displayName ?? "" }));
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

function toResult({ cited, reviewBelow }: ItemRendering, citations: Citations, score: number, rendered: Rendered) {
  const { included } = citations;
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
      const { condition } = facts;
      const confidence = confidenceOf(criterion, rendered.conditions);
      return {
        ...{ key, ...(included.statements && { statement, level, weight }) },
        ...{ verdict, confidence, ...(needsReview(confidence, reviewBelow) && { needsReview: true }) },
        ...(included.probabilities && { probabilities }),
        ...{ reason, ...(included.statements && { description }), ...(condition !== undefined && { condition }) },
        evidence: citations.citeEvidence(evidence),
      };
    }),
    conditions: rendered.conditions.map(citations.citeCondition),
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
  citations: Citations,
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
    result: rendered === undefined ? null : toResult(rendering, citations, item.findings?.score ?? 0, rendered),
  };
}

export const levelOfItem = ({ findings }: DocumentItem): ComplianceLevel | null => findings?.level ?? null;
