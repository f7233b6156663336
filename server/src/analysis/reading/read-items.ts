import type { ItemCondition } from "../../catalogue/complete-item.ts";
import { AppError } from "../../platform/app-error.ts";
import type { ItemToJudge } from "../analyser.ts";
import { type Criterion, criteriaOf, criterionOfCondition, nameOfCondition } from "../criteria.ts";
import { type Passage, toTextWithContext } from "../passages/passages.ts";
import type { Ranking, SearchHit } from "../search/relevance.ts";
import type { Search } from "../search/search.ts";
import { frequencyKeyOf, type VerdictCounts, type VerdictFrequencies } from "../verdict/verdict-frequencies.ts";
import { type Candidate, type CandidateDeps, toCandidate } from "./candidate.ts";
import { type DocumentPrior, estimatePrior } from "./document-prior.ts";
import type { Reader, Reading } from "./reader.ts";

const maxPassagesRead = 12;
/** Passages whose relevance is lower than the best one's by more than this are not read: a quarter of the reading is saved. */
const maxRelevanceGap = 4.5;
/** While one item waits for its last batch, the next is searched for. */
const concurrentItems = 3;

export interface CriterionReading {
  criterion: Criterion;
  candidates: Candidate[];
  /** Of all candidates together; undefined when judged by words alone. */
  overall: Reading | undefined;
  /** The verdicts of people in labelled documents; undefined if there are none. */
  usual: VerdictCounts | undefined;
}

export interface ItemReadingDeps extends CandidateDeps {
  search: Search;
  /** Absent when judged by words alone. */
  reader: Reader | undefined;
  frequencies: VerdictFrequencies | undefined;
  english: Passage[];
  /** All items of the review; the prior is computed from those of the catalogue. */
  items: ItemToJudge[];
  signal: AbortSignal | undefined;
  /** What is false of a criterion that surely does not apply; it is not read. */
  isAsked(criterion: Criterion): boolean;
}

export interface ItemReading {
  prior: DocumentPrior;
  criteria: CriterionReading[];
}

export interface DocumentReading {
  readItem(item: ItemToJudge): Promise<ItemReading>;
  readCondition(key: string, condition: ItemCondition): Promise<{ prior: DocumentPrior; reading: CriterionReading }>;
}

/** The first call reads all items of the catalogue, because each verdict needs the document-level prior. */
export function openReading(deps: ItemReadingDeps): DocumentReading {
  let readingAll: ReturnType<typeof readAll> | undefined;
  const readOnce = () => {
    readingAll ??= readAll(deps);
    return readingAll;
  };
  return {
    async readItem(item) {
      const { prior, byItem } = await readOnce();
      return { prior, criteria: byItem.get(keyOf(item)) ?? (await readItem(deps, item)) };
    },
    async readCondition(key, condition) {
      const { prior } = await readOnce();
      const name = nameOfCondition(key);
      const item = { externalId: key, name, objective: condition.statement };
      const [reading] = await readCriteria(deps, item, [criterionOfCondition(key, condition)]);
      return { prior, reading: reading as CriterionReading };
    },
  };
}

/** Items arrive as copies, so they are compared by content. */
const keyOf = ({ name, criteria, appliesWhen }: ItemToJudge) => JSON.stringify([name, criteria, appliesWhen]);

async function readAll(deps: ItemReadingDeps) {
  const items = deps.reader === undefined ? [] : deps.items.filter(({ criteria }) => criteria?.length);
  const byItem = new Map<string, CriterionReading[]>();
  const queue = items.values();
  const readQueue = async () => {
    for (const item of queue) {
      deps.signal?.throwIfAborted();
      const criteria = await readItem(deps, item).catch(failLater);
      if (criteria !== undefined) byItem.set(keyOf(item), criteria);
    }
  };
  await Promise.all(Array.from({ length: concurrentItems }, readQueue));
  const overall = items.flatMap((item) => byItem.get(keyOf(item)) ?? []).flatMap((one) => one.overall ?? []);
  return { prior: estimatePrior(overall), byItem };
}

/** An item that cannot be read fails alone, when it is judged. Retryable errors abort the whole analysis. */
function failLater(error: unknown): undefined {
  if (error instanceof AppError && error.code === "unavailable") throw error;
}

const readItem = (deps: ItemReadingDeps, item: ItemToJudge) => readCriteria(deps, item, criteriaOf(item));

async function readCriteria(
  deps: ItemReadingDeps,
  item: ItemToJudge,
  criteria: Criterion[],
): Promise<CriterionReading[]> {
  const hits = (await deps.search.rank(item, criteria)).map((ranking, at) =>
    deps.isAsked(criteria[at] as Criterion) ? selectHits(deps, ranking) : [],
  );
  const questions = criteria.map(({ statement }, at) => ({
    statement,
    passages: (hits[at] ?? []).map(({ passage }) => toTextWithContext(deps.english[passage.index] ?? passage)),
  }));
  const answers = await deps.reader?.read(questions);
  // Candidates are built here, while the models read other items.
  return criteria.map((criterion, at) => {
    const answer = answers?.[at];
    const candidates = (hits[at] ?? []).map((hit, place) => toCandidate(deps, criterion, hit, answer?.passages[place]));
    const usual = deps.frequencies?.get(frequencyKeyOf(criterion.statement));
    return { criterion, candidates, overall: answer?.overall, usual };
  });
}

function selectHits({ search, reader }: ItemReadingDeps, ranking: Ranking): SearchHit[] {
  const hits = search.top(ranking, maxPassagesRead);
  // Without a reader the relevance has another scale, and there is no reading to save.
  if (reader === undefined) return hits;
  const least = (hits[0]?.relevance ?? 0) - maxRelevanceGap;
  return hits.filter(({ relevance }) => relevance >= least);
}
