import type { ItemCondition } from "../catalogue/complete-item.ts";
import { neverApplies } from "../catalogue/never-applies.ts";
import { splitEvenly } from "../catalogue/split-evenly.ts";
import type { ItemToJudge } from "./analyser.ts";
import { languageOfItem } from "./catalogue-texts.ts";
import { type Polarity, readPolarity } from "./language/polarity.ts";
import { type RequiredFigure, readRequiredFigure } from "./language/quantities.ts";
import { translateToEnglish } from "./language/translation/translate-to-english.ts";
import type { Language } from "./language/words.ts";

/** One checkable statement: given by the catalogue, or derived from an imported item's sentence. */
export interface Criterion {
  key: string;
  /** In English, for the models. */
  statement: string;
  /** As the catalogue has it. */
  original: string;
  level: "must" | "should";
  weight: number;
  /** Wordings that meet the criterion, and wordings that contradict it. */
  phrases: string[];
  contradictions: string[];
  /** Wordings for documents in other languages. */
  wordingsIn: Partial<Record<Language, { phrases: string[]; contradictions: string[] }>>;
  /** The obliged party; a key of the control's terms. */
  dutyBy: string | undefined;
  figure: RequiredFigure | undefined;
  polarity: Polarity;
  /** Keys of the conditions that must all hold, the item's first; or `never`. */
  appliesWhen: string[];
}

export function criteriaOf(item: ItemToJudge): Criterion[] {
  const given = item.criteria ?? [];
  if (given.length === 0) return deriveCriteria(item);
  return given.map(({ key, statement, level, weight, phrases, contradictions, duty, quantity, appliesWhen }) => ({
    key,
    statement,
    original: statement,
    level,
    weight,
    phrases,
    contradictions,
    wordingsIn: Object.fromEntries(
      Object.entries(item.translations ?? {}).flatMap(([language, texts]) => {
        const own = texts?.criteria[key];
        return own === undefined ? [] : [[language, own]];
      }),
    ),
    dutyBy: duty?.by,
    figure: quantity ?? readRequiredFigure(statement),
    polarity: readPolarity(statement, "en"),
    appliesWhen: conditionsOf(item, appliesWhen),
  }));
}

function conditionsOf({ appliesWhen: ofItem }: ItemToJudge, own?: string): string[] {
  const keys = [ofItem, own].filter((key) => key !== undefined);
  return keys.includes(neverApplies) ? [neverApplies] : [...new Set(keys)];
}

/** A condition is searched for, read and judged as a criterion is. */
export function criterionOfCondition(key: string, condition: ItemCondition): Criterion {
  const { statement, phrases, contradictions, translations = {} } = condition;
  return {
    ...{ key, statement, original: statement, level: "must", weight: 1, phrases, contradictions },
    wordingsIn: translations,
    dutyBy: undefined,
    figure: undefined,
    polarity: readPolarity(statement, "en"),
    appliesWhen: [],
  };
}

/** "uses sub processors" of "usesSubProcessors": as in a heading. */
export const nameOfCondition = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A member of an enumeration in an imported statement: "… ; and b. …", "… shall: (a) …; (b) …". */
const member = /(?:^|[\s;:,])(?:\(?[a-z]\)|[a-z]\.|\(?\d{1,2}\)|\d{1,2}\.)\s+(?=\S)/g;
const minStatementLength = 20;
const maxStatements = 12;

/** One criterion for the item's sentence, or for each member of its enumeration. */
function deriveCriteria(item: ItemToJudge): Criterion[] {
  const { name, objective } = item;
  const text = objective.trim() === "" ? name : objective.trim();
  const language = languageOfItem(item);
  return splitStatements(text).map((original, at, all) => ({
    key: all.length === 1 ? "statement" : `statement-${at + 1}`,
    statement: language === "en" ? original : translateToEnglish(original, language),
    original,
    level: "must",
    weight: 3,
    phrases: [],
    contradictions: [],
    wordingsIn: {},
    dutyBy: undefined,
    figure: readRequiredFigure(original),
    polarity: readPolarity(original, language),
    appliesWhen: conditionsOf(item),
  }));
}

/** Removes these marks at the end. A pattern of the form /marks+$/ would begin anew at each of them. */
function trimMarks(text: string, mark: RegExp): string {
  let end = text.length;
  while (end > 0 && mark.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** "keep records" of " keep records; and ". */
function trimMember(text: string): string {
  const marks = /[;,.\s]/;
  const bare = trimMarks(text, marks);
  const leadsOver = /[;,.\s](?:and|or)$/i.exec(bare);
  return (leadsOver === null ? bare : trimMarks(bare.slice(0, leadsOver.index), marks)).trim();
}

function splitStatements(text: string): string[] {
  const markers = [...text.matchAll(member)];
  if (markers.length < 2) return [text];
  const leadIn = trimMarks(text.slice(0, markers[0]?.index ?? 0), /[:;,\s]/);
  const members = markers.map((marker, at) =>
    trimMember(text.slice(marker.index + marker[0].length, markers[at + 1]?.index ?? text.length)),
  );
  const statements: string[] = [];
  for (const one of members.map((own) => (leadIn === "" ? own : `${leadIn}: ${own}`))) {
    const last = statements.at(-1);
    // A member too short to be a statement is joined to its neighbour, so that nothing is lost.
    if (last !== undefined && Math.min(one.length, last.length) < minStatementLength) {
      statements[statements.length - 1] = `${last}; ${one}`;
    } else statements.push(one);
  }
  if (statements.length < 2) return [text];
  const introduction = leadIn === "" ? "" : `${leadIn}: `;
  // Each statement is searched for and read on its own. If there are too many, neighbours are joined.
  return splitEvenly(statements, maxStatements).map(([first = "", ...others]) => {
    const rest = others.map((one) => (one.startsWith(introduction) ? one.slice(introduction.length) : one));
    return `${[first, ...rest].join("; ")}.`;
  });
}
