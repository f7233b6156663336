import { getOrCreate } from "../../platform/get-or-create.ts";
import english from "./thesaurus-en.json" with { type: "json" };
import { contentStems, type Language } from "./words.ts";

/**
 * Groups of words that contracts, policies and records use for the same subject, separated by commas. Modality and negation
 * are read elsewhere.
 */
const sources: Partial<Record<Language, string[]>> = { en: english };

/** The groups of synonyms that a stem, or two stems in a row, belong to. */
export interface Thesaurus {
  ofStem: Map<string, number[]>;
  /** By both stems, joined with a space. */
  ofPair: Map<string, number[]>;
}

const cache = new Map<Language, Thesaurus>();

export const thesaurusOf = (language: Language): Thesaurus =>
  getOrCreate(cache, language, () => parseThesaurus(sources[language] ?? [], language));

function parseThesaurus(lines: string[], language: Language): Thesaurus {
  const thesaurus: Thesaurus = { ofStem: new Map(), ofPair: new Map() };
  lines.forEach((line, group) => {
    for (const entry of line.split(",")) {
      const [first, second] = contentStems(entry, language);
      if (first === undefined) continue;
      if (second === undefined) add(thesaurus.ofStem, first, group);
      else add(thesaurus.ofPair, `${first} ${second}`, group);
    }
  });
  return thesaurus;
}

function add(groups: Map<string, number[]>, key: string, group: number): void {
  const known = getOrCreate(groups, key, () => []);
  if (!known.includes(group)) known.push(group);
}

/** The groups a text belongs to; `stems` in the order of the text. */
export function groupsOf(stems: string[], language: Language): Set<number> {
  const { ofStem, ofPair } = thesaurusOf(language);
  const groups = new Set<number>();
  stems.forEach((stem, at) => {
    for (const group of ofStem.get(stem) ?? []) groups.add(group);
    for (const group of ofPair.get(`${stem} ${stems[at + 1] ?? ""}`) ?? []) groups.add(group);
  });
  return groups;
}
