import { toTokens } from "./words.ts";

/** By these a statement binds, allows or, with a not, forbids. */
export const modalVerbs = "shall|must|will|may|can";

/** What is done comes after these: after may, shall or must, and after longer ways to say so, which may begin the same. */
const beginnings = [
  "(?:\\p{L}+ (?:not )?)?(?:be|is|are|remains?) (?:\\p{L}+ ){0,2}(?:free|at liberty|entitled|permitted|allowed|authori[sz]ed|required|obliged|obligated)(?:,? but not (?:obliged|required|obligated),?)? to",
  "(?:(?:shall|will|may|must|does|do) (?:not )?(?:be )?)?(?:restrict|prevent|prohibit|preclude|bar)(?:s|ed|red)?(?: [^\\s.;:]+){0,6}? from",
  "(?:has|have|retains?|reserves?) (?:the |a )?(?:\\p{L}+ )?rights? to",
  "(?:agrees?|undertakes?|covenants?|commits?) (?:\\p{L}+ )?(?:not )?to",
  "(?:refrains? from|not to)",
  `(?:cannot|(?:${modalVerbs}|should)(?: not)?)[,:]?`,
].map((beginning) => new RegExp(`(?<!\\p{L})${beginning}(?=\\s)`, "iu"));
/** "If the law asks for it, …": on what condition comes before who does what. */
const condition = /^(?:if|where|when|unless|except|save|notwithstanding)\b[^,;]*,\s*/i;
/** "shall not, at any time during the term, copy it": when and how comes before what is done. */
const aside =
  /^(?:at|in|on|during|after|before|upon|following|under|without|for|except|unless|subject|whether)\b[^,;]*,\s*/i;

/** What a statement is about, after who and may, shall or must: "create a copy of some information". */
export function actOf(statement: string): string {
  const text = statement.replace(/\s+/g, " ").replace(condition, "");
  let first: RegExpExecArray | undefined;
  for (const beginning of beginnings) {
    const found = beginning.exec(text);
    if (found !== null && (first === undefined || found.index < first.index)) first = found;
  }
  const act = first === undefined ? text : text.slice(first.index + first[0].length).trimStart();
  return act.replace(aside, "");
}

/** How it is done, and a verb that says little beside its object: who makes, takes or gives a copy copies. */
const beforeTheAct =
  /^(?:be\s+)?(?:\p{L}+ly(?:\s+(?:or|and))?,?\s+){0,3}(?:(?:make|create|take|give|provide|perform|conduct|carry out|undertake|effect|obtain)\s+(?=\S+\s+\S))?/iu;

/** What is done, without what only carries it: "a copy of some information" of one that may be created. */
export const bareActOf = (statement: string) => actOf(statement).replace(beforeTheAct, "");

const marker = /^\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[.)]\s+/i;
const article = /^(?:(?:a|an|the|any|all|its|such)\s+)/i;
/** A word, and those joined to it: "use, duplicate or otherwise disclose" before what it is done to. */
const series =
  /^\p{L}[\p{L}’'-]*(?:(?:,\s*(?:(?:and|or|nor)\s+)?|\s+(?:and\/or|and|or|nor)\s+)(?:(?:otherwise|to|\p{L}+ly)\s+)?\p{L}[\p{L}’'-]*)*/iu;

/** What is done, and what else: "use, duplicate or disclose" of one who shall not use, duplicate or disclose the drawings. */
export function doingsIn(statement: string): string[] {
  const act = bareActOf(statement).replace(marker, "").replace(article, "");
  return toTokens(series.exec(act)?.[0] ?? "", "en")
    .filter(({ isStopWord }) => !isStopWord)
    .map(({ word }) => word);
}

/** To whom, not by whom. */
const ownPeople =
  /\b(?:to|with|among)\b[^.;]{0,60}\b(?:employees?|staff|personnel|officers?|directors?|workers?|workforce)\b/i;
const outsiders =
  /\b(?:third[- ]part(?:y|ies)|outsiders?|competitors?|the (?:general )?public|(?:anyone|anybody|any person) (?:else|outside))\b/i;

/** What is said of one's own people says nothing of outsiders, and the other way round. */
export function isAboutOthers(one: string, other: string): boolean {
  const reach = (text: string) => ({ own: ownPeople.test(text), outside: outsiders.test(text) });
  const [a, b] = [reach(one), reach(other)];
  return (a.own && !a.outside && !b.own && b.outside) || (!a.own && a.outside && b.own && !b.outside);
}
