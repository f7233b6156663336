import { indexText, type LexicalIndex, shareOfWording } from "./lexical-index.ts";
import type { Names } from "./parties.ts";
import { type Passage, toSentences } from "./passages.ts";

/** A heading of the document and where it stands. */
export interface Section {
  heading: string;
  file: number;
  pageLabel: string;
}

/** The sections in the order of the document, each once. */
export function sectionsOf(passages: Passage[]): Section[] {
  const sections: Section[] = [];
  let last: string | undefined;
  for (const { headingPath, file, pageLabel } of passages) {
    const heading = headingPath.at(-1);
    const key = `${file}\n${headingPath.join("\n")}`;
    if (heading === undefined || key === last) continue;
    last = key;
    sections.push({ heading, file, pageLabel });
  }
  return sections;
}

/** Below this the names of two sections have no more than a chance word in common. */
const leastLikeness = 0.3;

/** The section whose heading comes closest to where such a text usually stands. */
export function sectionFor(sections: Section[], usualPlace: string, index: LexicalIndex): Section | undefined {
  let best: { section: Section; likeness: number } | undefined;
  for (const section of sections) {
    const likeness = shareOfWording(index, indexText(section.heading, index.language), usualPlace);
    if (likeness >= leastLikeness && likeness > (best?.likeness ?? 0)) best = { section, likeness };
  }
  return best?.section;
}

/** {processor} becomes what this document calls the processor; what only the author can know stays in square brackets. */
export function fillTerms(
  text: string,
  names: Names,
  terms: Record<string, { isParty: boolean; alsoCalled: string[] }> | undefined,
): string {
  return text
    .replace(/\{([a-z][a-z0-9_]*)\}/g, (_, key: string) => {
      const own = names.ownWord(key);
      if (own !== undefined) return own;
      const plain = key.replaceAll("_", " ");
      return terms?.[key]?.isParty === true ? `the ${plain}` : `[${plain}]`;
    })
    .replace(/(^|[.!?]\s+)the /g, "$1The ");
}

/** Of a text to insert, the sentences that close these gaps; all of it when most is missing. */
export function sentencesFor(text: string, statements: string[], isMostMissing: boolean, index: LexicalIndex): string {
  // A term in braces counts as the name it will become: a sentence may begin with it.
  const asNamed = text.replace(/\{[a-z]/g, (brace) => brace.toUpperCase());
  const sentences = toSentences(asNamed).map(({ start, end }) => text.slice(start, end));
  if (isMostMissing || sentences.length < 2) return text;
  const chosen = new Set<string>();
  for (const statement of statements) {
    const ranked = sentences
      .map((sentence) => ({
        sentence,
        likeness: shareOfWording(index, indexText(sentence, index.language), statement),
      }))
      .sort((a, b) => b.likeness - a.likeness);
    const [first] = ranked;
    if (first === undefined || first.likeness < leastLikeness) return text;
    chosen.add(first.sentence);
  }
  return sentences
    .filter((sentence) => chosen.has(sentence))
    .join("")
    .trim();
}
