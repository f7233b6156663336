import { AppError } from "../platform/app-error.ts";
import type { ItemToJudge, Subject } from "./analyser.ts";
import { expectedDocument, selectItemTexts, termNames } from "./catalogue-texts.ts";
import { type Criterion, criteriaOf } from "./criteria.ts";
import { composeFindings } from "./findings/compose-findings.ts";
import type { ItemFindings } from "./findings/findings.ts";
import { sectionsOf } from "./findings/render/suggest-text.ts";
import { wordingOf } from "./findings/render/wording-by-language.ts";
import type { Language } from "./language/words.ts";
import { readNames } from "./passages/parties.ts";
import { inContext, type Passage, saysSomething, toPassages } from "./passages/passages.ts";
import { fileLanguages, mainLanguage, translatePassages } from "./passages/translate-passages.ts";
import { type DocumentPrior, estimatePrior } from "./reading/document-prior.ts";
import type { Reader, Reading } from "./reading/reader.ts";
import { findOtherKind, isNearKeywords, type OtherKind } from "./search/document-kind.ts";
import { type Encoder, similarities, type Vectors } from "./search/encoder.ts";
import { indexPassages, type LexicalIndex } from "./search/lexical-index.ts";
import { embedQueries, type QueryEmbeddings, queryTextsOf } from "./search/query-embeddings.ts";
import { type Bearing, closest, type Ranking, rank, type Searchable } from "./search/relevance.ts";
import {
  type AssistingAnalyser,
  type AssistingAnalysis,
  findIrrelevantQuotes,
  toJudgements,
  toRetrieved,
} from "./verdict/external-verdict.ts";
import { type Judgement, judgeCriterion } from "./verdict/judge-criterion.ts";
import { type Candidate, toCandidate } from "./verdict/rule-features.ts";

/** Raised whenever the same pages and items could give other findings. */
const engineVersion = "19";

/** At most so many passages are read closely for a criterion. */
const closelyRead = 6;
/** None is read whose relevance is this much below the best one's: that leaves out two of 100 right passages among the six, and four tenths of the reading. */
const readWithin = 3;
/** To a model outside. */
const shownOutside = 6;
/** Passages encoded between two looks at whether to stop. */
const passagesPerStep = 256;

/** Items read at once: while one waits for its last batch, the next is searched for. */
const itemsReadAtOnce = 3;

/** What was found for a criterion, and what was read in it. */
interface CriterionRead {
  criterion: Criterion;
  candidates: Candidate[];
  /** In all of them together; undefined when judged on words alone. */
  whole: Reading | undefined;
}

interface Heard {
  tone: DocumentPrior;
  read: Map<string, CriterionRead[]>;
}

/** An item that cannot be read fails alone, when it is judged; what passes by itself is waited for with all of them. */
function heardLater(error: unknown): undefined {
  if (error instanceof AppError && error.code === "unavailable") throw error;
}

/** Items come again as copies of themselves. */
const keyOf = ({ name, criteria }: ItemToJudge) => JSON.stringify([name, criteria]);

/** What a measurement asks beyond what a result holds: every passage in its order, and how sure the engine was. */
export interface OfflineAnalysis extends AssistingAnalysis {
  weigh(item: ItemToJudge): Promise<{ judgements: Judgement[]; ranked: Bearing[] }>;
}

export interface OfflineAnalyser extends AssistingAnalyser {
  open(subject: Subject, signal?: AbortSignal): Promise<OfflineAnalysis>;
}

export interface Models {
  encoder: Encoder;
  reader: Reader;
  /** What the shipped catalogue's items look for, made beforehand. */
  queryEmbeddings: QueryEmbeddings;
  close(): Promise<void>;
}

/** `models` yields undefined where the native runtime is missing; it is asked once, when the first document comes. */
export function openOfflineAnalyser({ models }: { models: () => Promise<Models | undefined> }): OfflineAnalyser {
  let loaded: Promise<Models | undefined> | undefined;
  const kept: QueryEmbeddings = new Map();
  return {
    async open(subject, signal) {
      loaded ??= models();
      return openAnalysis(subject, loaded, kept, signal);
    },
    async close() {
      await (await loaded)?.close();
    },
  };
}

async function openAnalysis(
  subject: Subject,
  loading: Promise<Models | undefined>,
  kept: QueryEmbeddings,
  signal: AbortSignal | undefined,
): Promise<OfflineAnalysis> {
  // Passages are made while the models are loaded, and all that needs no vectors while those are computed.
  const passages = toPassages(subject.files);
  const ofFile = fileLanguages(subject);
  const english = translatePassages(passages, ofFile);
  const models = await loading;
  const encoding =
    models &&
    encodeAll(
      models.encoder,
      english.map(({ text }) => text),
      signal,
    );
  // Heard below, unless something else fails before.
  encoding?.catch(() => undefined);
  const index = indexPassages(english, "en");
  const { ownIndex, fileIndex, languageOf, main } = ownLanguages(subject, passages, index, ofFile);
  const reader = models?.reader;
  const names = readNames(passages, termNames(subject.control, [...new Set([main, ...ofFile, "en" as const])]));
  const fewKeywords = findOtherKind(
    [...new Set(ofFile)].map((language) => ({
      index: fileIndex(language),
      keywords: expectedDocument(subject.control, language)?.keywords ?? [],
    })),
  );
  const signs = { index, names, languageOf, ownIndex };
  const inEnglish = (passage: Passage) => translatePassages([passage], ofFile)[0] ?? passage;
  const sections = sectionsOf(passages, english);
  const counts = passages.map(saysSomething);
  const searchable: Searchable = { passages, index, vectors: await encoding };
  const otherKind = (await mentionsKeywords(subject, models, searchable.vectors, fewKeywords))
    ? undefined
    : fewKeywords;
  const best = (ranking: Ranking, count: number) => closest(ranking, count, (at) => counts[at] === true);
  const read = (ranking: Ranking) => {
    const found = best(ranking, closelyRead);
    // Words alone have another scale, and no reading to save.
    if (reader === undefined) return found;
    const least = (found[0]?.relevance ?? 0) - readWithin;
    return found.filter(({ relevance }) => relevance >= least);
  };

  async function readItem(item: ItemToJudge): Promise<CriterionRead[]> {
    const criteria = criteriaOf(item);
    const found = (await search(searchable, models, kept, item, criteria)).map(read);
    const questions = criteria.map(({ statement }, at) => ({
      statement,
      passages: (found[at] ?? []).map(({ passage }) => inContext(english[passage.index] ?? passage)),
    }));
    const answers = await reader?.read(questions);
    // Candidates are made here, while other items are read, and not when all of them wait for it.
    return criteria.map((criterion, at) => {
      const answer = answers?.[at];
      const candidates = (found[at] ?? []).map((bearing, place) =>
        toCandidate(signs, criterion, bearing, answer?.passages[place]),
      );
      return { criterion, candidates, whole: answer?.whole };
    });
  }

  // Begins when the first item is judged: where a model outside judges all of them, nothing is read here.
  let hearing: Promise<Heard> | undefined;
  /** Reads for all items of the catalogue before it is told what any of them comes to. */
  async function hear(): Promise<Heard> {
    const items = reader === undefined ? [] : subject.items.filter(({ criteria }) => criteria?.length);
    const done = new Map<string, CriterionRead[]>();
    const waiting = items.values();
    const readInTurn = async () => {
      for (const item of waiting) {
        signal?.throwIfAborted();
        const all = await readItem(item).catch(heardLater);
        if (all !== undefined) done.set(keyOf(item), all);
      }
    };
    await Promise.all(Array.from({ length: itemsReadAtOnce }, readInTurn));
    const wholes = items.flatMap((item) => done.get(keyOf(item)) ?? []).flatMap(({ whole }) => whole ?? []);
    return { tone: estimatePrior(wholes), read: done };
  }

  async function judgementsOn(item: ItemToJudge): Promise<Judgement[]> {
    hearing ??= hear();
    const { tone, read: done } = await hearing;
    const all = done.get(keyOf(item)) ?? (await readItem(item));
    return all.map(({ criterion, candidates, whole }) => judgeCriterion(criterion, candidates, whole, tone));
  }

  function composed(item: ItemToJudge, judgements: Judgement[]): ItemFindings {
    const spoken = selectItemTexts(item, subject.language);
    const wording = wordingOf(spoken.language);
    return composeFindings(
      {
        ...{ files: subject.files, control: subject.control, item, spoken, index, names, sections, wording, otherKind },
        ...{ languageOf, isWordsAlone: models === undefined },
      },
      judgements,
    );
  }

  return {
    engine: {
      name: models === undefined ? "offline-words" : "offline",
      version: engineVersion,
      modelSha256: models === undefined ? null : `${models.encoder.modelSha256}+${reader?.modelSha256}`,
    },
    async judge(item) {
      return composed(item, await judgementsOn(item));
    },
    async retrieve(item) {
      const criteria = criteriaOf(item);
      const found = await search(searchable, models, kept, item, criteria);
      return toRetrieved(
        criteria,
        found.map((ranking) => best(ranking, shownOutside)),
      );
    },
    async compose(item, verdicts) {
      const criteria = criteriaOf(item);
      const judgements = toJudgements(signs, passages, criteria, verdicts);
      const rankings = reader === undefined ? [] : await search(searchable, models, kept, item, criteria);
      const meaningOf = ({ key }: Criterion, { index: at }: Passage) =>
        rankings[criteria.findIndex((one) => one.key === key)]?.bearing(at).meaning ?? 0;
      return {
        findings: composed(item, judgements),
        irrelevantQuotes: await findIrrelevantQuotes(reader, judgements, inEnglish, meaningOf),
      };
    },
    async weigh(item) {
      const [ranking] = await search(searchable, models, kept, item, criteriaOf(item).slice(0, 1));
      const judgements = await judgementsOn(item);
      return { judgements, ranked: ranking === undefined ? [] : closest(ranking, passages.length) };
    },
    close: async () => undefined,
  };
}

async function mentionsKeywords(
  { control }: Subject,
  models: Models | undefined,
  passages: Vectors | undefined,
  fewKeywords: OtherKind | undefined,
): Promise<boolean> {
  // Words alone decide where there is nothing else.
  if (fewKeywords === undefined || models === undefined || passages === undefined) return false;
  return isNearKeywords(passages, await models.encoder.encode(expectedDocument(control, "en")?.keywords ?? []));
}

/** How every passage bears on each criterion, in the order of the document. */
async function search(
  searchable: Searchable,
  models: Models | undefined,
  kept: QueryEmbeddings,
  item: ItemToJudge,
  criteria: Criterion[],
): Promise<Ranking[]> {
  const own =
    models && (await embedQueries(models.encoder, [models.queryEmbeddings, kept], queryTextsOf(item.name, criteria)));
  const likeness = (at: number) => {
    const direction = own?.[at];
    return searchable.vectors && direction && similarities(searchable.vectors, direction);
  };
  const nameMeaning = likeness(0);
  return criteria.map(({ statement, phrases }, at) =>
    rank(searchable, {
      ...{ name: item.name, statement, nameMeaning, meaning: likeness(at + 1) },
      hasWordings: phrases.length > 0,
    }),
  );
}

/** Boilerplate comes again and again: a text that stands in several places is encoded once. */
async function encodeAll(encoder: Encoder, texts: string[], signal: AbortSignal | undefined): Promise<Vectors> {
  const rowOf = new Map<string, number>();
  const rows = Uint32Array.from(texts, (text) => {
    const row = rowOf.get(text) ?? rowOf.size;
    rowOf.set(text, row);
    return row;
  });
  const distinct = [...rowOf.keys()];
  const begin = (from: number) => {
    const step = distinct.slice(from, from + passagesPerStep);
    const encoding = step.length === 0 ? undefined : encoder.encode(step);
    // When the one before fails, nobody waits for it.
    encoding?.catch(() => undefined);
    return encoding;
  };
  let vectors: Vectors = { width: 0, figures: new Float32Array(0), rows };
  let next = begin(0);
  for (let from = 0; from < distinct.length; from += passagesPerStep) {
    signal?.throwIfAborted();
    // The next ones are taken apart into tokens while these are computed.
    const encoding = next;
    next = begin(from + passagesPerStep);
    const made = (await encoding) ?? [];
    if (from === 0) {
      const width = made[0]?.length ?? 0;
      vectors = { width, figures: new Float32Array(width * distinct.length), rows };
    }
    for (const [at, vector] of made.entries()) vectors.figures.set(vector, (from + at) * vectors.width);
  }
  return vectors;
}

/** The passages in their own words: wordings of the catalogue in that language are looked for among those. */
function ownLanguages(subject: Subject, passages: Passage[], english: LexicalIndex, ofFile: Language[]) {
  const languageOf = ({ file }: Passage) => ofFile[file] ?? "en";
  const filesIn = (language: Language) =>
    indexPassages(
      passages.filter((passage) => languageOf(passage) === language),
      language,
    );
  const made = new Map<Language, LexicalIndex>([["en", english]]);
  function ownIndex(language: Language): LexicalIndex {
    const index = made.get(language) ?? filesIn(language);
    made.set(language, index);
    return index;
  }
  const isAllEnglish = ofFile.every((language) => language === "en");
  return {
    languageOf,
    main: mainLanguage(subject, ofFile),
    ownIndex,
    /** Of the files in that language alone: the English one of all holds the others in English words, too. */
    fileIndex: (language: Language) => (language === "en" && !isAllEnglish ? filesIn("en") : ownIndex(language)),
  };
}
