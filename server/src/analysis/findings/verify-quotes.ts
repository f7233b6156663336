import type { Subject, SubjectFile } from "../analyser.ts";
import type { Reason } from "../verdict/reason.ts";
import type { CriterionFinding, Gap, ItemFindings, PageRef, Quote, Recommendation, Verdict } from "./findings.ts";
import {
  findOtherKindGap,
  formatDocumentEnd,
  formatPlace,
  formatQuote,
  pageLabelOf,
  type RenderContext,
  renderExplanation,
  renderGapDescription,
  renderStrength,
  toPageRefs,
  toUnits,
} from "./render/finding-texts.ts";
import { wordingOf } from "./render/wording-by-language.ts";

/** "Every statement about the document rests on a quote that stands, character for character, on the cited page." */
export function isOnPage(files: SubjectFile[], quote: Quote): boolean {
  const page = files[quote.file]?.pages.find(({ number }) => number === quote.page);
  return page !== undefined && quote.text !== "" && page.text.slice(quote.start, quote.end) === quote.text;
}

/**
 * The last step of every analyser: unverified quotes are dropped and counted, and the item's texts are rendered again, so that
 * no sentence states another score, verdict, count or quote than those left.
 */
export function keepVerifiedQuotes({ files }: Pick<Subject, "files">, findings: ItemFindings): ItemFindings {
  const { findings: left, dropped } = dropUnverifiedQuotes(files, findings);
  const isUnchanged = ({ verdict, evidence }: CriterionFinding, at: number) =>
    verdict === findings.criteria[at]?.verdict && evidence[0] === findings.criteria[at]?.evidence[0];
  if (dropped === 0 && left.criteria.every(isUnchanged)) return left;
  const wording = wordingOf(findings.language);
  const context = { files, wording };
  const criteria = left.criteria.map((criterion, at) =>
    isUnchanged(criterion, at)
      ? criterion
      : { ...criterion, reason: wording.reason(reasonWithoutQuote[criterion.verdict], undefined) },
  );
  const gaps = renderGaps(context, findings, { ...left, criteria });
  const isWordsAlone = findings.explanation.includes(wording.wordsAlone);
  const counts = new Map(toUnits(criteria).map(({ name, value }) => [name, value]));
  return {
    ...left,
    criteria,
    gaps,
    units: [
      ...left.units.map(({ name, value }) => ({ name, value: counts.get(name) ?? value })),
      ...(dropped > 0 ? [{ name: "quotesDropped", value: String(dropped) }] : []),
    ],
    strength: renderStrengthAgain(context, findings, criteria),
    explanation: [
      renderExplanation(context, { score: left.score, criteria, gaps }, isWordsAlone),
      ...(dropped > 0 ? [wording.dropped(dropped)] : []),
    ].join("\n"),
    recommendations: renderRecommendations(context, findings, { ...left, criteria, gaps }),
  };
}

/** The reason refers to the first quote; without it only the verdict is known. */
const reasonWithoutQuote: Record<Verdict, Reason> = {
  met: "stated",
  partly: "incomplete",
  contradicted: "opposite",
  missing: "not_found",
};

/** Findings have no weights: criteria that were named before come first, in the same order. */
function renderStrengthAgain(context: RenderContext, { strength }: ItemFindings, criteria: CriterionFinding[]): string {
  const place = ({ statement }: CriterionFinding) => {
    const at = strength.indexOf(statement);
    return at === -1 ? strength.length : at;
  };
  return renderStrength(
    context,
    criteria.toSorted((a, b) => place(a) - place(b)),
  );
}

const openOf = ({ criteria }: ItemFindings) => criteria.filter(({ verdict }) => verdict !== "met");

/** Gaps are in the order of the open criteria; if the counts differ, it is unclear which gap belongs to which criterion. */
function isOneGapPerCriterion(context: RenderContext, findings: ItemFindings): boolean {
  return findOtherKindGap(context, findings) === undefined && openOf(findings).length === findings.gaps.length;
}

/** A criterion that was met had no gap and so has no topic: its statement takes the place. */
function renderGaps(context: RenderContext, before: ItemFindings, left: ItemFindings): Gap[] {
  if (!isOneGapPerCriterion(context, before)) return left.gaps;
  const topics = new Map(openOf(before).map(({ key }, at) => [key, before.gaps[at]?.topic]));
  return openOf(left).map((criterion) => ({
    topic: topics.get(criterion.key) ?? criterion.statement.replace(/\.$/, ""),
    description: renderGapDescription(context, criterion),
    pageRefs: toPageRefs(context.files, criterion.evidence),
  }));
}

/**
 * A dropped quote cannot be reworded: the next quote that contradicts the criterion takes its place, or the criterion is to be
 * added. Criteria that lost the verdict met get a recommendation.
 */
function renderRecommendations(context: RenderContext, before: ItemFindings, left: ItemFindings): Recommendation[] {
  const rewrite = (quote: Quote) =>
    context.wording.recommendRewrite(formatQuote(context, quote), formatPlace(context, quote));
  const replaced = new Map<string, Quote | undefined>();
  before.criteria.forEach(({ verdict, evidence: [first] }, at) => {
    const now = left.criteria[at]?.evidence[0];
    if (verdict === "contradicted" && first !== undefined && first !== now) replaced.set(rewrite(first), now);
  });
  const kept = left.recommendations.map((one, at) => {
    const action = before.recommendations[at]?.actionableRecommendation ?? "";
    if (!replaced.has(action)) return one;
    const now = replaced.get(action);
    if (now === undefined) return { ...one, ...toAddition(context, one.gapIdentified) };
    // Findings do not name the section of a quote, only its page.
    return { ...one, actionableRecommendation: rewrite(now), suggestedTextLocation: formatPlace(context, now) };
  });
  return [...kept, ...recommendNewGaps(context, before, left)];
}

/** One for each gap that did not exist before, with the criterion's own statement as the text. */
function recommendNewGaps(context: RenderContext, before: ItemFindings, left: ItemFindings): Recommendation[] {
  if (!isOneGapPerCriterion(context, before)) return [];
  const wasMet = new Set(before.criteria.filter(({ verdict }) => verdict === "met").map(({ key }) => key));
  return openOf(left).flatMap(({ key, statement }, at) => {
    const topic = left.gaps[at]?.topic;
    if (topic === undefined || !wasMet.has(key)) return [];
    const suggestedTextToBeAdded = context.wording.clause(statement);
    return [{ gapIdentified: topic, ...toAddition(context, topic), suggestedTextToBeAdded }];
  });
}

/** At the end of the document: findings do not name the usual place. */
const toAddition = (context: RenderContext, topic: string) => ({
  actionableRecommendation: context.wording.recommendAdd(undefined, [topic]),
  suggestedTextLocation: formatDocumentEnd(context, topic),
});

/**
 * Drops quotes that are not on their page, and what rests on them: a verdict without a quote left becomes missing and loses
 * its part of the score, page references without a quote go, and the quote's words are removed from all texts.
 */
export function dropUnverifiedQuotes(
  files: SubjectFile[],
  findings: ItemFindings,
): { findings: ItemFindings; dropped: number } {
  const unverified = findings.criteria.flatMap(({ evidence }) => evidence.filter((quote) => !isOnPage(files, quote)));
  const criteria = findings.criteria.map((criterion) => {
    const evidence = criterion.evidence.filter((quote) => isOnPage(files, quote));
    if (evidence.length === 0 && criterion.verdict !== "missing")
      return { ...criterion, evidence, verdict: "missing" as const };
    return { ...criterion, evidence };
  });
  const quotedPages = new Set(
    criteria.flatMap(({ evidence }) => evidence.map((quote) => `${quote.file}\n${pageLabelOf(files, quote)}`)),
  );
  const keep = (refs: PageRef[]) =>
    refs
      .map(({ file, pages }) => ({ file, pages: pages.filter((label) => quotedPages.has(`${file}\n${label}`)) }))
      .filter(({ pages }) => pages.length > 0);
  const strike = makeStrike(unverified);
  return {
    dropped: unverified.length,
    findings: {
      ...findings,
      score: reduceScore(findings, criteria),
      strength: strike(findings.strength),
      explanation: strike(findings.explanation),
      criteria,
      pageRefs: keep(findings.pageRefs),
      gaps: findings.gaps.map((gap) => ({
        ...gap,
        description: strike(gap.description),
        pageRefs: keep(gap.pageRefs),
      })),
      recommendations: findings.recommendations.map((one) => ({
        ...one,
        actionableRecommendation: strike(one.actionableRecommendation),
      })),
    },
  };
}

const credits: Record<Verdict, number> = { met: 1, partly: 0.5, contradicted: 0, missing: 0 };

/** Findings have no weights, so every verdict that lost its quotes takes an equal share of the score. */
function reduceScore({ score, criteria: before }: ItemFindings, after: CriterionFinding[]): number {
  const sum = (criteria: CriterionFinding[]) => criteria.reduce((total, { verdict }) => total + credits[verdict], 0);
  return sum(after) === sum(before) ? score : Math.round(((score * sum(after)) / sum(before)) * 10) / 10;
}

/** Texts may have only the beginning of a quote; this many characters identify it. */
const identifyingLength = 60;

function makeStrike(quotes: Quote[]): (text: string) => string {
  const patterns = quotes
    .map(({ text }) => text.trim().split(/\s+/))
    .filter((words) => words.join("") !== "")
    .map((words) => words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .flatMap((words) => {
      const whole = words.join("\\s+");
      return whole.length <= identifyingLength ? [whole] : [whole, `${beginningOf(words)}[^”"»\\n]*`];
    });
  return (text) => patterns.reduce((left, pattern) => left.replace(new RegExp(pattern, "gu"), "[…]"), text);
}

function beginningOf(words: string[]): string {
  let beginning = words[0] ?? "";
  for (const word of words.slice(1)) {
    if (beginning.length > identifyingLength) break;
    beginning += `\\s+${word}`;
  }
  return beginning;
}
