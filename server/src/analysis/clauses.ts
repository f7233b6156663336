import { type Polarity, readPolarity, saysWhatIsDone } from "./polarity.ts";
import type { Language } from "./words.ts";

/** A part of a sentence that says by itself what may, must or must not be done. */
export interface Clause {
  text: string;
  polarity: Polarity;
}

/** "…; and shall not …", "… nor use …", "(a) …, or (b) …": here the next one begins. */
const boundary =
  /;\s+|,?\s+(?:and|but|or)\s+(?=(?:shall|must|will|may|can|not)\b)|,?\s+nor\s+|,?\s+(?:and\s+|or\s+)?(?=\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)\s)/i;
const modal = /\b(?:shall|must|will|may|can)\b/i;

/**
 * An exception, a permission or a prohibition reaches as far as its clause: "shall not disclose it, and shall not use it other than
 * for the project" forbids disclosure without exception. What says nothing of the kind by itself, as members of an enumeration do,
 * goes on under the one before it, and the first under what the sentence stands under.
 */
export function clausesOf(text: string, under: string, language: Language): Clause[] {
  let head = under;
  return partsOf(text).map((part) => {
    // "The drawings are secret and shall not be copied": who or what it is about was said before.
    const own = modal.exec(part)?.index === 0 ? `${head.split(modal)[0]?.trim()} ${part}` : part;
    const isWhole = head === "" || saysWhatIsDone(own, language);
    const said = isWhole ? own : `${head} ${own}`;
    if (isWhole) head = own;
    return { text: own, polarity: readPolarity(said, language) };
  });
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const part of text.split(boundary).map((one) => one.trim())) {
    const last = parts.at(-1);
    // "Neither the supplier nor its staff shall": one clause still.
    if (last !== undefined && /\bneither\b/i.test(last) && !modal.test(last)) {
      parts[parts.length - 1] = `${last} nor ${part}`;
    } else if (part !== "") parts.push(part);
  }
  return parts;
}
