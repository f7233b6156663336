import { otherKindTopics } from "./language/wording.ts";
import { type LexicalIndex, standTogether } from "./lexical-index.ts";
import { contentStems } from "./words.ts";

/**
 * Below this share of its signs a document is plainly of another kind. Documents of the right kind, poor ones included,
 * hold a third of them or more; an invoice or a menu one in ten by chance.
 */
const leastShare = 0.16;
/** A few lines hold few words of any kind; they are judged by what they say. */
const fewestPassages = 5;
const fewestSigns = 8;

/** The files in one language, and what tells the kind in it. */
export interface KindInLanguage {
  index: LexicalIndex;
  signs: string[];
}

/**
 * How many signs were found where the document is plainly of another kind. A price list may come along in another
 * language and be longer than the agreement itself: the language that shows most of its signs speaks for all.
 */
export function findOtherKind(inLanguages: KindInLanguage[]): { found: number; total: number } | undefined {
  const known = inLanguages.filter(({ signs }) => signs.length >= fewestSigns);
  if (known.every(({ index }) => index.passageCount < fewestPassages)) return undefined;
  const shares = known.map(({ index, signs }) => ({ share: shareOfSigns(index, signs), total: signs.length }));
  const best = shares.reduce((a, b) => (b.share > a.share ? b : a));
  if (best.share >= leastShare) return undefined;
  return { found: Math.round(best.share * best.total), total: best.total };
}

/** A sign counts when all its words stand together in some passage. */
export function shareOfSigns(index: LexicalIndex, signs: string[]): number {
  const found = signs.filter((sign) => standTogether(index, contentStems(sign, index.language)));
  return found.length / signs.length;
}

/** Whether findings with these gaps are of a document of another kind: it has this one gap, and no other. */
export function saysOtherKind(gapTopics: string[]): boolean {
  const [only] = gapTopics;
  return gapTopics.length === 1 && only !== undefined && otherKindTopics.has(only);
}
