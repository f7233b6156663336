/** A member of an enumeration: "(a)", "b)", "iv.", "3)", "•", "–". */
const marker = /^\s*(?:\(?(?:[a-z]{1,2}|[ivx]{1,5}|\d{1,3})\)|[a-z]\.(?=\s)|[ivx]{1,4}\.(?=\s)|[•●▪◦‣*–-](?=\s))/i;
const number = /^\s*(\d{1,3}(?:\.\d{1,3}){0,5})[.)]?\s/;
/** "4.3", "5." and "Article 6" begin a clause of their own; "(a)" belongs to the one before. */
const clauseNumber =
  /^\s*(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]?|[IVXLC]{1,5}\.\d{1,3}\.?|[A-Z]\.|§{1,2}\s?\d{1,3}|\p{Lu}\p{L}{2,8}\s\d{1,3}[.:])\s/u;
/** "shall (a) keep records": the first member, not in a paragraph of its own. */
const firstMember = /(?<=\S)\s\((?:a|i|1)\)\s/;
const beginsWithFirst = /^\s*\((?:a|i|1)\)\s/;
/** The next member may be the next paragraph. */
const openEnd = /[;,](?:\s(?:and|or|und|oder|et|ou|y|o))?\s*$/;
const maxTailLength = 20;
const maxLeadInLength = 400;

/** Only the end is kept; nested enumerations would otherwise lengthen it with every level. */
export function joinLeadIns(outer: string, inner: string): string {
  return (outer === "" ? inner : `${outer} ${inner}`).slice(-maxLeadInLength);
}

/** What the members within a sentence complete: "The processor shall". In a paragraph that itself begins with a member, the others are beside it. */
export function leadInWithin([first = "", second]: string[]): string {
  if (second === undefined) return "";
  const at = firstMember.exec(first)?.index;
  if (at === undefined && marker.test(first) && !beginsWithFirst.test(second)) return "";
  return first.slice(0, at).slice(-maxLeadInLength);
}

/** What members in the next paragraphs complete, given the last sentence of a paragraph: "shall (a) keep records; and". */
export function leadInForNext(sentence: string): string | undefined {
  if (!openEnd.test(sentence.slice(-maxTailLength))) return undefined;
  const at = firstMember.exec(sentence)?.index;
  return at === undefined ? undefined : sentence.slice(0, at).slice(-maxLeadInLength);
}

export const hasMarker = (text: string) => marker.test(text);
export const beginsClause = (text: string) => clauseNumber.test(text);

/**
 * The enumeration that the next paragraph may belong to. Whether it does must follow from the words: one format calls "4.3 The
 * processor …" an item of a list, another a paragraph.
 */
export class OpenEnumeration {
  /** What its members complete: "The processor shall:". Empty if none is open. */
  leadIn = "";
  /** The number of the paragraph that opened it. */
  #opening: string[] = [];
  #lastMember = 0;

  close(): void {
    this.leadIn = "";
  }

  open(leadIn: string, paragraph: string): void {
    this.leadIn = leadIn;
    this.#opening = numberOf(paragraph);
    this.#lastMember = 0;
  }

  /** A number with a full stop is that of a member if it continues the count; one of several parts if it is below that of the lead-in. */
  isMember(text: string, isListItem: boolean): boolean {
    if (marker.test(text)) return true;
    const parts = numberOf(text);
    if (parts.length === 0) return isListItem && !clauseNumber.test(text);
    if (this.leadIn === "") return false;
    if (parts.length === 1) return Number(parts[0]) === this.#lastMember + 1;
    const opening = this.#opening;
    const isBelow = opening.length > 0 && opening.length < parts.length;
    return isBelow && opening.every((part, at) => part === parts[at]);
  }

  addMember(text: string): void {
    const parts = numberOf(text);
    if (parts.length === 1) this.#lastMember = Number(parts[0]);
  }
}

const numberOf = (text: string): string[] => number.exec(text)?.[1]?.split(".") ?? [];
