import type { EngineRecord, ItemToJudge, Subject } from "./analyser.ts";
import { selectItemTexts, translateTerms } from "./catalogue-texts.ts";
import { criteriaOf } from "./criteria.ts";
import { composeFindings } from "./findings/compose-findings.ts";
import type { ItemFindings } from "./findings/findings.ts";
import { listSections } from "./findings/render/suggest-text.ts";
import { wordingOf } from "./findings/render/wording-by-language.ts";
import { readTermNames } from "./passages/parties.ts";
import { prepareDocument } from "./passages/prepare-document.ts";
import { openItemReading } from "./reading/read-items.ts";
import type { Reader } from "./reading/reader.ts";
import { indexDocument } from "./search/document-indexes.ts";
import { detectOtherKind } from "./search/document-kind.ts";
import { embedPassages } from "./search/embed-passages.ts";
import type { Encoder } from "./search/encoder.ts";
import type { QueryEmbeddings } from "./search/query-embeddings.ts";
import { type SearchHit, topHits } from "./search/relevance.ts";
import { openSearch } from "./search/search.ts";
import {
  type AssistingAnalyser,
  type AssistingAnalysis,
  findIrrelevantQuotes,
  toJudgements,
  toRetrieved,
} from "./verdict/external-verdict.ts";
import { type Judgement, judgeCriterion } from "./verdict/judge-criterion.ts";

/** Raised whenever the same pages and items could give other findings. */
const engineVersion = "19";

/** Per criterion, for an external model. */
const maxPassagesRetrieved = 6;

/** For benchmarks and fitting: the judgements behind the findings, and all passages by relevance to the first criterion. */
export interface OfflineAnalysis extends AssistingAnalysis {
  explain(item: ItemToJudge): Promise<{ judgements: Judgement[]; ranked: SearchHit[] }>;
}

export interface OfflineAnalyser extends AssistingAnalyser {
  open(subject: Subject, signal?: AbortSignal): Promise<OfflineAnalysis>;
}

export interface Models {
  encoder: Encoder;
  reader: Reader;
  /** Of the shipped catalogue's items. */
  queryEmbeddings: QueryEmbeddings;
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

/** Runs the stages that serve all items: passages and search. Reading, verdict and findings follow item by item. */
async function openAnalysis(
  subject: Subject,
  loading: Promise<Models | undefined>,
  cache: QueryEmbeddings,
  signal: AbortSignal | undefined,
): Promise<OfflineAnalysis> {
  const { control, files, items, language } = subject;
  // Passages are split while the models are loaded.
  const document = prepareDocument(subject);
  const { passages, english, fileLanguages, languageOf } = document;
  const models = await loading;
  const texts = english.map(({ text }) => text);
  const embedding = models && embedPassages(models.encoder, texts, signal);
  // Awaited below, unless something else fails before.
  embedding?.catch(() => undefined);
  // What needs no embeddings is computed while the encoder works.
  const indexes = indexDocument(document);
  const names = readTermNames(
    passages,
    translateTerms(control, [...new Set([document.mainLanguage, ...fileLanguages, "en" as const])]),
  );
  const embeddings = await embedding;
  const encoded = models && embeddings && { passages: embeddings, encoder: models.encoder };
  const otherKind = await detectOtherKind(control, fileLanguages, indexes, encoded);
  const search = openSearch({
    ...{ passages, index: indexes.english },
    encoded: encoded && { ...encoded, shipped: models.queryEmbeddings, cache },
  });
  const reader = models?.reader;
  const readItem = openItemReading({ search, reader, english, items, signal, indexes, names, languageOf });

  async function judgeCriteria(item: ItemToJudge): Promise<Judgement[]> {
    const { criteria, prior } = await readItem(item);
    return criteria.map((reading) => judgeCriterion(reading, prior));
  }

  const sections = listSections(passages, english);
  function compose(item: ItemToJudge, judgements: Judgement[]): ItemFindings {
    const texts = selectItemTexts(item, language);
    return composeFindings(
      {
        ...{ files, control, item, texts, wording: wordingOf(texts.language), index: indexes.english, names, sections },
        ...{ otherKind, languageOf, isWordsAlone: models === undefined },
      },
      judgements,
    );
  }

  return {
    engine: toEngineRecord(models),
    async judge(item) {
      return compose(item, await judgeCriteria(item));
    },
    async retrieve(item) {
      const criteria = criteriaOf(item);
      const rankings = await search.rank(item, criteria);
      return toRetrieved(
        criteria,
        rankings.map((ranking) => search.top(ranking, maxPassagesRetrieved)),
      );
    },
    async compose(item, verdicts) {
      const criteria = criteriaOf(item);
      const judgements = toJudgements(passages, criteria, verdicts);
      const irrelevantQuotes =
        reader === undefined
          ? []
          : await findIrrelevantQuotes(reader, judgements, await search.rank(item, criteria), document.translate);
      return { findings: compose(item, judgements), irrelevantQuotes };
    },
    async explain(item) {
      const [ranking] = await search.rank(item, criteriaOf(item).slice(0, 1));
      const judgements = await judgeCriteria(item);
      return { judgements, ranked: ranking === undefined ? [] : topHits(ranking, passages.length) };
    },
    close: async () => undefined,
  };
}

function toEngineRecord(models: Models | undefined): EngineRecord {
  if (models === undefined) return { name: "offline-words", version: engineVersion, modelSha256: null };
  const modelSha256 = `${models.encoder.modelSha256}+${models.reader.modelSha256}`;
  return { name: "offline", version: engineVersion, modelSha256 };
}
