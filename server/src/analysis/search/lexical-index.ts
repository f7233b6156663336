import { groupsOf, thesaurusOf } from "../language/thesaurus.ts";
import { contentStems, type Language } from "../language/words.ts";
import type { Passage } from "../passages/passages.ts";

/** A text by itself, to be compared with wordings. */
export interface IndexedText {
  stems: Set<string>;
  groups: Set<number>;
}

/** Where a word or a group stands: the numbers of the passages, ascending. */
type Postings<Key> = Map<Key, number[]>;

interface IndexedHeading extends IndexedText {
  /** The passages under it. */
  passages: number[];
}

/** How much each word tells: one that stands everywhere in a document tells nothing. */
export interface WordWeights {
  language: Language;
  stemWeight(stem: string): number;
}

/** For texts that are compared without a document. */
export const evenWeights = (language: Language): WordWeights => ({ language, stemWeight: () => 1 });

/** The words of a document and where they stand. */
export interface LexicalIndex extends WordWeights {
  passageCount: number;
  stems: Postings<string>;
  groups: Postings<number>;
  leadInStems: Postings<string>;
  headings: IndexedHeading[];
  headingStems: Map<string, IndexedHeading[]>;
  /** Words of each passage, its stop words left out. */
  lengths: Uint32Array;
  /** What a passage says by itself; made when asked for, because few of thousands are read closely. */
  textOf(passage: number): IndexedText;
  groupWeight(group: number): number;
}

/** What is looked for: words with their importance, 1 for those of the requirement itself. */
export interface LexicalQuery {
  stems: Map<string, number>;
  /** The groups of each stem. */
  groupsOfStem: Map<string, number[]>;
  groups: Map<number, number>;
  nameStems: string[];
}

/** How much of a word's weight a find of another kind is worth; chosen once, the features' weights are fitted on top. */
const worth = { sameGroup: 0.6, leadIn: 0.5, heading: 0.4 };
const nameWeight = 0.5;

export function indexPassages(passages: Passage[], language: Language): LexicalIndex {
  const stems: Postings<string> = new Map();
  const groups: Postings<number> = new Map();
  const leadInStems: Postings<string> = new Map();
  const headings = new Map<string, IndexedHeading>();
  const lengths = new Uint32Array(passages.length);
  const leadIns = new Map<string, Set<string>>();
  passages.forEach((passage, at) => {
    const own = contentStems(passage.text, language);
    lengths[at] = own.length;
    for (const stem of new Set(own)) post(stems, stem, at);
    for (const group of groupsOf(own, language)) post(groups, group, at);
    for (const stem of stemsOfLeadIn(leadIns, passage.leadIn, language)) post(leadInStems, stem, at);
    headingOf(headings, passage.headingPath.slice(-2).join(" "), language).passages.push(at);
  });
  const headingStems = new Map<string, IndexedHeading[]>();
  for (const heading of headings.values())
    for (const stem of heading.stems) headingStems.set(stem, [...(headingStems.get(stem) ?? []), heading]);
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
    textOf(passage) {
      let text = texts.get(passage);
      if (text === undefined) {
        text = indexText(passages[passage]?.text ?? "", language);
        texts.set(passage, text);
      }
      return text;
    },
    stemWeight: (stem) => rarity(stems.get(stem)?.length ?? 0),
    groupWeight: (group) => rarity(groups.get(group)?.length ?? 0),
  };
}

function post<Key>(postings: Postings<Key>, key: Key, passage: number): void {
  const known = postings.get(key);
  if (known === undefined) postings.set(key, [passage]);
  else known.push(passage);
}

/** One lead-in stands before many members. */
function stemsOfLeadIn(known: Map<string, Set<string>>, text: string, language: Language): Set<string> {
  let stems = known.get(text);
  if (stems === undefined) {
    stems = new Set(text === "" ? [] : contentStems(text, language));
    known.set(text, stems);
  }
  return stems;
}

function headingOf(known: Map<string, IndexedHeading>, text: string, language: Language): IndexedHeading {
  let heading = known.get(text);
  if (heading === undefined) {
    heading = { ...indexText(text, language), passages: [] };
    known.set(text, heading);
  }
  return heading;
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

/** How much of what is looked for each passage holds, 0 to 1. */
export interface Coverage {
  /** By word; the same word counts most, one of its group, the lead-in and the heading less. */
  words: Float64Array;
  /** By group of the thesaurus. */
  groups: Float64Array;
  /** How much of the name the headings above say. */
  headings: Float64Array;
}

export function coverageOf(index: LexicalIndex, query: LexicalQuery): Coverage {
  const weighed = [...query.stems].map(([stem, importance]) => ({
    stem,
    weight: importance * index.stemWeight(stem),
    groups: query.groupsOfStem.get(stem) ?? [],
  }));
  const weighedGroups = [...query.groups].map(([group, importance]) => ({
    group,
    weight: importance * index.groupWeight(group),
  }));
  const words = new Float64Array(index.passageCount);
  // A passage is counted once for a word, for the best of its finds: those come first.
  const countedFor = new Uint32Array(index.passageCount);
  const total = sum(weighed) || 1;
  weighed.forEach(({ stem, weight, groups }, at) => {
    const count = (passages: number[] | undefined, worthOfFind: number) => {
      for (const passage of passages ?? []) {
        if (countedFor[passage] === at + 1) continue;
        countedFor[passage] = at + 1;
        words[passage] = (words[passage] ?? 0) + (weight * worthOfFind) / total;
      }
    };
    count(index.stems.get(stem), 1);
    for (const group of groups) count(index.groups.get(group), worth.sameGroup);
    count(index.leadInStems.get(stem), worth.leadIn);
    for (const heading of index.headingStems.get(stem) ?? []) count(heading.passages, worth.heading);
  });
  const groupShare = new Float64Array(index.passageCount);
  const groupTotal = sum(weighedGroups) || 1;
  for (const { group, weight } of weighedGroups)
    for (const passage of index.groups.get(group) ?? [])
      groupShare[passage] = (groupShare[passage] ?? 0) + weight / groupTotal;
  const headings = new Float64Array(index.passageCount);
  for (const heading of index.headings) {
    const share = shareInHeading(query, heading);
    if (share > 0) for (const passage of heading.passages) headings[passage] = share;
  }
  return { words, groups: groupShare, headings };
}

function shareInHeading(query: LexicalQuery, { stems, groups }: IndexedHeading): number {
  if (query.nameStems.length === 0 || stems.size === 0) return 0;
  const found = query.nameStems.filter(
    (stem) => stems.has(stem) || (query.groupsOfStem.get(stem) ?? []).some((group) => groups.has(group)),
  );
  return found.length / query.nameStems.length;
}

/** Whether some passage holds all these words, those of its headings among them. */
export function standTogether(index: LexicalIndex, stems: string[]): boolean {
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

function sum(weighed: { weight: number }[]): number {
  return weighed.reduce((total, { weight }) => total + weight, 0);
}

export function indexText(text: string, language: Language): IndexedText {
  const stems = contentStems(text, language);
  return { stems: new Set(stems), groups: groupsOf(stems, language) };
}

/** How much of a wording a passage says, 0 to 1: whether it is one of the ways the catalogue knows to put it. */
export function shareOfWording(index: WordWeights, passage: IndexedText, wording: string): number {
  const { ofStem } = thesaurusOf(index.language);
  let found = 0;
  let total = 0;
  for (const stem of new Set(contentStems(wording, index.language))) {
    const weight = index.stemWeight(stem);
    total += weight;
    if (passage.stems.has(stem)) found += weight;
    else if ((ofStem.get(stem) ?? []).some((group) => passage.groups.has(group))) found += weight * worth.sameGroup;
  }
  return total === 0 ? 0 : found / total;
}
