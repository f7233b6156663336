import { toTokens } from "./words.ts";

/** These oblige or permit; with "not" they prohibit. */
export const modalVerbs = "shall|must|will|may|can";

/** The action follows a modal verb, or a longer expression with the same meaning. */
const leads = [
  "(?:\\p{L}+ (?:not )?)?(?:be|is|are|remains?) (?:\\p{L}+ ){0,2}(?:free|at liberty|entitled|permitted|allowed|authori[sz]ed|required|obliged|obligated)(?:,? but not (?:obliged|required|obligated),?)? to",
  "(?:(?:shall|will|may|must|does|do) (?:not )?(?:be )?)?(?:restrict|prevent|prohibit|preclude|bar)(?:s|ed|red)?(?: [^\\s.;:]+){0,6}? from",
  "(?:has|have|retains?|reserves?) (?:the |a )?(?:\\p{L}+ )?rights? to",
  "(?:agrees?|undertakes?|covenants?|commits?) (?:\\p{L}+ )?(?:not )?to",
  "(?:refrains? from|not to)",
  `(?:cannot|(?:${modalVerbs}|should)(?: not)?)[,:]?`,
].map((lead) => new RegExp(`(?<!\\p{L})${lead}(?=\\s)`, "iu"));
/** "If the law asks for it, …" */
const condition = /^(?:if|where|when|unless|except|save|notwithstanding)\b[^,;]*,\s*/i;
/** "shall not, at any time during the term, copy it" */
const adverbial =
  /^(?:at|in|on|during|after|before|upon|following|under|without|for|except|unless|subject|whether)\b[^,;]*,\s*/i;

/** The action a statement is about: "create a copy" of "The recipient may create a copy". */
export function findAction(statement: string): string {
  const text = statement.replace(/\s+/g, " ").replace(condition, "");
  let first: RegExpExecArray | undefined;
  for (const lead of leads) {
    const found = lead.exec(text);
    if (found !== null && (first === undefined || found.index < first.index)) first = found;
  }
  const action = first === undefined ? text : text.slice(first.index + first[0].length).trimStart();
  return action.replace(adverbial, "");
}

/** Adverbs, and a verb that means little beside its object: to make, take or give a copy is to copy. */
const lightVerb =
  /^(?:be\s+)?(?:\p{L}+ly(?:\s+(?:or|and))?,?\s+){0,3}(?:(?:make|create|take|give|provide|perform|conduct|carry out|undertake|effect|obtain)\s+(?=\S+\s+\S))?/iu;

/** The action without adverbs and light verbs: "a copy" of "The recipient may create a copy". */
export const findBareAction = (statement: string) => findAction(statement).replace(lightVerb, "");

const marker = /^\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[.)]\s+/i;
const article = /^(?:(?:a|an|the|any|all|its|such)\s+)/i;
/** A word and those joined to it, before their object: "use, duplicate or otherwise disclose". */
const series =
  /^\p{L}[\p{L}’'-]*(?:(?:,\s*(?:(?:and|or|nor)\s+)?|\s+(?:and\/or|and|or|nor)\s+)(?:(?:otherwise|to|\p{L}+ly)\s+)?\p{L}[\p{L}’'-]*)*/iu;

/** "use", "duplicate" and "disclose" of "It shall not use, duplicate or disclose the drawings". */
export function findActionVerbs(statement: string): string[] {
  const action = findBareAction(statement).replace(marker, "").replace(article, "");
  return toTokens(series.exec(action)?.[0] ?? "", "en")
    .filter(({ isStopWord }) => !isStopWord)
    .map(({ word }) => word);
}

/** As recipients, not as actors. */
const ownPeople =
  /\b(?:to|with|among)\b[^.;]{0,60}\b(?:employees?|staff|personnel|officers?|directors?|workers?|workforce)\b/i;
const outsiders =
  /\b(?:third[- ]part(?:y|ies)|outsiders?|competitors?|the (?:general )?public|(?:anyone|anybody|any person) (?:else|outside))\b/i;

/** One text is about the party's own staff and the other about outsiders. */
export function isAboutOtherPeople(one: string, other: string): boolean {
  const reach = (text: string) => ({ own: ownPeople.test(text), outside: outsiders.test(text) });
  const [a, b] = [reach(one), reach(other)];
  return (a.own && !a.outside && !b.own && b.outside) || (!a.own && a.outside && b.own && !b.outside);
}
