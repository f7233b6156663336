import type { ControlToJudge } from "../analysis/analyser.ts";
import type { Evidence, Facts, ItemFindings, PageRef, Quote } from "../analysis/findings/findings.ts";
import { formatsOf } from "../analysis/findings/render/language-format.ts";
import { renderFindings } from "../analysis/findings/render/render-findings.ts";
import { confidenceOf, doubtOf, needsReview } from "../analysis/verdict/confidence.ts";
import { decideItem } from "../documents/decide-item.ts";
import type { Decision } from "../documents/decision.ts";
import type { AuditLanguage } from "../documents/document.ts";
import { labelOfPage, type ReadableFile } from "../documents/document-file.ts";
import type {
  Place,
  ReportCriterion,
  ReportDecision,
  ReportFinding,
  ReportQuote,
  ReportResult,
} from "./report-content.ts";
import type { StoredFinding } from "./report-store.ts";

/** The files that findings cite, and what rendering takes besides them. */
export interface Cited {
  files: ReadableFile[];
  language: AuditLanguage;
  control: ControlToJudge;
  reviewBelow: number;
}

/** A stored finding in words, with its decisions and quotes. */
export function toReportFinding(cited: Cited, finding: StoredFinding): ReportFinding {
  const { id, documentId, controlItemId, externalId, name, objective, clusterId, clusterName } = finding;
  return {
    ...{ id, documentId, controlItemId, externalId, name, objective, clusterId, clusterName },
    status: finding.status,
    failureReason: finding.failureReason,
    judgedAt: finding.judgedAt,
    result: toResult(cited, finding),
  };
}

function toResult(
  cited: Cited,
  { name, objective, texts, findings, decisions }: StoredFinding,
): ReportResult | undefined {
  if (findings === undefined) return undefined;
  const { language, control } = cited;
  const files = cited.files.map(({ displayName, reading }) => ({
    name: displayName,
    labelOf: (page: number) => labelOfPage(reading.pages, page),
  }));
  const rendered = renderFindings({ language, control, item: { name, objective, ...texts }, files }, findings);
  const places = (refs: PageRef[]): Place[] =>
    refs.map(({ file, pages }) => ({ documentName: files[file]?.name ?? "", pages }));
  const { strength, explanation, gaps, pageRefs, risks, compensatingControls, recommendations, criteria } = rendered;
  const { score, level } = findings;
  const { confidence, needsReview: isInDoubt } = doubtOf(findings, cited.reviewBelow);
  const decided = decideItem(findings, decisions);
  return {
    ...(decided !== undefined && { decided }),
    ...(decisions.length > 0 && { decisions: decisions.map((one) => toReportDecision(cited, findings, one)) }),
    ...{ score, level, confidence, needsReview: isInDoubt, strength, explanation, risks, compensatingControls },
    places: places(pageRefs),
    gaps: gaps.map(({ topic, description, pageRefs }) => ({ topic, description, places: places(pageRefs) })),
    recommendations: recommendations.map((one) => ({
      gap: one.gapIdentified,
      action: one.actionableRecommendation,
      location: one.suggestedTextLocation,
      text: one.suggestedTextToBeAdded,
    })),
    criteria: criteria.map((criterion) => {
      const { key, statement, level, verdict, probabilities, reason, description, facts, evidence } = criterion;
      const confidence = confidenceOf(criterion, findings.conditions);
      return {
        ...{ key, statement, level, verdict, confidence, needsReview: needsReview(confidence, cited.reviewBelow) },
        ...{ probabilities, reason, description, condition: toCondition(facts) },
        quotes: evidence.map((quote) => toQuote(cited, quote)),
      };
    }),
  };
}

function toCondition({ condition: key, decidedBy }: Facts): ReportCriterion["condition"] {
  return key === undefined || decidedBy === undefined ? undefined : { key, decidedBy };
}

function toReportDecision(cited: Cited, { criteria }: ItemFindings, decision: Decision): ReportDecision {
  const { id, criterionKey, kind, verdict, level, acceptedUntil, reason, evidence, author, decidedAt, state } =
    decision;
  const ofCriterion = criterionKey === undefined ? undefined : criteria.find(({ key }) => key === criterionKey);
  const file = cited.files.findIndex((one) => one.id === evidence?.fileId);
  const criterion = ofCriterion && { key: ofCriterion.key, statement: ofCriterion.statement };
  return {
    ...{ id, criterion, kind, verdict, level, acceptedUntil, reason, decidedAt, state, authorName: author.name },
    quote: evidence && toPassage(cited, { ...evidence, file, page: evidence.pageNumber }),
  };
}

const toQuote = (cited: Cited, { role, ...quote }: Evidence): ReportQuote => ({ ...toPassage(cited, quote), role });

function toPassage({ files, language }: Cited, { file, page, start, end, text }: Quote): Omit<ReportQuote, "role"> {
  const cited = files[file];
  return {
    documentName: cited?.displayName ?? "",
    fileId: cited?.id ?? "",
    page: cited === undefined ? String(page) : formatsOf(language).page(labelOfPage(cited.reading.pages, page)),
    pageNumber: page,
    ...{ start, end, text },
  };
}
