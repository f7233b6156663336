import type { Subject, SubjectFile } from "./analyser.ts";
import type { CriterionFinding, ItemFindings, PageRef, Quote, Verdict } from "./findings.ts";
import { wordingOf } from "./language/wording.ts";

/** "Every statement about the document rests on a quote that stands, character for character, on the cited page." */
export function standsOnPage(files: SubjectFile[], quote: Quote): boolean {
  const page = files[quote.file]?.pages.find(({ number }) => number === quote.page);
  return page !== undefined && quote.text !== "" && page.text.slice(quote.start, quote.end) === quote.text;
}

/** The last gate of every analyser: what is not proven is dropped, and the findings say how much that was. */
export function onlyProven({ files }: Pick<Subject, "files">, findings: ItemFindings): ItemFindings {
  const { findings: left, dropped } = dropUnproven(files, findings);
  if (dropped === 0) return left;
  const wording = wordingOf(findings.language);
  return {
    ...left,
    criteria: left.criteria.map((criterion, at) =>
      criterion.verdict === findings.criteria[at]?.verdict
        ? criterion
        : { ...criterion, reason: wording.reason("not-found", undefined) },
    ),
    units: [...left.units, { name: "quotesDropped", value: String(dropped) }],
    explanation: `${left.explanation}\n${wording.dropped(dropped)}`,
  };
}

/**
 * A quote that does not stand on its page is dropped, and with it what rests on it: a
 * verdict other than missing without a quote left is missing and its part of the score is lost, a page reference
 * without a quote is none, and its words are struck out wherever they are repeated.
 */
export function dropUnproven(
  files: SubjectFile[],
  findings: ItemFindings,
): { findings: ItemFindings; dropped: number } {
  const made = findings.criteria.flatMap(({ evidence }) => evidence.filter((quote) => !standsOnPage(files, quote)));
  const criteria = findings.criteria.map((criterion) => {
    const evidence = criterion.evidence.filter((quote) => standsOnPage(files, quote));
    if (evidence.length === 0 && criterion.verdict !== "missing")
      return { ...criterion, evidence, verdict: "missing" as const };
    return { ...criterion, evidence };
  });
  const proven = new Set(
    criteria.flatMap(({ evidence }) => evidence.map(({ file, page }) => `${file}\n${labelOf(files, file, page)}`)),
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

function labelOf(files: SubjectFile[], file: number, page: number): string {
  return files[file]?.pages.find(({ number }) => number === page)?.label ?? "";
}
