import type { ComplianceLevel, ItemFindings, PageRef } from "../analysis/findings/findings.ts";
import { renderFindings } from "../analysis/findings/render/render-findings.ts";
import { confidenceOf, type Doubt, doubtOf, needsReview } from "../analysis/verdict/confidence.ts";
import { decideItem } from "../documents/decide-item.ts";
import type { DecidedOutcome, Decision } from "../documents/decision.ts";
import type { DocumentItem } from "../documents/document.ts";
import { labelOfPage, type ReadableFile } from "../documents/document-file.ts";
import type { Citations } from "./citations.ts";
import { toDecisionBody } from "./decision-body.ts";
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

function toResult(
  { cited, reviewBelow }: ItemRendering,
  citations: Citations,
  { decisions, findings }: DocumentItem & { status: "completed" },
  rendered: Rendered,
  decided: DecidedOutcome | undefined,
) {
  const { included } = citations;
  const decisionOf = new Map(decisions.map((one) => [one.criterionKey, one]));
  return {
    score: findings.score,
    decidedScore: (decided === undefined ? scoreThatCounts(findings) : decided.score) ?? null,
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
        ...toDecision(decisionOf.get(key)),
        ...{ reason, ...(included.statements && { description }), ...(condition !== undefined && { condition }) },
        evidence: citations.citeEvidence(evidence),
      };
    }),
    conditions: rendered.conditions.map(citations.citeCondition),
  };
}

const toDecision = (decision: Decision | undefined) =>
  decision === undefined ? {} : { decision: toDecisionBody(decision) };

const scoreThatCounts = ({ score, level }: ItemFindings) => (level === "not_applicable" ? undefined : score);

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
  const decided = item.status === "completed" ? decideItem(item.findings, item.decisions) : undefined;
  const ofItem = item.decisions.find(({ criterionKey }) => criterionKey === undefined);
  const rendered = item.status === "completed" ? toRendered(rendering, item) : undefined;
  const result =
    item.status === "completed" && rendered ? toResult(rendering, citations, item, rendered, decided) : null;
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
    decidedComplianceLevel: decided?.level ?? levelOfItem(item),
    ...toDecision(ofItem),
    confidence,
    needsReview,
    units: rendered?.units ?? [],
    result,
  };
}

export const levelOfItem = ({ findings }: DocumentItem): ComplianceLevel | null => findings?.level ?? null;
