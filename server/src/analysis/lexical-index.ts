import { groupsOf, thesaurusOf } from "./language/thesaurus.ts";
import type { Passage } from "./passages.ts";
import { contentStems, type Language } from "./words.ts";

/** What search knows of one passage. */
export interface IndexedPassage {
  stems: Set<string>;
  stemCount: number;
  groups: Set<number>;
  headingStems: Set<string>;
  headingGroups: Set<number>;
  leadInStems: Set<string>;
}

/** The words of a document, and how much each tells: a word that stands everywhere tells nothing. */
export interface LexicalIndex {
  language: Language;
  passages: IndexedPassage[];
  stemWeight(stem: string): number;
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
  const stemCounts = new Map<string, number>();
  const groupCounts = new Map<number, number>();
  const headings = new Map<string, { stems: Set<string>; groups: Set<number> }>();
  const indexed = passages.map((passage) => {
    const stems = contentStems(passage.text, language);
    const groups = groupsOf(stems, language);
    const distinct = new Set(stems);
    for (const stem of distinct) stemCounts.set(stem, (stemCounts.get(stem) ?? 0) + 1);
    for (const group of groups) groupCounts.set(group, (groupCounts.get(group) ?? 0) + 1);
    const heading = headingOf(headings, passage.headingPath.slice(-2).join(" "), language);
    return {
      stems: distinct,
      stemCount: stems.length,
      groups,
      headingStems: heading.stems,
      headingGroups: heading.groups,
      leadInStems: new Set(passage.leadIn === "" ? [] : contentStems(passage.leadIn, language)),
    };
  });
  const rarity = (count: number) => Math.log(1 + (passages.length - count + 0.5) / (count + 0.5));
  return {
    language,
    passages: indexed,
    stemWeight: (stem) => rarity(stemCounts.get(stem) ?? 0),
    groupWeight: (group) => rarity(groupCounts.get(group) ?? 0),
  };
}

function headingOf(known: Map<string, { stems: Set<string>; groups: Set<number> }>, text: string, language: Language) {
  let heading = known.get(text);
  if (heading === undefined) {
    const stems = contentStems(text, language);
    heading = { stems: new Set(stems), groups: groupsOf(stems, language) };
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

/** How much of what is looked for a passage holds, 0 to 1. */
export interface Coverage {
  /** By word; the same word counts most, one of its group, the lead-in and the heading less. */
  words: number;
  /** By group of the thesaurus. */
  groups: number;
  /** How much of the name the headings above say. */
  headings: number;
}

export function coverageOf(index: LexicalIndex, query: LexicalQuery): Coverage[] {
  const weighed = [...query.stems].map(([stem, importance]) => ({
    stem,
    weight: importance * index.stemWeight(stem),
    groups: query.groupsOfStem.get(stem) ?? [],
  }));
  const weighedGroups = [...query.groups].map(([group, importance]) => ({
    group,
    weight: importance * index.groupWeight(group),
  }));
  const total = sum(weighed) || 1;
  const groupTotal = sum(weighedGroups) || 1;
  const headingCoverage = new Map<Set<string>, number>();
  return index.passages.map((passage) => {
    let words = 0;
    for (const { stem, weight, groups } of weighed) {
      if (passage.stems.has(stem)) words += weight;
      else if (groups.some((group) => passage.groups.has(group))) words += weight * worth.sameGroup;
      else if (passage.leadInStems.has(stem)) words += weight * worth.leadIn;
      else if (passage.headingStems.has(stem)) words += weight * worth.heading;
    }
    let groupWeight = 0;
    for (const { group, weight } of weighedGroups) if (passage.groups.has(group)) groupWeight += weight;
    let headings = headingCoverage.get(passage.headingStems);
    if (headings === undefined) {
      headings = shareInHeadings(query, passage);
      headingCoverage.set(passage.headingStems, headings);
    }
    return { words: words / total, groups: groupWeight / groupTotal, headings };
  });
}

function shareInHeadings(query: LexicalQuery, { headingStems, headingGroups }: IndexedPassage): number {
  if (query.nameStems.length === 0) return 0;
  const found = query.nameStems.filter(
    (stem) => headingStems.has(stem) || (query.groupsOfStem.get(stem) ?? []).some((group) => headingGroups.has(group)),
  );
  return found.length / query.nameStems.length;
}

function sum(weighed: { weight: number }[]): number {
  return weighed.reduce((total, { weight }) => total + weight, 0);
}

/** A text by itself, to be compared with wordings. */
export function indexText(text: string, language: Language): IndexedPassage {
  const stems = contentStems(text, language);
  return {
    stems: new Set(stems),
    stemCount: stems.length,
    groups: groupsOf(stems, language),
    headingStems: new Set(),
    headingGroups: new Set(),
    leadInStems: new Set(),
  };
}

/** How much of a wording a passage says, 0 to 1: whether it is one of the ways the catalogue knows to put it. */
export function shareOfWording(index: LexicalIndex, passage: IndexedPassage, wording: string): number {
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
