import type { ControlToJudge } from "../analyser.ts";
import type { TermNames } from "../passages/parties.ts";
import type { Passage } from "../passages/passages.ts";

type Names = Pick<TermNames, "ownWord" | "article">;

/** Documents name themselves at their beginning and throughout. */
const maxPassages = 400;
/** Below this share of its mentions "this Supplier" may be a party, too. */
const minShare = 0.2;
const minMentions = 2;

/** "this", "the present", in all languages. */
const demonstrative =
  "this|the present|diese[rsmn]?|(?:der|die|das|dem|den|des) vorliegenden?|cet?|cette|(?:le|du|au) présent|la présente|est[ea]|(?:el|del|al|la) presente";

/**
 * The document's own words, for texts to insert. "For this DPA Bright is the processor" may read as if the DPA were the
 * processor, but what a document calls "this DPA" is the document: no party has that name, nor has anything named like it.
 */
export function wordsForTexts(names: Names, terms: ControlToJudge["terms"], passages: Passage[]): Names {
  const head = passages.slice(0, maxPassages);
  const ofParties = Object.entries(terms ?? {}).flatMap(([key, { isParty }]) => (isParty && names.ownWord(key)) || []);
  const ofDocument = new Set(ofParties.filter((word) => isDocumentName(word, head)));
  const ownWord = (key: string) => {
    const word = names.ownWord(key);
    return word !== undefined && ofDocument.has(word) ? undefined : word;
  };
  return { ownWord, article: (key) => (ownWord(key) === undefined ? "" : names.article(key)) };
}

function isDocumentName(word: string, passages: Passage[]): boolean {
  const pattern = new RegExp(`(?<!\\p{L})(?:(${demonstrative})\\s+)?["“„«]?${RegExp.escape(word)}(?!\\p{L})`, "giu");
  const mentions = passages.flatMap(({ text }) => [...text.matchAll(pattern)]);
  const pointedAt = mentions.filter(([, before]) => before !== undefined).length;
  return pointedAt >= minMentions && pointedAt >= mentions.length * minShare;
}
