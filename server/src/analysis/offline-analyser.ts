import type { EngineRecord, ItemToJudge, Subject } from "./analyser.ts";
import { translateTerms } from "./catalogue-texts.ts";
import { type Criterion, criteriaOf, criterionOfCondition, nameOfCondition } from "./criteria.ts";
import { composeFindings, type JudgedItem } from "./findings/compose-findings.ts";
import type { ItemFindings, Judge, OtherKind } from "./findings/findings.ts";
import { wordsForTexts } from "./findings/own-words.ts";
import { listSections } from "./findings/sections.ts";
import { type FindClauses, openClauses } from "./passages/find-clauses.ts";
import { readTermNames, type TermNames } from "./passages/parties.ts";
import type { Passage } from "./passages/passages.ts";
import { type PreparedDocument, prepareDocument } from "./passages/prepare-document.ts";
import { openReading } from "./reading/read-items.ts";
import type { Reader } from "./reading/reader.ts";
import { type DocumentIndexes, indexDocument } from "./search/document-indexes.ts";
import { detectOtherKind } from "./search/document-kind.ts";
import { embedDocument } from "./search/embed-passages.ts";
import type { Encoder } from "./search/encoder.ts";
import type { QueryEmbeddings } from "./search/query-embeddings.ts";
import { type Ranking, type SearchHit, topHits } from "./search/relevance.ts";
import { openSearch, type Search } from "./search/search.ts";
import { applyConditions } from "./verdict/apply-conditions.ts";
import type { ConditionDecision } from "./verdict/decide-condition.ts";
import {
  type AssistingAnalyser,
  type AssistingAnalysis,
  findIrrelevantQuotes,
  type Retrieved,
  toJudgements,
  toRetrievedCriteria,
} from "./verdict/external-verdict.ts";
import { type Judgement, judgeCriterion } from "./verdict/judge-criterion.ts";
import { mayApply, openConditions } from "./verdict/open-conditions.ts";
import { settleConditions } from "./verdict/settle-conditions.ts";
import type { ShippedFrequencies } from "./verdict/verdict-frequencies.ts";

/** Raised whenever the same pages and items could give other findings. */
const engineVersion = "28";

/** For an external model: what decides whether a criterion applies is often one sentence. */
const maxPassagesRetrieved = { criterion: 6, condition: 3 };

/** For benchmarks and fitting: the judgements behind the findings, and all passages by relevance to the first criterion. */
export interface OfflineAnalysis extends AssistingAnalysis {
  explain(item: ItemToJudge): Promise<{
    judgements: Judgement[];
    ranked: SearchHit[];
    conditions: ConditionDecision[];
  }>;
}

export interface OfflineAnalyser extends AssistingAnalyser {
  open(subject: Subject, signal?: AbortSignal): Promise<OfflineAnalysis>;
}

export interface Models {
  encoder: Encoder;
  reader: Reader;
  /** Of the shipped catalogue's items. */
  queryEmbeddings: QueryEmbeddings;
  /** How often its criteria have each verdict in labelled documents. */
  frequencies: ShippedFrequencies;
  close(): Promise<void>;
}

/** `models` is called once, for the first document; it returns undefined if the native runtime is missing. */
export function openOfflineAnalyser({ models }: { models: () => Promise<Models | undefined> }): OfflineAnalyser {
  let loading: Promise<Models | undefined> | undefined;
  const cache: QueryEmbeddings = new Map();
  return {
    async open(subject, signal) {
      loading ??= models();
      return openAnalysis(subject, loading, cache, signal);
    },
    async close() {
      await (await loading)?.close();
    },
  };
}

/** The stages that serve all items: passages and search. */
interface SearchedDocument {
  document: PreparedDocument;
  indexes: DocumentIndexes;
  names: TermNames;
  otherKind: OtherKind | undefined;
  search: Search;
}

async function searchDocument(
  { control }: Subject,
  document: PreparedDocument,
  models: Models | undefined,
  cache: QueryEmbeddings,
  signal: AbortSignal | undefined,
): Promise<SearchedDocument> {
  const { passages, english, fileLanguages, mainLanguage } = document;
  const embedding = models && embedDocument(models.encoder, english, signal);
  // Awaited below, unless something else fails before.
  embedding?.catch(() => undefined);
  // What needs no embeddings is computed while the encoder works.
  const indexes = indexDocument(document);
  const languages = [...new Set([mainLanguage, ...fileLanguages, "en" as const])];
  const names = readTermNames(passages, translateTerms(control, languages));
  const embeddings = await embedding;
  const encoded = models && embeddings && { ...embeddings, encoder: models.encoder };
  const otherKind = await detectOtherKind(control, fileLanguages, indexes, encoded);
  const search = openSearch({
    ...{ passages, index: indexes.english },
    encoded: encoded && { ...encoded, shipped: models.queryEmbeddings, cache },
  });
  return { document, indexes, names, otherKind, search };
}

/** Reading, verdict and findings follow item by item. */
async function openAnalysis(
  subject: Subject,
  loading: Promise<Models | undefined>,
  cache: QueryEmbeddings,
  signal: AbortSignal | undefined,
): Promise<OfflineAnalysis> {
  // Passages are split while the models are loaded.
  const document = prepareDocument(subject);
  const models = await loading;
  const searched = await searchDocument(subject, document, models, cache, signal);
  const engine = toEngineRecord(models);
  const { facts = {} } = subject;
  const reading = openReading({
    ...{ ...searched, items: subject.items, signal, english: document.english, languageOf: document.languageOf },
    ...{
      reader: models?.reader,
      frequencies: models?.frequencies.counts,
      isAsked: (criterion: Criterion) => mayApply(criterion, facts),
    },
  });
  const decideConditions = openConditions(reading, facts);
  const readItem = async (item: ItemToJudge): Promise<Judgement[]> => {
    const { criteria, prior } = await reading.readItem(item);
    return criteria.map((one) => judgeCriterion(one, prior));
  };
  const judgeItem = async (item: ItemToJudge): Promise<JudgedItem> => {
    const judgements = await readItem(item);
    const conditions = await decideConditions(item);
    return { judgements: judgements.map((one) => applyConditions(one, conditions)), conditions };
  };
  const compose = openComposer(subject, searched, engine);
  const ownJudge = models === undefined ? "words" : "engine";
  const findClauses = openClauses(subject.files, document.passages);
  return {
    engine,
    judge: async (item) => compose(item, await judgeItem(item), () => ownJudge),
    async retrieve(item, { below } = {}) {
      const judged = below === undefined ? undefined : (await judgeItem(item)).judgements;
      const criteria = criteriaOf(item).filter(
        (criterion, at) => mayApply(criterion, facts) && isBelow(below, judged?.[at]),
      );
      const asked = toRetrievedCriteria(item, criteria, await decideConditions(item));
      return { ...asked, clauses: await findClausesFor(searched.search, findClauses, item, criteria, asked) };
    },
    async compose(item, verdicts) {
      const criteria = criteriaOf(item);
      const isGiven = ({ key }: Criterion) => verdicts.some((verdict) => verdict.key === key);
      const isOwn = (criterion: Criterion) => !isGiven(criterion) && mayApply(criterion, facts);
      const own = criteria.some(isOwn) ? await readItem(item) : [];
      const conditions = settleConditions(await decideConditions(item), {
        ...{ passages: document.passages, criteria, verdicts, itemCondition: item.appliesWhen },
      });
      const judgements = toJudgements(document.passages, criteria, verdicts, own).map((judgement) => {
        const applied = applyConditions(judgement, conditions);
        return isGiven(judgement.criterion) ? { ...applied, probabilities: undefined } : applied;
      });
      const irrelevantQuotes = await checkQuotes(searched, models?.reader, item, { judgements, conditions }, isGiven);
      const judgeOf = (criterion: Criterion) => (isGiven(criterion) ? "external" : ownJudge);
      return { findings: compose(item, { judgements, conditions }, judgeOf), irrelevantQuotes };
    },
    async explain(item) {
      const [ranking] = await searched.search.rank(item, criteriaOf(item).slice(0, 1));
      const ranked = ranking === undefined ? [] : topHits(ranking, document.passages.length);
      return { ...(await judgeItem(item)), ranked };
    },
    close: async () => undefined,
  };
}

function openComposer({ files, control }: Subject, searched: SearchedDocument, engine: EngineRecord) {
  const { document, indexes, names, otherKind } = searched;
  const { passages, english, mainLanguage, languageOf } = document;
  const sections = listSections(passages, english);
  const words = wordsForTexts(names, control.terms, passages);
  const ofDocument = { passages, index: indexes.english, names, words, sections, mainLanguage, languageOf, otherKind };
  const fixed = { ...ofDocument, files, engine };
  return (item: ItemToJudge, judged: JudgedItem, judgeOf: (criterion: Criterion) => Judge): ItemFindings =>
    composeFindings({ ...fixed, judgeOf, item }, judged);
}

/** A verdict of unknown probability is never certain enough. */
function isBelow(below: number | undefined, judgement: Judgement | undefined): boolean {
  if (below === undefined || judgement === undefined) return true;
  return (judgement.probabilities?.[judgement.verdict] ?? 0) < below;
}

async function findClausesFor(
  search: Search,
  findClauses: FindClauses,
  item: ItemToJudge,
  criteria: Criterion[],
  { conditions }: Pick<Retrieved, "conditions">,
): Promise<Retrieved["clauses"]> {
  const passagesOf = (ranking: Ranking, count: number) => search.top(ranking, count).map(({ passage }) => passage);
  const rankings = await search.rank(item, criteria);
  const found = rankings.flatMap((ranking) => passagesOf(ranking, maxPassagesRetrieved.criterion));
  const others: Passage[] = [];
  for (const { key } of conditions) {
    const condition = item.conditions?.[key];
    if (condition === undefined) continue;
    const asItem = { externalId: key, name: nameOfCondition(key), objective: condition.statement };
    const [ranking] = await search.rank(asItem, [criterionOfCondition(key, condition)]);
    if (ranking !== undefined) others.push(...passagesOf(ranking, maxPassagesRetrieved.condition));
  }
  return findClauses(found, others);
}

async function checkQuotes(
  { search, document }: SearchedDocument,
  reader: Reader | undefined,
  item: ItemToJudge,
  { judgements, conditions }: JudgedItem,
  isGiven: (criterion: Criterion) => boolean,
): Promise<string[]> {
  if (reader === undefined) return [];
  const given = judgements.filter(({ criterion }) => isGiven(criterion));
  const criteria = given.map(({ criterion }) => criterion);
  const rankings = await search.rank(item, criteria);
  return findIrrelevantQuotes(reader, { judgements: given, conditions }, rankings, document.translate);
}

function toEngineRecord(models: Models | undefined): EngineRecord {
  if (models === undefined) return { name: "offline-words", version: engineVersion, modelSha256: null };
  const { encoder, reader, frequencies } = models;
  const modelSha256 = [encoder.modelSha256, reader.modelSha256, frequencies.sha256].join("+");
  return { name: "offline", version: engineVersion, modelSha256 };
}
