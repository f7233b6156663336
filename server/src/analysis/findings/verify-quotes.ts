import type { Subject, SubjectFile } from "../analyser.ts";
import type { Reason } from "../verdict/judge-criterion.ts";
import type { CriterionFinding, Gap, ItemFindings, PageRef, Quote, Recommendation, Verdict } from "./findings.ts";
import {
  atTheEnd,
  explanationOf,
  gapDescriptionOf,
  labelOf,
  otherKindGapOf,
  pageRefsOf,
  shown,
  strengthOf,
  type Telling,
  unitsOf,
  whereIs,
} from "./render/finding-texts.ts";
import { wordingOf } from "./render/wording-by-language.ts";

/** "Every statement about the document rests on a quote that stands, character for character, on the cited page." */
export function isOnPage(files: SubjectFile[], quote: Quote): boolean {
  const page = files[quote.file]?.pages.find(({ number }) => number === quote.page);
  return page !== undefined && quote.text !== "" && page.text.slice(quote.start, quote.end) === quote.text;
}

/**
 * The last gate of every analyser: what is not proven is dropped, and the findings say how much that was. What was said
 * of the item before is said anew, so that no sentence tells another score, verdict, count or quote than those left.
 */
export function keepVerifiedQuotes({ files }: Pick<Subject, "files">, findings: ItemFindings): ItemFindings {
  const { findings: left, dropped } = dropUnverifiedQuotes(files, findings);
  const isAsBefore = ({ verdict, evidence }: CriterionFinding, at: number) =>
    verdict === findings.criteria[at]?.verdict && evidence[0] === findings.criteria[at]?.evidence[0];
  if (dropped === 0 && left.criteria.every(isAsBefore)) return left;
  const wording = wordingOf(findings.language);
  const telling = { files, wording };
  const criteria = left.criteria.map((criterion, at) =>
    isAsBefore(criterion, at)
      ? criterion
      : { ...criterion, reason: wording.reason(reasonLeft[criterion.verdict], undefined) },
  );
  const gaps = gapsLeft(telling, findings, { ...left, criteria });
  const isWordsAlone = findings.explanation.includes(wording.wordsAlone);
  const counts = new Map(unitsOf(criteria).map(({ name, value }) => [name, value]));
  return {
    ...left,
    criteria,
    gaps,
    units: [
      ...left.units.map(({ name, value }) => ({ name, value: counts.get(name) ?? value })),
      ...(dropped > 0 ? [{ name: "quotesDropped", value: String(dropped) }] : []),
    ],
    strength: strengthLeft(telling, findings, criteria),
    explanation: [
      explanationOf(telling, { score: left.score, criteria, gaps }, isWordsAlone),
      ...(dropped > 0 ? [wording.dropped(dropped)] : []),
    ].join("\n"),
    recommendations: recommendationsLeft(telling, findings, { ...left, criteria, gaps }),
  };
}

/** A reason is given for the first quote; without it, all that is known is what the verdict says by itself. */
const reasonLeft: Record<Verdict, Reason> = {
  met: "stated",
  partly: "incomplete",
  contradicted: "opposite",
  missing: "not_found",
};

/** Findings do not carry the criteria's weights: those that were told come first, in the order they were told in. */
function strengthLeft(telling: Telling, { strength }: ItemFindings, criteria: CriterionFinding[]): string {
  const place = ({ statement }: CriterionFinding) => {
    const at = strength.indexOf(statement);
    return at === -1 ? strength.length : at;
  };
  return strengthOf(
    telling,
    criteria.toSorted((a, b) => place(a) - place(b)),
  );
}

const openOf = ({ criteria }: ItemFindings) => criteria.filter(({ verdict }) => verdict !== "met");

/** Gaps are told in the order of the open criteria; where they are not one for one, nothing says which is whose. */
function isOneGapPerCriterion(telling: Telling, findings: ItemFindings): boolean {
  return otherKindGapOf(telling, findings) === undefined && openOf(findings).length === findings.gaps.length;
}

/** A criterion that was met had no topic, and only the item knows one: its statement stands for it. */
function gapsLeft(telling: Telling, before: ItemFindings, left: ItemFindings): Gap[] {
  if (!isOneGapPerCriterion(telling, before)) return left.gaps;
  const topics = new Map(openOf(before).map(({ key }, at) => [key, before.gaps[at]?.topic]));
  return openOf(left).map((criterion) => ({
    topic: topics.get(criterion.key) ?? criterion.statement.replace(/\.$/, ""),
    description: gapDescriptionOf(telling, criterion),
    pageRefs: pageRefsOf(telling.files, criterion.evidence),
  }));
}

/**
 * A passage that is not there cannot be reworded: another that defeats the criterion is, or the criterion is added. Nor
 * is its place one to put anything. What was thought to be met was never recommended, and is from here on.
 */
function recommendationsLeft(telling: Telling, before: ItemFindings, left: ItemFindings): Recommendation[] {
  const rewrite = (quote: Quote) => telling.wording.recommendRewrite(shown(telling, quote), whereIs(telling, quote));
  const anew = new Map<string, Quote | undefined>();
  before.criteria.forEach(({ verdict, evidence: [first] }, at) => {
    const now = left.criteria[at]?.evidence[0];
    if (verdict === "contradicted" && first !== undefined && first !== now) anew.set(rewrite(first), now);
  });
  const kept = left.recommendations.map((one, at) => {
    const told = before.recommendations[at]?.actionableRecommendation ?? "";
    if (!anew.has(told)) return one;
    const now = anew.get(told);
    if (now === undefined) return { ...one, ...additionOf(telling, one.gapIdentified) };
    // Only the document's passages know the section it stands in.
    return { ...one, actionableRecommendation: rewrite(now), suggestedTextLocation: whereIs(telling, now) };
  });
  return [...kept, ...gainedBy(telling, before, left)];
}

/** One for each gap that there was none of before. The criterion's own words are what a document would have to say. */
function gainedBy(telling: Telling, before: ItemFindings, left: ItemFindings): Recommendation[] {
  if (!isOneGapPerCriterion(telling, before)) return [];
  const wasMet = new Set(before.criteria.filter(({ verdict }) => verdict === "met").map(({ key }) => key));
  return openOf(left).flatMap(({ key, statement }, at) => {
    const topic = left.gaps[at]?.topic;
    if (topic === undefined || !wasMet.has(key)) return [];
    const suggestedTextToBeAdded = telling.wording.clause(statement);
    return [{ gapIdentified: topic, ...additionOf(telling, topic), suggestedTextToBeAdded }];
  });
}

/** Only the item knows the usual place of such a text. */
const additionOf = (telling: Telling, topic: string) => ({
  actionableRecommendation: telling.wording.recommendAdd(undefined, [topic]),
  suggestedTextLocation: atTheEnd(telling, topic),
});

/**
 * A quote that does not stand on its page is dropped, and with it what rests on it: a
 * verdict other than missing without a quote left is missing and its part of the score is lost, a page reference
 * without a quote is none, and its words are struck out wherever they are repeated.
 */
export function dropUnverifiedQuotes(
  files: SubjectFile[],
  findings: ItemFindings,
): { findings: ItemFindings; dropped: number } {
  const made = findings.criteria.flatMap(({ evidence }) => evidence.filter((quote) => !isOnPage(files, quote)));
  const criteria = findings.criteria.map((criterion) => {
    const evidence = criterion.evidence.filter((quote) => isOnPage(files, quote));
    if (evidence.length === 0 && criterion.verdict !== "missing")
      return { ...criterion, evidence, verdict: "missing" as const };
    return { ...criterion, evidence };
  });
  const proven = new Set(
    criteria.flatMap(({ evidence }) => evidence.map((quote) => `${quote.file}\n${labelOf(files, quote)}`)),
  );
  const keep = (refs: PageRef[]) =>
    refs
      .map(({ file, pages }) => ({ file, pages: pages.filter((label) => proven.has(`${file}\n${label}`)) }))
      .filter(({ pages }) => pages.length > 0);
  const strike = striking(made);
  return {
    dropped: made.length,
    findings: {
      ...findings,
      score: scoreLeft(findings, criteria),
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

const worth: Record<Verdict, number> = { met: 1, partly: 0.5, contradicted: 0, missing: 0 };

/** Findings do not carry the criteria's weights, so every verdict that lost its proof takes an equal share with it. */
function scoreLeft({ score, criteria: before }: ItemFindings, after: CriterionFinding[]): number {
  const sum = (criteria: CriterionFinding[]) => criteria.reduce((total, { verdict }) => total + worth[verdict], 0);
  return sum(after) === sum(before) ? score : Math.round(((score * sum(after)) / sum(before)) * 10) / 10;
}

/** Running text may show only the beginning of a quote; that much of it identifies the quote. */
const longestShown = 60;

function striking(made: Quote[]): (text: string) => string {
  const patterns = made
    .map(({ text }) => text.trim().split(/\s+/))
    .filter((words) => words.join("") !== "")
    .map((words) => words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .flatMap((words) => {
      const whole = words.join("\\s+");
      return whole.length <= longestShown ? [whole] : [whole, `${beginningOf(words)}[^”"»\\n]*`];
    });
  return (text) => patterns.reduce((left, pattern) => left.replace(new RegExp(pattern, "gu"), "[…]"), text);
}

function beginningOf(words: string[]): string {
  let beginning = words[0] ?? "";
  for (const word of words.slice(1)) {
    if (beginning.length > longestShown) break;
    beginning += `\\s+${word}`;
  }
  return beginning;
}
