import type { Analyser, ItemToJudge, Subject } from "../analysis/analyser.ts";
import type { ItemFindings, Quote } from "../analysis/findings/findings.ts";

export interface TestAnalyserOptions {
  /** If it throws, judging the item fails. */
  beforeItem?: (item: ItemToJudge, signal: AbortSignal | undefined) => Promise<void> | void;
  beforeOpen?: (subject: Subject) => Promise<void> | void;
}

export interface TestAnalyser extends Analyser {
  /** The names of the judged items in their order. */
  judged: string[];
  subjects: Subject[];
}

/** Scores an item 100 if a sentence contains a word of its name, and 0 otherwise. */
export function testAnalyser({ beforeItem, beforeOpen }: TestAnalyserOptions = {}): TestAnalyser {
  const judged: string[] = [];
  const subjects: Subject[] = [];
  return {
    judged,
    subjects,
    async open(subject, signal) {
      await beforeOpen?.(subject);
      subjects.push(subject);
      return {
        engine: { name: "test", version: "1", modelSha256: null },
        async judge(item) {
          judged.push(item.name);
          await beforeItem?.(item, signal);
          return buildFindings(subject, item);
        },
        close: async () => undefined,
      };
    },
    close: async () => undefined,
  };
}

function findQuote(subject: Subject, words: string[]): Quote | undefined {
  for (const [file, { pages }] of subject.files.entries()) {
    for (const { number, text } of pages) {
      for (const match of text.matchAll(/[^.\n]+\.?/g)) {
        const sentence = match[0].toLowerCase();
        if (!words.some((word) => sentence.includes(word))) continue;
        return { file, page: number, start: match.index, end: match.index + match[0].length, text: match[0] };
      }
    }
  }
  return undefined;
}

function buildFindings(subject: Subject, { name, objective }: ItemToJudge): ItemFindings {
  const words = name.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
  const quote = findQuote(subject, words);
  const label = quote && subject.files[quote.file]?.pages.find((page) => page.number === quote.page)?.label;
  const pageRefs = quote === undefined ? [] : [{ file: quote.file, pages: [label ?? ""] }];
  const isMet = quote !== undefined;
  return {
    language: "en",
    score: isMet ? 100 : 0,
    units: [{ name: "criteriaMet", value: isMet ? "1 of 1" : "0 of 1" }],
    strength: isMet ? "The document speaks of it." : "",
    gaps: isMet ? [] : [{ topic: name, description: "The document does not speak of it.", pageRefs: [] }],
    explanation: isMet ? `It says: ${quote.text}` : "Nothing was found.",
    pageRefs,
    risks: isMet ? [] : ["Nobody knows"],
    compensatingControls: isMet ? [] : ["Ask"],
    recommendations: isMet
      ? []
      : [
          {
            gapIdentified: name,
            actionableRecommendation: "Say it",
            suggestedTextLocation: "At the end",
            suggestedTextToBeAdded: objective,
          },
        ],
    criteria: [
      {
        key: "said",
        statement: objective,
        level: "must",
        verdict: isMet ? "met" : "missing",
        evidence: quote === undefined ? [] : [quote],
        reason: isMet ? "It is said." : "It is not said.",
      },
    ],
  };
}
