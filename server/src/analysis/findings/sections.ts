import type { Passage } from "../passages/passages.ts";
import { indexText, type WordWeights, wordingCoverage } from "../search/lexical-index.ts";

/** A heading of the document and its place. */
export interface Section {
  heading: string;
  /** The heading, translated. */
  english: string;
  file: number;
  page: number;
  /** Index of its first passage. */
  start: number;
}

/** In the order of the document, each once. */
export function listSections(passages: Passage[], english: Passage[]): Section[] {
  const sections: Section[] = [];
  let last: string | undefined;
  for (const { index, headingPath, file, page } of passages) {
    const heading = headingPath.at(-1);
    const key = `${file}\n${headingPath.join("\n")}`;
    if (heading === undefined || key === last) continue;
    last = key;
    sections.push({ heading, english: english[index]?.headingPath.at(-1) ?? heading, file, page, start: index });
  }
  return sections;
}

/** With a lower coverage two texts share a word by chance only. */
const minCoverage = 0.3;

/** The section whose heading is most similar to `usualPlace`, which is in English. */
export function findSection(sections: Section[], usualPlace: string, index: WordWeights): Section | undefined {
  let best: { section: Section; coverage: number } | undefined;
  for (const section of sections) {
    const coverage = wordingCoverage(index, indexText(section.english, index.language), usualPlace);
    if (coverage >= minCoverage && coverage > (best?.coverage ?? 0)) best = { section, coverage };
  }
  return best?.section;
}
