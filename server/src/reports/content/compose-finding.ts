import type { ComplianceLevel } from "../../analysis/findings/findings.ts";
import { isOpenVerdict, outcomeOf } from "../outcome.ts";
import type { ReportFinding, ReportResult } from "../report-content.ts";
import { describeDecision, subjectOf } from "../texts/describe-decision.ts";
import { formatMoment, formatNumber, type ReportTexts } from "../texts/report-texts.ts";
import type { LabelledText } from "./board-text.ts";
import { itemStatus } from "./item-status.ts";
import { toSentences } from "./to-sentences.ts";

/** One finding of the annex in words: the same for every format, and nothing twice. */
export interface FindingText {
  reference: string;
  name: string;
  objective: string;
  score: string;
  level: ComplianceLevel;
  levelName: string;
  /** Who decided, and how sure the machine was. */
  status: string;
  needsReview: boolean;
  decisions: LabelledText[];
  /** Where it stands, and why. */
  opening: string;
  /** What is open, each with its verdict. */
  gaps: GapText[];
  /** What is met, with pages. */
  met: string;
  risks: string;
  compensating: string;
  advice: { action: string; title: string; text: string }[];
  /** Undefined if the review has one document only. */
  document: string | undefined;
}

export interface GapText {
  topic: string;
  verdict: string;
  needsReview: boolean;
  text: string;
}

/** Met items stand in a table, those with something left to do too. */
export interface MetText {
  reference: string;
  name: string;
  score: string;
  /** The best quote with its pages, or why nothing counts. */
  evidence: string;
  state: string;
  /** What people decided, and what is left to do. */
  remarks: LabelledText[];
}

export function composeFinding(
  texts: ReportTexts,
  { externalId, name, objective }: ReportFinding,
  result: ReportResult,
  documentName: string | undefined,
): FindingText {
  const { score, level } = outcomeOf(result);
  const { status } = itemStatus(texts, result);
  return {
    ...{ reference: externalId, name, objective, level, levelName: texts.levels[level] },
    score: score === undefined ? "" : formatNumber(texts, score),
    status: [status, texts.confidence(result.confidence), ...(result.needsReview ? [texts.checkThis] : [])].join(" · "),
    needsReview: result.needsReview,
    decisions: describeDecisions(texts, result),
    opening: firstLine(result.explanation),
    gaps: describeGaps(texts, result),
    // A finding without a criterion that is met says so in its opening.
    met: result.criteria.some(({ verdict }) => verdict === "met") ? result.strength : "",
    // A risk that a gap's description names already is not repeated.
    risks: toSentences(
      result.risks.filter((risk) => !result.gaps.some(({ description }) => description.includes(risk))),
    ),
    compensating: toSentences(result.compensatingControls),
    advice: result.recommendations.map(({ action, location, text }) => ({
      ...{ action, text },
      title: location === "" ? texts.textToInsert : texts.labelled(texts.textToInsert, location),
    })),
    document: documentName,
  };
}

export function composeMet(texts: ReportTexts, { externalId, name }: ReportFinding, result: ReportResult): MetText {
  const { status } = itemStatus(texts, result);
  const { score } = outcomeOf(result);
  const isCounted = result.level !== "not_applicable";
  return {
    ...{ reference: externalId, name, score: score === undefined ? "–" : formatNumber(texts, score) },
    evidence: isCounted ? listEvidence(texts, result) : firstLine(result.explanation),
    state: [status, ...(result.needsReview ? [texts.checkThis] : [])].join(", "),
    remarks: [...describeDecisions(texts, result), ...(hasAdvice(result) ? describeRemarks(texts, result) : [])],
  };
}

/** Where people decided that it is met, or that its risk is acceptable, advice would contradict them. */
const hasAdvice = ({ decided }: ReportResult) => decided === undefined;

const describeRemarks = (texts: ReportTexts, result: ReportResult): LabelledText[] => [
  ...describeGaps(texts, result).map(({ topic, verdict, text }) => ({ label: leadOf(topic, verdict), text })),
  ...result.recommendations.map(({ action, location, text }) => ({
    label: text === "" || location === "" ? action : `${action} ${location}:`,
    text,
  })),
];

export const leadOf = (topic: string, verdict: string): string => (verdict === "" ? topic : `${topic} (${verdict})`);

const firstLine = (text: string) => text.trim().split("\n", 1)[0] ?? "";

const maxQuoteLength = 180;

/** One quote for each place, shortened at a word; the workbook has them in full. */
function listEvidence(texts: ReportTexts, { criteria, places, strength }: ReportResult): string {
  const quotes = criteria.flatMap(({ verdict, quotes: [first] }) =>
    verdict !== "met" || first === undefined ? [] : [first],
  );
  const distinct = new Map(quotes.map((one) => [`${one.fileId} ${one.start}`, one]));
  const [best] = distinct.values();
  if (best === undefined) return criteria.length === 0 ? strength : "";
  const words = best.text.replaceAll(/\s+/g, " ").trim();
  const shown = words.length <= maxQuoteLength ? words : `${words.slice(0, words.lastIndexOf(" ", maxQuoteLength))} …`;
  return `${texts.quoted(shown)} (${describePlaces(texts, places)})`;
}

/** Files are named only where there are several. */
function describePlaces(texts: ReportTexts, places: ReportResult["places"]): string {
  const isSingle = places.length === 1;
  return texts.listed(places.map(({ documentName, pages }) => texts.where(pages, isSingle ? undefined : documentName)));
}

function describeGaps(texts: ReportTexts, { gaps, criteria }: ReportResult): GapText[] {
  const open = criteria.filter(({ verdict }) => isOpenVerdict(verdict));
  // A document of another kind has one gap for all criteria.
  const isEach = open.length === gaps.length;
  return gaps.map(({ topic, description }, at) => {
    const criterion = isEach ? open[at] : undefined;
    return {
      topic,
      verdict:
        criterion === undefined
          ? ""
          : [
              texts.verdicts[criterion.verdict],
              texts.confidence(criterion.confidence),
              ...(criterion.needsReview ? [texts.checkThis] : []),
            ].join(", "),
      needsReview: criterion?.needsReview ?? false,
      text: description,
    };
  });
}

const describeDecisions = (texts: ReportTexts, { decisions = [] }: ReportResult): LabelledText[] =>
  decisions.map((decision) => ({
    label: `${capitalise(describeDecision(texts, decision))} (${subjectOf(texts, decision)})`,
    text: `${decision.reason} (${decision.authorName}, ${formatMoment(texts, decision.decidedAt)})`,
  }));

const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
