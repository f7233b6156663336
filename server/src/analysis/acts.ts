import { toTokens } from "./words.ts";

/** What is done comes last in each: after may, shall or must, and after longer ways to say so, which may begin the same. */
const beginnings = [
  /(?:\p{L}+ (?:not )?)?(?:be|is|are|remains?) (?:\p{L}+ ){0,2}(?:free|at liberty|entitled|permitted|allowed|authori[sz]ed|required|obliged|obligated) to (.+)$/iu,
  /(?:(?:shall|will|may|must|does|do) (?:not )?(?:be )?)?(?:restrict|prevent|prohibit|preclude|bar)(?:s|ed|red)?(?: [^\s.;:]+){0,6}? from (.+)$/iu,
  /(?:refrains? from|not to) (.+)$/iu,
  /(?:may|shall|must|will|can|should)(?: not)?,? (.+)$/iu,
].map((ending) => new RegExp(`(?<!\\p{L})${ending.source}`, ending.flags));
/** "shall not, at any time during the term, copy it": when and how comes before what is done. */
const aside =
  /^(?:at|in|on|during|after|before|upon|following|under|without|for|except|unless|subject|whether|directly)\b[^,;]*,\s*/i;

/** What a statement is about, after who and may, shall or must: "create a copy of some information". */
export function actOf(statement: string): string {
  let first: RegExpExecArray | undefined;
  for (const beginning of beginnings) {
    const found = beginning.exec(statement);
    if (found !== null && (first === undefined || found.index < first.index)) first = found;
  }
  return (first?.[1] ?? statement).replace(aside, "");
}

/** How it is done, and a verb that says little beside its object: who makes, takes or gives a copy copies. */
const beforeTheAct =
  /^(?:be\s+)?(?:\p{L}+ly\s+)?(?:(?:make|create|take|give|provide|perform|conduct|carry out|undertake|effect|obtain)\s+(?=\S+\s+\S))?/iu;

/** What is done, without what only carries it: "a copy of some information" of one that may be created. */
export const bareActOf = (statement: string) => actOf(statement).replace(beforeTheAct, "");

/** After these comes what it is done to, or with whom. */
const object = /^(?:a|an|the|any|all|such|its|their|his|her|this|that|of|to|with|by|from|for|in|on|other|some|each)$/;

/** What is done, and what else: "use, duplicate or disclose" of one who shall not use, duplicate or disclose the drawings. */
export function doingsIn(statement: string): string[] {
  const doings: string[] = [];
  for (const { word, isStopWord } of toTokens(bareActOf(statement), "en")) {
    if (object.test(word) && doings.length > 0) break;
    if (!isStopWord) doings.push(word);
  }
  return doings;
}

/** To whom, not by whom. */
const ownPeople =
  /\b(?:to|with|among)\b[^.;]{0,60}\b(?:employees?|staff|personnel|officers?|directors?|workers?|workforce)\b/i;
const outsiders = /\b(?:third[- ]part(?:y|ies)|outsiders?)\b/i;

/** What is said of one's own people says nothing of outsiders, and the other way round. */
export function isAboutOthers(one: string, other: string): boolean {
  const [own, outside] = [ownPeople, outsiders].map((who) => [who.test(one), who.test(other)] as const);
  if (own === undefined || outside === undefined) return false;
  return (own[0] && !own[1] && !outside[0] && outside[1]) || (!own[0] && own[1] && outside[0] && !outside[1]);
}
