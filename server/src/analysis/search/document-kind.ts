import { otherKindTopics } from "../findings/render/wording-by-language.ts";
import { contentStems } from "../language/words.ts";
import { similarities, type Vectors } from "./encoder.ts";
import { type LexicalIndex, standTogether } from "./lexical-index.ts";

/**
 * Below this share of its keywords a document may be of another kind: an invoice or a menu holds one in ten by chance. One in
 * seventeen of the right kind holds no more, in words of its own.
 */
const leastShare = 0.16;
/**
 * So what such a document speaks of decides: how near it comes to each of the keywords in meaning, on average. The more it says, the
 * nearer something comes by chance. Of documents of the right kind that hold few keywords, and of parts of them, 85 in 100 lie above
 * this with sixteen passages or fewer, 90 to 95 with up to 64, all with more; of contracts held against controls that have nothing to
 * do with them, 85 to 94 in 100 lie below, whatever their length.
 */
const leastNearness = (passages: number) => Math.min(0.43, 0.225 + 0.0305 * Math.log2(passages));
/** A few lines hold few words of any kind; they are judged by what they say. */
const fewestPassages = 5;
const minKeywords = 8;

/** The files in one language, and what tells the kind in it. */
export interface KindInLanguage {
  index: LexicalIndex;
  keywords: string[];
}

export interface OtherKind {
  found: number;
  total: number;
}

/**
 * How many keywords were found where the document is of another kind, by its words. A price list may come along in another
 * language and be longer than the agreement itself: the language that shows most of its keywords speaks for all.
 */
export function findOtherKind(inLanguages: KindInLanguage[]): OtherKind | undefined {
  const known = inLanguages.filter(({ keywords }) => keywords.length >= minKeywords);
  if (known.every(({ index }) => index.passageCount < fewestPassages)) return undefined;
  const shares = known.map(({ index, keywords }) => ({
    share: shareOfKeywords(index, keywords),
    total: keywords.length,
  }));
  const best = shares.reduce((a, b) => (b.share > a.share ? b : a));
  if (best.share >= leastShare) return undefined;
  return { found: Math.round(best.share * best.total), total: best.total };
}

/** A keyword counts when all its words stand together in some passage. */
export function shareOfKeywords(index: LexicalIndex, keywords: string[]): number {
  const found = keywords.filter((keyword) => standTogether(index, contentStems(keyword, index.language)));
  return found.length / keywords.length;
}

/** Whether a document that holds few keywords speaks of them all the same. */
export function isNearKeywords(passages: Vectors, keywords: Float32Array[]): boolean {
  const nearest = keywords.map((keyword) =>
    similarities(passages, keyword).reduce((most, one) => Math.max(most, one), 0),
  );
  const sum = nearest.reduce((all, one) => all + one, 0);
  return sum >= leastNearness(passages.rows.length) * keywords.length;
}

/** Whether findings with these gaps are of a document of another kind: it has this one gap, and no other. */
export function hasOtherKindGap(gapTopics: string[]): boolean {
  const [only] = gapTopics;
  return gapTopics.length === 1 && only !== undefined && otherKindTopics.has(only);
}
