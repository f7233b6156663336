import { modalVerbs } from "./actions.ts";
import { type Polarity, readPolarity, saysWhatIsDone } from "./polarity.ts";

/** A part of a sentence that says by itself what may, must or must not be done. */
export interface Clause {
  text: string;
  polarity: Polarity;
}

/** "…; and shall not …", "… nor use …", "(a) …, or (b) …": here the next one begins. May is a month, too. */
const boundary = new RegExp(
  `;\\s+|,?\\s+(?:and|but|(?<!whether )or)\\s+(?=(?:${modalVerbs})\\b|not to\\b)|,?\\s+(?=nor\\s)|,?\\s+(?:and\\s+|or\\s+)?(?=\\((?:[a-zA-Z]|[ivxIVX]{1,4}|\\d{1,2})\\)\\s)`,
);
const modal = new RegExp(`\\b(?:${modalVerbs})\\b`, "i");
const beginsWithModal = new RegExp(`^(?:${modalVerbs})\\b`, "i");
/** Where who or what it is about ends. */
const verb = new RegExp(`\\b(?:${modalVerbs}|is|are|agrees?|undertakes?|covenants?|refrains?)\\b`, "i");
/** "the use of it is governed by the annex": it has a subject and a verb of its own. */
const standsAlone = /^(?:the|each|every|any|all|this|such|\p{Lu})[^(]*\b(?:is|are|was|were|has|have)\b/iu;
/** After a comma an exception closes all that was said before it. */
const closing = /,\s*(?:in each case,?\s*)?(?:except|unless|save|provided|subject to|other than|apart from)\b/i;
const longestHead = 400;
const longestSubject = 200;

/**
 * The clauses of a sentence in English. An exception, a permission or a prohibition reaches as far as its clause: "shall not disclose
 * it, and shall not use it other than for the project" forbids disclosure without exception. What says nothing of the kind by itself,
 * as members of an enumeration do, goes on under the one before it, and the first under what the sentence stands under.
 */
export function clausesOf(text: string, under: string): Clause[] {
  let head = under.slice(-longestHead);
  const clauses = partsOf(text.replace(/\s+/g, " ")).map((part) => {
    // "The drawings are secret and shall not be copied": who or what it is about was said before.
    const subject = head.split(verb, 1)[0]?.trim().slice(-longestSubject);
    const own = beginsWithModal.test(part) ? `${subject} ${part}` : part;
    const isWhole = head === "" || saysWhatIsDone(own, "en") || standsAlone.test(own);
    const said = isWhole ? own : `${head} ${own}`;
    if (isWhole) head = own.slice(-longestHead);
    return { text: own, polarity: readPolarity(said, "en") };
  });
  const isClosed = closing.test(clauses.at(-1)?.text ?? "");
  return clauses.map((clause) =>
    isClosed && clause.polarity.modality === "prohibits"
      ? { ...clause, polarity: { ...clause.polarity, hasException: true } }
      : clause,
  );
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  // "Neither the supplier nor its staff shall": one clause still.
  let isOpen = false;
  for (const part of text.split(boundary).map((one) => one.trim())) {
    if (isOpen) parts[parts.length - 1] += ` ${part}`;
    else if (part !== "") parts.push(part);
    isOpen = (isOpen || /\bneither\b/i.test(part)) && !modal.test(part);
  }
  return parts;
}
