import { thesaurusEn } from "./thesaurus-en.ts";
import { type Language, toTokens } from "./words.ts";

const sources: Partial<Record<Language, string>> = { en: thesaurusEn };

/** Which groups a stem, or two stems in a row, speak of. */
export interface Thesaurus {
  ofStem: Map<string, number[]>;
  /** By both stems, joined with a space. */
  ofPair: Map<string, number[]>;
}

const made = new Map<Language, Thesaurus>();

export function thesaurusOf(language: Language): Thesaurus {
  let thesaurus = made.get(language);
  if (thesaurus === undefined) {
    thesaurus = make(sources[language] ?? "", language);
    made.set(language, thesaurus);
  }
  return thesaurus;
}

function make(source: string, language: Language): Thesaurus {
  const thesaurus: Thesaurus = { ofStem: new Map(), ofPair: new Map() };
  const lines = source.split("\n").filter((line) => line.trim() !== "");
  lines.forEach((line, group) => {
    for (const entry of line.split(",")) {
      const all = toTokens(entry, language);
      const content = all.filter(({ isStopWord }) => !isStopWord).map(({ stem }) => stem);
      const [first, second] = content;
      if (first === undefined) continue;
      if (second === undefined) add(thesaurus.ofStem, first, group);
      else add(thesaurus.ofPair, `${first} ${second}`, group);
    }
  });
  return thesaurus;
}

function add(groups: Map<string, number[]>, key: string, group: number): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, [group]);
  else if (!known.includes(group)) known.push(group);
}

/** The groups a text speaks of, by its content stems in order. */
export function groupsOf(stems: string[], language: Language): Set<number> {
  const { ofStem, ofPair } = thesaurusOf(language);
  const groups = new Set<number>();
  stems.forEach((stem, at) => {
    for (const group of ofStem.get(stem) ?? []) groups.add(group);
    for (const group of ofPair.get(`${stem} ${stems[at + 1] ?? ""}`) ?? []) groups.add(group);
  });
  return groups;
}
