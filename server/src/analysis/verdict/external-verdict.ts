import type { Analyser, ItemToJudge, OpenAnalysis, Subject } from "../analyser.ts";
import type { Criterion } from "../criteria.ts";
import type { ItemFindings, Quote, ReadVerdict } from "../findings/findings.ts";
import { type Passage, toTextWithContext } from "../passages/passages.ts";
import type { Reader } from "../reading/reader.ts";
import type { Ranking, SearchHit } from "../search/relevance.ts";
import { type Judgement, minMeaning, toJudgement } from "./judge-criterion.ts";
import type { Reason } from "./reason.ts";

/**
 * What the offline engine does for an external model: it retrieves passages and composes findings from verdicts. So the
 * model sees no more of a document than these passages, and none of its sentences reach a result.
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
  /** The most relevant ones to any of the criteria, in the order of the document. */
  passages: RetrievedPassage[];
}

export interface RetrievedPassage extends Quote {
  pageLabel: string;
  /** Empty if there is none. */
  heading: string;
  leadIn: string;
}

export interface ExternalVerdict {
  key: string;
  verdict: ReadVerdict;
  reason: Reason;
  /** Each within a retrieved passage. */
  evidence: Quote[];
}

export interface Composed {
  findings: ItemFindings;
  /** Keys of criteria that are called met on quotes about something else. */
  irrelevantQuotes: string[];
}

export function toRetrieved(criteria: Criterion[], hits: SearchHit[][]): Retrieved {
  const distinct = new Map(hits.flat().map(({ passage }) => [passage.index, passage]));
  return {
    criteria: criteria.map(({ key, statement, level }) => ({ key, statement, level })),
    passages: [...distinct.values()].sort((a, b) => a.index - b.index).map(toRetrievedPassage),
  };
}

function toRetrievedPassage({ file, page, pageLabel, start, end, text, headingPath, isHeading, leadIn }: Passage) {
  return { file, page, pageLabel, start, end, text, heading: isHeading ? "" : (headingPath.at(-1) ?? ""), leadIn };
}

/** As if the engine had decided so itself; a criterion without a verdict is missing. */
export function toJudgements(passages: Passage[], criteria: Criterion[], verdicts: ExternalVerdict[]): Judgement[] {
  return criteria.map((criterion) => {
    const given = verdicts.find(({ key }) => key === criterion.key);
    const evidence = (given?.evidence ?? []).flatMap(({ file, page, start, end, text }) => {
      const isWithin = (one: Passage) => one.file === file && one.page === page && one.start <= start && end <= one.end;
      const passage = passages.find(isWithin);
      return passage === undefined ? [] : [{ ...passage, start, end, text }];
    });
    if (given === undefined || given.verdict === "missing" || evidence.length === 0)
      return toJudgement(criterion, "missing", "not_found", []);
    return toJudgement(criterion, given.verdict, given.reason, evidence);
  });
}

/**
 * A quote is irrelevant from this probability of neutral on. Of the 603 quotes that meet a criterion in the held-out
 * documents of bench/cases, each read alone, 13 are above it; of as many arbitrary sentences of the same documents 534,
 * and 551 with those that `minMeaning` excludes.
 */
const minNeutral = 0.5;

/**
 * The criteria called met of which every quote is irrelevant. The reader is no better a judge than an external model, but
 * prompt injection has no effect on it. `rankings`: one for each judgement.
 */
export async function findIrrelevantQuotes(
  reader: Reader,
  judgements: Judgement[],
  rankings: Ranking[],
  translate: (passage: Passage) => Passage,
): Promise<string[]> {
  const met = judgements.flatMap(({ criterion, verdict, evidence }, at) => {
    if (verdict !== "met") return [];
    const similar = evidence.filter(({ index }) => (rankings[at]?.hit(index).meaning ?? 0) >= minMeaning);
    return [{ criterion, texts: similar.map((passage) => toTextWithContext(translate(passage))) }];
  });
  if (met.length === 0) return [];
  // One at a time: beside a relevant quote an irrelevant one would look better than it is.
  const questions = met.flatMap(({ criterion: { statement }, texts }) =>
    texts.map((text) => ({ statement, passages: [text] })),
  );
  const answers = (await reader.read(questions)).values();
  return met
    .map(({ criterion, texts }) => ({
      key: criterion.key,
      neutral: texts.map(() => answers.next().value?.passages[0]?.neutral ?? 0),
    }))
    .filter(({ neutral }) => neutral.every((probability) => probability >= minNeutral))
    .map(({ key }) => key);
}
