import { modalVerbs } from "./actions.ts";
import { type Polarity, readModality, readPolarity } from "./polarity.ts";

/** A part of a sentence with its own permission, obligation or prohibition. */
export interface Clause {
  text: string;
  polarity: Polarity;
}

/**
 * Where the next clause begins, in a text with single spaces: "…; and shall not …", "… nor use …", "(a) …, or (b) …". "May" must
 * be in lower case: it is a month, too.
 */
const boundary = new RegExp(
  `; |,? (?:and|but|(?<!whether )or) (?=(?:${modalVerbs})\\b|not to\\b)|,? (?=nor\\s)|,? (?:and |or )?(?=\\((?:[a-zA-Z]|[ivxIVX]{1,4}|\\d{1,2})\\)\\s)`,
);
const modal = new RegExp(`\\b(?:${modalVerbs})\\b`, "i");
const beginsWithModal = new RegExp(`^(?:${modalVerbs})\\b`, "i");
/** Where the subject of a clause ends. */
const verb = new RegExp(`\\b(?:${modalVerbs}|is|are|agrees?|undertakes?|covenants?|refrains?)\\b`, "i");
/** It has a subject and a verb: "the use of it is governed by the annex". */
const standsAlone = /^(?:the|each|every|any|all|this|such|\p{Lu})[^(]*\b(?:is|are|was|were|has|have)\b/iu;
/** An exception after a comma applies to all clauses before it. */
const closingException =
  /,\s*(?:in each case,?\s*)?(?:except|unless|save|provided|subject to|other than|apart from)\b/i;
const maxHeadLength = 400;
const maxSubjectLength = 200;

/**
 * Splits an English sentence. An exception, a permission or a prohibition applies to its own clause only: "shall not disclose it, and
 * shall not use it other than for the project" prohibits disclosure without exception. A clause without a modality of its own, such
 * as a member of an enumeration, inherits that of the clause before it, and the first clause that of `leadIn`.
 */
export function splitClauses(text: string, leadIn: string): Clause[] {
  let head = leadIn.slice(-maxHeadLength);
  const clauses = splitAtBoundaries(text.replace(/\s+/g, " ")).map((part) => {
    // "The drawings are secret and shall not be copied": the subject is in the clause before.
    const subject = head.split(verb, 1)[0]?.trim().slice(-maxSubjectLength);
    const own = beginsWithModal.test(part) ? `${subject} ${part}` : part;
    const isWhole = head === "" || readModality(own, "en") !== "states" || standsAlone.test(own);
    const said = isWhole ? own : `${head} ${own}`;
    if (isWhole) head = own.slice(-maxHeadLength);
    return { text: own, polarity: readPolarity(said, "en") };
  });
  const hasClosingException = closingException.test(clauses.at(-1)?.text ?? "");
  return clauses.map((clause) =>
    hasClosingException && clause.polarity.modality === "prohibits"
      ? { ...clause, polarity: { ...clause.polarity, hasException: true } }
      : clause,
  );
}

function splitAtBoundaries(text: string): string[] {
  const parts: string[] = [];
  // "Neither the supplier nor its staff shall" is one clause.
  let isOpen = false;
  for (const part of text.split(boundary).map((one) => one.trim())) {
    if (isOpen) parts[parts.length - 1] += ` ${part}`;
    else if (part !== "") parts.push(part);
    isOpen = (isOpen || /\bneither\b/i.test(part)) && !modal.test(part);
  }
  return parts;
}
