import { getOrCreate } from "../../platform/get-or-create.ts";
import { groupsOf, thesaurusOf } from "../language/thesaurus.ts";
import { contentStems, type Language } from "../language/words.ts";
import type { Passage } from "../passages/passages.ts";

/** A text's words, to be compared with a wording. */
export interface IndexedText {
  stems: Set<string>;
  groups: Set<number>;
}

/** The passages in which a stem or a thesaurus group occurs, ascending. */
type Postings<Key> = Map<Key, number[]>;

interface IndexedHeading extends IndexedText {
  /** The passages under it. */
  passages: number[];
}

/** Inverse document frequency: a word that occurs everywhere in a document has no weight. */
export interface WordWeights {
  language: Language;
  stemWeight(stem: string): number;
}

/** An inverted index of the passages. */
export interface LexicalIndex extends WordWeights {
  passageCount: number;
  stems: Postings<string>;
  groups: Postings<number>;
  leadInStems: Postings<string>;
  headings: IndexedHeading[];
  headingStems: Map<string, IndexedHeading[]>;
  /** Number of words of each passage, without stop words. */
  lengths: Uint32Array;
  /** 1 for a passage whose text is that of an earlier one. */
  repeats: Uint8Array;
  /** Built on request: few of thousands of passages are ever read closely. */
  textOf(passage: number): IndexedText;
  groupWeight(group: number): number;
}

/** Stems and groups with their importance: 1 for those of the statement, less for those of the name. */
export interface LexicalQuery {
  stems: Map<string, number>;
  /** The groups of each stem. */
  groupsOfStem: Map<string, number[]>;
  groups: Map<number, number>;
  nameStems: string[];
}

/** The share of a word's weight for an indirect match; chosen by hand, the weights of relevance.ts are fitted on top. */
const matchWeight = { sameGroup: 0.6, leadIn: 0.5, heading: 0.4 };
const nameWeight = 0.5;

export function indexPassages(passages: Passage[], language: Language): LexicalIndex {
  const stems: Postings<string> = new Map();
  const groups: Postings<number> = new Map();
  const leadInStems: Postings<string> = new Map();
  const headings = new Map<string, IndexedHeading>();
  const lengths = new Uint32Array(passages.length);
  const repeats = new Uint8Array(passages.length);
  const seen = new Set<string>();
  const leadIns = new Map<string, Set<string>>();
  passages.forEach((passage, at) => {
    const own = contentStems(passage.text, language);
    lengths[at] = own.length;
    const text = passage.text.toLowerCase();
    if (seen.has(text)) repeats[at] = 1;
    seen.add(text);
    for (const stem of new Set(own)) post(stems, stem, at);
    for (const group of groupsOf(own, language)) post(groups, group, at);
    // Many members share a lead-in, and many passages a heading.
    const { leadIn, headingPath } = passage;
    for (const stem of getOrCreate(leadIns, leadIn, () => new Set(contentStems(leadIn, language))))
      post(leadInStems, stem, at);
    const heading = headingPath.slice(-2).join(" ");
    getOrCreate(headings, heading, () => ({ ...indexText(heading, language), passages: [] })).passages.push(at);
  });
  const headingStems = new Map<string, IndexedHeading[]>();
  for (const heading of headings.values())
    for (const stem of heading.stems) getOrCreate(headingStems, stem, () => []).push(heading);
  const texts = new Map<number, IndexedText>();
  const rarity = (count: number) => Math.log(1 + (passages.length - count + 0.5) / (count + 0.5));
  return {
    language,
    passageCount: passages.length,
    stems,
    groups,
    leadInStems,
    headings: [...headings.values()],
    headingStems,
    lengths,
    repeats,
    textOf: (passage) => getOrCreate(texts, passage, () => indexText(passages[passage]?.text ?? "", language)),
    stemWeight: (stem) => rarity(stems.get(stem)?.length ?? 0),
    groupWeight: (group) => rarity(groups.get(group)?.length ?? 0),
  };
}

function post<Key>(postings: Postings<Key>, key: Key, passage: number): void {
  getOrCreate(postings, key, () => []).push(passage);
}

export function toLexicalQuery(statement: string, name: string, language: Language): LexicalQuery {
  const statementStems = contentStems(statement, language);
  const nameStems = contentStems(name, language);
  const stems = new Map<string, number>();
  for (const stem of nameStems) stems.set(stem, nameWeight);
  for (const stem of statementStems) stems.set(stem, 1);
  const groups = new Map<number, number>();
  for (const group of groupsOf(nameStems, language)) groups.set(group, nameWeight);
  for (const group of groupsOf(statementStems, language)) groups.set(group, 1);
  const { ofStem } = thesaurusOf(language);
  return {
    stems,
    groups,
    nameStems,
    groupsOfStem: new Map([...stems.keys()].map((stem) => [stem, ofStem.get(stem) ?? []])),
  };
}

/** How much of a query each passage covers, 0 to 1. */
export interface Coverage {
  /** By word: an exact match counts most; a synonym, the lead-in and the heading count less. */
  words: Float64Array;
  /** By thesaurus group. */
  groups: Float64Array;
  /** The share of the name's words in the headings above. */
  headings: Float64Array;
}

export function coverageOf(index: LexicalIndex, query: LexicalQuery): Coverage {
  const words = coverWords(index, query, true);
  const weightedGroups = [...query.groups].map(([group, importance]) => ({
    group,
    weight: importance * index.groupWeight(group),
  }));
  const groupShare = new Float64Array(index.passageCount);
  const groupTotal = sum(weightedGroups) || 1;
  for (const { group, weight } of weightedGroups)
    for (const passage of index.groups.get(group) ?? [])
      groupShare[passage] = (groupShare[passage] ?? 0) + weight / groupTotal;
  const headings = new Float64Array(index.passageCount);
  for (const heading of index.headings) {
    const share = shareInHeading(query, heading);
    if (share > 0) for (const passage of heading.passages) headings[passage] = share;
  }
  return { words, groups: groupShare, headings };
}

/** How much of the wording that it covers best each passage covers, in its own text, 0 to 1. */
export function coverageOfWordings(index: LexicalIndex, wordings: string[]): Float64Array {
  const best = new Float64Array(index.passageCount);
  for (const wording of wordings) {
    const words = coverWords(index, toLexicalQuery(wording, "", index.language), false);
    for (let at = 0; at < best.length; at++) best[at] = Math.max(best[at] as number, words[at] as number);
  }
  return best;
}

function coverWords(
  index: LexicalIndex,
  { stems, groupsOfStem }: Pick<LexicalQuery, "stems" | "groupsOfStem">,
  hasContext: boolean,
): Float64Array {
  const weighted = [...stems].map(([stem, importance]) => ({
    stem,
    weight: importance * index.stemWeight(stem),
    groups: groupsOfStem.get(stem) ?? [],
  }));
  const words = new Float64Array(index.passageCount);
  // A passage counts once for a word, with its best match: the best kinds are counted first.
  const countedFor = new Uint32Array(index.passageCount);
  const total = sum(weighted) || 1;
  weighted.forEach(({ stem, weight, groups }, at) => {
    const count = (passages: number[] | undefined, share: number) => {
      for (const passage of passages ?? []) {
        if (countedFor[passage] === at + 1) continue;
        countedFor[passage] = at + 1;
        words[passage] = (words[passage] ?? 0) + (weight * share) / total;
      }
    };
    count(index.stems.get(stem), 1);
    for (const group of groups) count(index.groups.get(group), matchWeight.sameGroup);
    if (!hasContext) return;
    count(index.leadInStems.get(stem), matchWeight.leadIn);
    for (const heading of index.headingStems.get(stem) ?? []) count(heading.passages, matchWeight.heading);
  });
  return words;
}

function shareInHeading(query: LexicalQuery, { stems, groups }: IndexedHeading): number {
  if (query.nameStems.length === 0 || stems.size === 0) return 0;
  const found = query.nameStems.filter(
    (stem) => stems.has(stem) || (query.groupsOfStem.get(stem) ?? []).some((group) => groups.has(group)),
  );
  return found.length / query.nameStems.length;
}

/** Whether some passage has all these stems, in its text or its headings. */
export function occurTogether(index: LexicalIndex, stems: string[]): boolean {
  const places = stems.map(
    (stem) =>
      new Set([
        ...(index.stems.get(stem) ?? []),
        ...(index.headingStems.get(stem) ?? []).flatMap(({ passages }) => passages),
      ]),
  );
  const [first, ...others] = places.sort((a, b) => a.size - b.size);
  return first !== undefined && [...first].some((passage) => others.every((other) => other.has(passage)));
}

function sum(weighted: { weight: number }[]): number {
  return weighted.reduce((total, { weight }) => total + weight, 0);
}

export function indexText(text: string, language: Language): IndexedText {
  const stems = contentStems(text, language);
  return { stems: new Set(stems), groups: groupsOf(stems, language) };
}

/** How much of a wording a text covers, 0 to 1. */
export function wordingCoverage(weights: WordWeights, text: IndexedText, wording: string): number {
  const { ofStem } = thesaurusOf(weights.language);
  let found = 0;
  let total = 0;
  for (const stem of new Set(contentStems(wording, weights.language))) {
    const weight = weights.stemWeight(stem);
    total += weight;
    if (text.stems.has(stem)) found += weight;
    else if ((ofStem.get(stem) ?? []).some((group) => text.groups.has(group))) found += weight * matchWeight.sameGroup;
  }
  return total === 0 ? 0 : found / total;
}
