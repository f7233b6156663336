import { groupNeighbours } from "../catalogue/group-neighbours.ts";
import type { ItemToJudge } from "./analyser.ts";
import { languageOfItem } from "./catalogue-texts.ts";
import { type Polarity, readPolarity } from "./language/polarity.ts";
import { figureAskedFor, type RequiredFigure } from "./language/quantities.ts";
import { translateToEnglish } from "./language/translation/translate-to-english.ts";
import type { Language } from "./language/words.ts";

/** One checkable statement, whether the catalogue spells it out or the item's sentence had to be taken apart. */
export interface Criterion {
  key: string;
  /** In English, which the models read. */
  statement: string;
  /** As the catalogue says it. */
  said: string;
  level: "must" | "should";
  weight: number;
  /** Wordings that satisfy it, and wordings that say the opposite. */
  phrases: string[];
  contradictions: string[];
  /** The same for documents in other languages. */
  wordingsIn: Partial<Record<Language, { phrases: string[]; contradictions: string[] }>>;
  /** Who owes it; a key of the control's terms. */
  dutyBy: string | undefined;
  figure: RequiredFigure | undefined;
  polarity: Polarity;
}

export function criteriaOf(item: ItemToJudge): Criterion[] {
  const given = item.criteria ?? [];
  if (given.length === 0) return derived(item);
  return given.map(({ key, statement, level, weight, phrases, contradictions, duty, quantity }) => ({
    key,
    statement,
    said: statement,
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
    figure: quantity ?? figureAskedFor(statement),
    polarity: readPolarity(statement, "en"),
  }));
}

/** Statements of imported catalogs run on: "… ; and b. …", "… shall: (a) …; (b) …". */
const member = /(?:^|[\s;:,])(?:\(?[a-z]\)|[a-z]\.|\(?\d{1,2}\)|\d{1,2}\.)\s+(?=\S)/g;
const leastStatement = 20;
const mostStatements = 12;

/** An item without criteria is judged by its sentence; a sentence with an enumeration by each of its members. */
function derived(item: ItemToJudge): Criterion[] {
  const { name, objective } = item;
  const text = objective.trim() === "" ? name : objective.trim();
  const language = languageOfItem(item);
  return statementsIn(text).map((said, at, all) => ({
    key: all.length === 1 ? "statement" : `statement-${at + 1}`,
    statement: language === "en" ? said : translateToEnglish(said, language),
    said,
    level: "must",
    weight: 3,
    phrases: [],
    contradictions: [],
    wordingsIn: {},
    dutyBy: undefined,
    figure: figureAskedFor(said),
    polarity: readPolarity(said, language),
  }));
}

function statementsIn(text: string): string[] {
  const marks = [...text.matchAll(member)];
  if (marks.length < 2) return [text];
  const leadIn = text.slice(0, marks[0]?.index ?? 0).replace(/[:;,\s]+$/, "");
  const members = marks.map((mark, at) =>
    text
      .slice(mark.index + mark[0].length, marks[at + 1]?.index ?? text.length)
      .replace(/[;,.\s]+(?:and|or)?[;,.\s]*$/i, "")
      .trim(),
  );
  const statements: string[] = [];
  for (const one of members.map((own) => (leadIn === "" ? own : `${leadIn}: ${own}`))) {
    const last = statements.at(-1);
    // A piece too short to be a statement goes with its neighbour, so that nothing asked for is lost.
    if (last !== undefined && Math.min(one.length, last.length) < leastStatement) {
      statements[statements.length - 1] = `${last}; ${one}`;
    } else statements.push(one);
  }
  if (statements.length < 2) return [text];
  const introduction = leadIn === "" ? "" : `${leadIn}: `;
  // Each is searched for and read on its own; beyond that many, neighbours are judged together, and none is left out.
  return groupNeighbours(statements, mostStatements).map(([first = "", ...others]) => {
    const rest = others.map((one) => (one.startsWith(introduction) ? one.slice(introduction.length) : one));
    return `${[first, ...rest].join("; ")}.`;
  });
}
