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

/** The index and the signs are in the language of the document. */
export function isOfOtherKind(index: LexicalIndex, signs: string[]): boolean {
  if (signs.length < 8 || index.passageCount < fewestPassages) return false;
  return shareOfSigns(index, signs) < leastShare;
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
