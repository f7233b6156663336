import type { SubjectFile } from "../analyser.ts";
import { scoreItem } from "../verdict/score-item.ts";
import type { CriterionFinding, ItemFindings, Quote } from "./findings.ts";

/** "Every statement about the document rests on a quote that stands, character for character, on the cited page." */
export function isOnPage(files: SubjectFile[], quote: Quote): boolean {
  const page = files[quote.file]?.pages.find(({ number }) => number === quote.page);
  return page !== undefined && quote.text !== "" && page.text.slice(quote.start, quote.end) === quote.text;
}

/**
 * The last step of every analyser: drops quotes that are not on their page, and what rests on them. A verdict without a
 * quote left becomes missing, and the score is that of what is left. Words are made of the result only.
 */
export function keepVerifiedQuotes(files: SubjectFile[], findings: ItemFindings): ItemFindings {
  const criteria = findings.criteria.map((criterion) => verifyCriterion(files, criterion));
  const conditions = findings.conditions?.map((condition) => ({
    ...condition,
    evidence: condition.evidence.filter((quote) => isOnPage(files, quote)),
  }));
  const count = (all: CriterionFinding[]) => all.reduce((sum, { evidence }) => sum + evidence.length, 0);
  const quotesDropped = findings.quotesDropped + count(findings.criteria) - count(criteria);
  const scored = scoreItem(criteria, findings.otherKind !== undefined);
  return { ...findings, ...scored, criteria, ...(conditions !== undefined && { conditions }), quotesDropped };
}

function verifyCriterion(files: SubjectFile[], criterion: CriterionFinding): CriterionFinding {
  const evidence = criterion.evidence.filter((quote) => isOnPage(files, quote));
  const { verdict } = criterion;
  const needsQuote = verdict !== "missing" && verdict !== "not_applicable";
  if (needsQuote && evidence.length === 0)
    return { ...criterion, verdict: "missing", reason: "not_found", probabilities: null, facts: {}, evidence };
  // Reason and facts are those of the first quote; of another one only the verdict is known.
  if (verdict in reasonOfVerdict && evidence[0] !== criterion.evidence[0])
    return { ...criterion, reason: reasonOfVerdict[verdict as keyof typeof reasonOfVerdict], facts: {}, evidence };
  return { ...criterion, evidence };
}

const reasonOfVerdict = { met: "stated", partly: "incomplete", contradicted: "opposite" } as const;
