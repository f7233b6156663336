import type { Analyser, ItemToJudge, Subject } from "../analysis/analyser.ts";
import type { ItemFindings, Quote } from "../analysis/findings/findings.ts";

/** What a test has an analyser do beside judging. */
export interface TestAnalyserOptions {
  /** Before each item is judged; throwing here is the analyser throwing. */
  beforeItem?: (item: ItemToJudge, signal: AbortSignal | undefined) => Promise<void> | void;
  beforeOpen?: (subject: Subject) => Promise<void> | void;
}

export interface TestAnalyser extends Analyser {
  /** The names of the items it was asked to judge, in order. */
  judged: string[];
  subjects: Subject[];
}

/** Says of an item what the first sentence with a word of its name says: 100 where there is one, 0 where not. */
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
          return findingsOn(subject, item);
        },
        close: async () => undefined,
      };
    },
    close: async () => undefined,
  };
}

function quoteWith(subject: Subject, words: string[]): Quote | undefined {
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

function findingsOn(subject: Subject, { name, objective }: ItemToJudge): ItemFindings {
  const words = name.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
  const quote = quoteWith(subject, words);
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
