import type { ByReference } from "../../catalogue/catalogue-format.ts";
import type { ItemCondition } from "../../catalogue/complete-item.ts";
import type { Analyser, ItemToJudge, OpenAnalysis, Subject } from "../analyser.ts";
import type { Criterion } from "../criteria.ts";
import type { ItemFindings, Quote, Verdict } from "../findings/findings.ts";
import type { Clause } from "../passages/find-clauses.ts";
import { type Passage, toTextWithContext } from "../passages/passages.ts";
import { splitAtPages } from "../passages/split-at-pages.ts";
import type { Reader } from "../reading/reader.ts";
import type { Ranking } from "../search/relevance.ts";
import type { ConditionDecision } from "./decide-condition.ts";
import { type Judgement, minMeaning, toJudgement } from "./judge-criterion.ts";
import type { Reason } from "./reason.ts";

/**
 * What the offline engine does for an external model: it finds clauses and composes findings from verdicts. So the
 * model sees no more of a document than these clauses, and none of its sentences reach a result.
 */
export interface AssistingAnalysis extends OpenAnalysis {
  retrieve(item: ItemToJudge, wanted?: RetrievalScope): Promise<Retrieved>;
  /** The engine judges the criteria that have no verdict. */
  compose(item: ItemToJudge, verdicts: ExternalVerdict[]): Promise<Composed>;
}

export interface AssistingAnalyser extends Analyser {
  open(subject: Subject, signal?: AbortSignal): Promise<AssistingAnalysis>;
}

export interface RetrievalScope {
  /** Only criteria whose verdict by the engine is less probable than this; absent: all that may apply. */
  below?: number;
}

export interface Retrieved {
  criteria: RetrievedCriterion[];
  /** Those that the criteria name and that no stated fact decides; the item's first. */
  conditions: RetrievedCondition[];
  /** The most relevant ones to any of the criteria and conditions, in the order of the document. */
  clauses: Clause[];
}

export interface RetrievedCriterion extends Pick<Criterion, "key" | "statement" | "level"> {
  byReference: ByReference;
  /** Keys of its conditions; empty if it applies in any case. */
  appliesWhen: string[];
}

export interface RetrievedCondition extends Pick<ItemCondition, "statement" | "whenSilent"> {
  key: string;
  isOfItem: boolean;
}

export interface ExternalVerdict {
  key: string;
  verdict: Verdict;
  reason: Reason;
  /** Each within a retrieved clause. */
  evidence: Quote[];
  /** The condition that does not hold, if the criterion does not apply. */
  condition?: string;
}

export interface Composed {
  findings: ItemFindings;
  /** Keys of criteria whose verdict rests on quotes about something else only. */
  irrelevantQuotes: string[];
}

export function toRetrievedCriteria(
  item: ItemToJudge,
  criteria: Criterion[],
  decisions: ConditionDecision[],
): Omit<Retrieved, "clauses"> {
  const open = decisions.filter(({ decidedBy }) => decidedBy !== "facts");
  const named = new Set(criteria.flatMap(({ appliesWhen }) => appliesWhen));
  const referenceOf = new Map((item.criteria ?? []).map(({ key, byReference }) => [key, byReference]));
  return {
    criteria: criteria.map(({ key, statement, level, appliesWhen }) => ({
      ...{ key, statement, level, byReference: referenceOf.get(key) ?? item.byReference ?? "sufficient" },
      appliesWhen: appliesWhen.filter((condition) => open.some((one) => one.key === condition)),
    })),
    conditions: open
      .filter(({ key }) => named.has(key))
      .map(({ key, condition: { statement, whenSilent } }) => ({
        ...{ key, statement, whenSilent, isOfItem: key === item.appliesWhen },
      }))
      .sort((a, b) => Number(b.isOfItem) - Number(a.isOfItem)),
  };
}

/** As if the engine had decided so itself; `own` has its judgements of the criteria that have no verdict. */
export function toJudgements(
  passages: Passage[],
  criteria: Criterion[],
  verdicts: ExternalVerdict[],
  own: Judgement[],
): Judgement[] {
  return criteria.map((criterion, at) => {
    const given = verdicts.find(({ key }) => key === criterion.key);
    if (given === undefined) return own[at] ?? toJudgement(criterion, "missing", "not_found", []);
    const evidence = toEvidence(passages, given.evidence);
    // Whether it applies follows from its conditions.
    if (given.verdict === "missing" || given.verdict === "not_applicable" || evidence.length === 0)
      return toJudgement(criterion, "missing", "not_found", []);
    return toJudgement(criterion, given.verdict, given.reason, evidence);
  });
}

/** Quotes as passages. One that reaches over several passages has the place in the document of the longest part. */
export function toEvidence(passages: Passage[], quotes: Quote[]): Passage[] {
  const onPages = passages.flatMap(splitAtPages);
  return quotes.flatMap(({ file, page, start, end, text }) => {
    const overlap = (one: Passage) => Math.min(one.end, end) - Math.max(one.start, start);
    const [passage] = onPages
      .filter((one) => one.file === file && one.page === page && overlap(one) > 0)
      .sort((a, b) => overlap(b) - overlap(a));
    return passage === undefined ? [] : [{ ...passage, start, end, text }];
  });
}

/**
 * A quote is irrelevant from this probability of neutral on. Of 398 passages that meet a criterion in real documents that the reader was
 * not trained on, each read alone, 24 are above it; of as many arbitrary passages of the same documents 221, without counting those
 * that `minMeaning` excludes.
 */
const minNeutral = 0.6;

/**
 * The criteria called met, or ruled out by the document, of which every quote is irrelevant. The reader is no better a
 * judge than an external model, but prompt injection has no effect on it. `rankings`: one for each judgement.
 */
export async function findIrrelevantQuotes(
  reader: Reader,
  { judgements, conditions }: { judgements: Judgement[]; conditions: ConditionDecision[] },
  rankings: Ranking[],
  translate: (passage: Passage) => Passage,
): Promise<string[]> {
  const textOf = (passage: Passage) => toTextWithContext(translate(passage));
  const claims = judgements.flatMap(({ criterion: { key, statement }, verdict, evidence, ruledOutBy }, at) => {
    const condition = conditions.find((one) => one.key === ruledOutBy?.condition)?.condition;
    if (condition !== undefined && ruledOutBy?.decidedBy === "document")
      return [{ key, statement: condition.statement, texts: evidence.map(textOf) }];
    if (verdict !== "met") return [];
    const similar = evidence.filter(({ index }) => (rankings[at]?.hit(index).meaning ?? 0) >= minMeaning);
    return [{ key, statement, texts: similar.map(textOf) }];
  });
  if (claims.length === 0) return [];
  // One at a time: beside a relevant quote an irrelevant one would look better than it is.
  const questions = claims.flatMap(({ statement, texts }) => texts.map((text) => ({ statement, passages: [text] })));
  const answers = (await reader.read(questions)).values();
  return claims
    .map(({ key, texts }) => ({ key, neutral: texts.map(() => answers.next().value?.passages[0]?.neutral ?? 0) }))
    .filter(({ neutral }) => neutral.every((probability) => probability >= minNeutral))
    .map(({ key }) => key);
}
