import type { Language } from "../../language/words.ts";
import { type Passage, toSentences } from "../../passages/passages.ts";
import { evenWeights, indexText, shareOfWording, type WordWeights } from "../../search/lexical-index.ts";

/** A heading of the document and where it stands. */
export interface Section {
  heading: string;
  /** The heading in English. */
  english: string;
  file: number;
  pageLabel: string;
}

/** The sections in the order of the document, each once. */
export function sectionsOf(passages: Passage[], english: Passage[]): Section[] {
  const sections: Section[] = [];
  let last: string | undefined;
  for (const { index, headingPath, file, pageLabel } of passages) {
    const heading = headingPath.at(-1);
    const key = `${file}\n${headingPath.join("\n")}`;
    if (heading === undefined || key === last) continue;
    last = key;
    sections.push({ heading, english: english[index]?.headingPath.at(-1) ?? heading, file, pageLabel });
  }
  return sections;
}

/** Below this the names of two sections have no more than a chance word in common. */
const leastLikeness = 0.3;

/** The section whose heading comes closest to where such a text usually stands, which is named in English. */
export function sectionFor(sections: Section[], usualPlace: string, index: WordWeights): Section | undefined {
  let best: { section: Section; likeness: number } | undefined;
  for (const section of sections) {
    const likeness = shareOfWording(index, indexText(section.english, index.language), usualPlace);
    if (likeness >= leastLikeness && likeness > (best?.likeness ?? 0)) best = { section, likeness };
  }
  return best?.section;
}

/** Of a text to insert, the sentences that close these gaps; all of it when most is missing. */
export function sentencesFor(text: string, statements: string[], isMostMissing: boolean, language: Language): string {
  // A term in braces counts as the name it will become: a sentence may begin with it.
  const asNamed = text.replace(/\{[a-z]/g, (brace) => brace.toUpperCase());
  const weights = evenWeights(language);
  const sentences = toSentences(asNamed).map(({ start, end }) => text.slice(start, end));
  if (isMostMissing || sentences.length < 2) return text;
  const chosen = new Set<number>();
  for (const statement of statements) {
    const ranked = sentences
      .map((sentence, at) => ({ at, likeness: shareOfWording(weights, indexText(sentence, language), statement) }))
      .sort((a, b) => b.likeness - a.likeness);
    const [first] = ranked;
    if (first === undefined || first.likeness < leastLikeness) return text;
    chosen.add(first.at);
  }
  for (let at = sentences.length - 1; at > 0; at--)
    if (chosen.has(at) && leaning[language].test(sentences[at] ?? "")) chosen.add(at - 1);
  return sentences
    .filter((_, at) => chosen.has(at))
    .join("")
    .trim();
}

/** Sentences that say nothing without the one before: "They were cleaned by …", "In that case …". */
const leaning: Record<Language, RegExp> = {
  en: /^\s*(?:It|Its|They|Their|This|These|Such|That|In (?:that|such)|Otherwise)(?!\p{L})/u,
  // "Sie haben das Recht" speaks to whoever reads it.
  de: /^\s*(?:Er|Sie(?! (?:haben|können|müssen|dürfen|erreichen|benötigen|nehmen))|Es|Dies\p{L}*|Solche\p{L}*|Dabei|Dazu|Hierzu|Andernfalls|In diesem)(?!\p{L})/u,
  fr: /^\s*(?:Ils?|Elles?|Ce|Cela|Cet|Cette|Ces|Celui-ci|Celle-ci|Dans ce|À ce titre|À défaut)(?!\p{L})/u,
  es: /^\s*(?:Est[aeo]s?|Ello|Ell[ao]s|Dich[ao]s?|Tal|Tales|En (?:tal|ese|dicho)|Lo mismo|Sus?|Incluye|Confirmará|Podrá|Siguen|Está)(?!\p{L})/u,
};
