import type { Analyser, ItemToJudge, Subject } from "../analysis/analyser.ts";
import type { ItemFindings, Quote } from "../analysis/findings/findings.ts";
import { aCriterionFinding, anItemFindings } from "./a-finding.ts";

export interface TestAnalyserOptions {
  /** If it throws, judging the item fails. */
  beforeItem?: (item: ItemToJudge, signal: AbortSignal | undefined, subject: Subject) => Promise<void> | void;
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
          await beforeItem?.(item, signal, subject);
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
  const criterion =
    quote === undefined ? aCriterionFinding("statement", "missing") : aCriterionFinding("statement", "met", [quote]);
  return anItemFindings([{ ...criterion, statement: objective }]);
}
