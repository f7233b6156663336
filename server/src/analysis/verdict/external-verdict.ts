import type { Analyser, ItemToJudge, OpenAnalysis, Subject } from "../analyser.ts";
import { type Criterion, criteriaOf } from "../criteria.ts";
import type { ItemFindings, Quote, Verdict } from "../findings/findings.ts";
import { wordingOf } from "../findings/render/wording-by-language.ts";
import { inContext, type Passage } from "../passages/passages.ts";
import type { Reader } from "../reading/reader.ts";
import type { Bearing } from "../search/relevance.ts";
import { type Judgement, leastMeaning, type Reason, toJudgement } from "./judge-criterion.ts";
import { type FeatureDeps, toCandidate } from "./rule-features.ts";

/**
 * What the offline engine does for a judge from outside: it finds what is worth reading, and words what was decided. So
 * an outside judge sees no more of a document than these passages, and none of its own sentences reach a result.
 */
export interface AssistingAnalysis extends OpenAnalysis {
  retrieve(item: ItemToJudge): Promise<Retrieved>;
  compose(item: ItemToJudge, verdicts: ExternalVerdict[]): Promise<Composed>;
}

export interface AssistingAnalyser extends Analyser {
  open(subject: Subject, signal?: AbortSignal): Promise<AssistingAnalysis>;
}

export interface Retrieved {
  criteria: Pick<Criterion, "key" | "statement" | "level">[];
  /** The closest to any of the criteria, in the order of the document. */
  passages: RetrievedPassage[];
}

export interface RetrievedPassage extends Quote {
  pageLabel: string;
  /** The heading it stands under, and what an enumeration's member completes; empty where there is none. */
  heading: string;
  leadIn: string;
}

export interface ExternalVerdict {
  key: string;
  verdict: Verdict;
  reason: Reason;
  /** Each within a passage that was retrieved. */
  evidence: Quote[];
}

export interface Composed {
  findings: ItemFindings;
  /** Criteria called met on quotes that say nothing of them: whoever says so has not read them. */
  irrelevantQuotes: string[];
}

/** Every passage once, wherever in the lists it stands, in the order of the document. */
export function toRetrieved(criteria: Criterion[], closest: Bearing[][]): Retrieved {
  const chosen = new Map(closest.flat().map(({ passage }) => [passage.index, passage]));
  return {
    criteria: criteria.map(({ key, statement, level }) => ({ key, statement, level })),
    passages: [...chosen.values()].sort((a, b) => a.index - b.index).map(toRetrievedPassage),
  };
}

function toRetrievedPassage({ file, page, pageLabel, start, end, text, headingPath, isHeading, leadIn }: Passage) {
  return { file, page, pageLabel, start, end, text, heading: isHeading ? "" : (headingPath.at(-1) ?? ""), leadIn };
}

/** As if the engine had come to these verdicts itself; a criterion without one is missing. */
export function toJudgements(
  deps: FeatureDeps,
  passages: Passage[],
  criteria: Criterion[],
  verdicts: ExternalVerdict[],
): Judgement[] {
  return criteria.map((criterion) => {
    const given = verdicts.find(({ key }) => key === criterion.key);
    const evidence = (given?.evidence ?? []).flatMap((quote) => {
      const passage = passageOf(passages, quote);
      if (passage === undefined) return [];
      const { start, end, text } = quote;
      return [toCandidate(deps, criterion, bearingOf({ ...passage, start, end, text }), undefined)];
    });
    if (given === undefined || given.verdict === "missing" || evidence.length === 0)
      return toJudgement(criterion, "missing", "not_found", []);
    return toJudgement(criterion, given.verdict, given.reason, evidence);
  });
}

function passageOf(passages: Passage[], { file, page, start, end }: Quote): Passage | undefined {
  return passages.find((one) => one.file === file && one.page === page && one.start <= start && end <= one.end);
}

/** Composing looks at the passage alone. */
function bearingOf(passage: Passage): Bearing {
  const none = { words: 0, groups: 0, headings: 0, meaning: 0, nameMeaning: 0, around: 0, length: 0, relevance: 0 };
  return { passage, ...none, isHeading: passage.isHeading ? 1 : 0 };
}

/**
 * From this chance on a passage has nothing to do with a criterion. Of the 603 quotes that meet one in the held-out
 * documents of bench/cases, each read alone, 13 are read so; of as many arbitrary sentences of the same documents, 534,
 * and with those that do not come near in meaning 551.
 */
const surelyNeutral = 0.5;

/**
 * Read by the small model, which is no better a judge, but cannot be talked into anything; what does not even come near in
 * meaning it need not read. `meaningOf`: how near a passage comes to a criterion.
 */
export async function findIrrelevantQuotes(
  reader: Reader | undefined,
  judgements: Judgement[],
  inEnglish: (passage: Passage) => Passage,
  meaningOf: (criterion: Criterion, passage: Passage) => number,
): Promise<string[]> {
  const met = judgements.filter(({ verdict }) => verdict === "met");
  if (reader === undefined || met.length === 0) return [];
  const near = met.map(({ criterion, evidence }) =>
    evidence.filter(({ bearing }) => meaningOf(criterion, bearing.passage) >= leastMeaning),
  );
  // Each alone: beside a quote that fits, one that does not would look better than it is.
  const answers = await reader.read(
    met.flatMap(({ criterion: { statement } }, at) =>
      (near[at] ?? []).map(({ bearing }) => ({ statement, passages: [inContext(inEnglish(bearing.passage))] })),
    ),
  );
  let next = 0;
  const neutral = near.map((own) => own.map(() => answers[next++]?.passages[0]?.neutral ?? 0));
  return met
    .filter((_, at) => neutral[at]?.every((chance) => chance >= surelyNeutral))
    .map(({ criterion }) => criterion.key);
}

const externalPrefix = "llm ";

/** What the units of an item say that a judge from outside has judged; it names the provider and the model. */
export const externalJudgeName = (provider: string, model: string) => `${externalPrefix}${provider}/${model}`;

export function isJudgedExternally({ units }: ItemFindings): boolean {
  return units.some(({ name, value }) => name === "judgedBy" && value.startsWith(externalPrefix));
}

const everyReason: Reason[] = [
  ...(["stated", "figure_not_met", "figure_absent", "not_binding", "exception", "other_party"] as const),
  ...(["incomplete", "duty_denied", "prohibited", "permitted", "opposite", "not_found"] as const),
];

/** The verdicts that findings were composed from, so that they can be composed again and compared. */
export function recoverExternalVerdicts(
  item: ItemToJudge,
  { language, criteria: found }: ItemFindings,
): ExternalVerdict[] {
  const wording = wordingOf(language);
  const criteria = new Map(criteriaOf(item).map((one) => [one.key, one]));
  return found.map(({ key, verdict, evidence, reason: told }) => {
    const figure = criteria.get(key)?.figure;
    const isTold = (one: Reason) =>
      wording.reason(one, figure) === told || isAround(wording.reason(one, figure, anyWords), told);
    return { key, verdict, reason: everyReason.find(isTold) ?? "incomplete", evidence };
  });
}

/** Stands for the passage's words in a reason that is compared. */
const anyWords = "\u0000";

function isAround(pattern: string, told: string): boolean {
  const [before = "", after] = pattern.split(anyWords);
  return after !== undefined && told.startsWith(before) && told.endsWith(after);
}
