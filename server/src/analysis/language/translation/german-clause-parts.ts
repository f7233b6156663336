import {
  agent,
  closing,
  genitive,
  genitiveToo,
  helping,
  isLower,
  isNoun,
  isVerbLike,
  joining,
  limiting,
  negators,
  notOfVerb,
  notVerbs,
  prepositions,
  pronouns,
  pulled,
} from "./german-word-classes.ts";

export interface Cluster {
  /** Index of its first word. */
  from: number;
  verb: string[];
}

/** The verbs at the end of a clause, in English order: "gelöscht werden müssen", "nicht zu nutzen". */
export function findVerbCluster(words: string[], least: number, predicate: boolean): Cluster | undefined {
  let from = words.length;
  const closers: string[] = [];
  while (from > least && closing.has(words[from - 1] ?? "")) closers.push(words[--from] ?? "");
  let to: string[] = [];
  if (closers.length > 0 && words[from - 1] === "zu") {
    to = ["zu"];
    from--;
  }
  const last = words[from - 1];
  const isPredicate =
    (predicate || /^(?:ist|sind|sei|sein|war|waren|bleibt|bleiben|wird)$/.test(closers[0] ?? "")) && isLower(last);
  if (from <= least || notVerbs.has(last ?? "") || !(isVerbLike(last) || isPredicate)) return undefined;
  const end = from--;
  while (from - 2 >= least && joining.has(words[from - 1] ?? "") && isVerbLike(words[from - 2])) from -= 2;
  const verb = words.slice(from, end);
  const [finite = [], others] = to.length > 0 ? [[], closers] : [closers.slice(0, 1), closers.slice(1)];
  if (words[from - 1] === "zu" && from - 1 >= least) {
    to = ["zu"];
    from--;
  }
  const negation: string[] = [];
  if (from - 1 >= least && negators.has(words[from - 1] ?? "")) negation.push(words[--from] ?? "");
  return { from, verb: [...finite, ...negation, ...to, ...others, ...verb] };
}

export function moveSubjectFirst(words: string[], begin: number, to: number, { from, verb }: Cluster): string[] {
  const subject = words.slice(begin, to);
  const middle = words.slice(to, from);
  return [...subject, ...moveNegation(verb, middle), ...middle];
}

/** Moves a negation or limitation from the middle of the clause to the verb. */
export function moveNegation(verb: string[], middle: string[]): string[] {
  // "darf keine Daten weitergeben": must not transfer any data.
  const none = middle.findIndex((word) => /^keine?[nrsm]?$/.test(word));
  if (
    none >= 0 &&
    verb.length > 1 &&
    /^(?:darf|dürfen)$/.test(verb[0] ?? "") &&
    !verb.some((word) => pulled.has(word))
  ) {
    middle[none] = "jegliche";
    return [verb[0] ?? "", "nicht", ...verb.slice(1)];
  }
  const mayLimit = /^(?:darf|dürfen|kann|können)$/.test(verb[0] ?? "");
  const at = middle.findIndex(
    (word, place) => (pulled.has(word) || (mayLimit && limiting.has(word))) && !belongsToNext(middle, place),
  );
  const place = helping.has(verb[0] ?? "") ? 1 : 0;
  if (at < 0) return verb;
  return [...verb.slice(0, place), ...middle.splice(at, 1), ...verb.slice(place)];
}

/** "nicht autorisierte Personen", "nicht mehr als", "nicht nur". */
export function belongsToNext(words: string[], at: number): boolean {
  const next = words[at + 1] ?? "";
  if (notOfVerb.has(next)) return true;
  if (!/^[a-zäöüß-]{2,}(?:e|en|er|es|em)$/.test(next) || prepositions.has(next)) return false;
  return isNoun(words[at + 2]) || isNoun(words[at + 3]);
}

/** The end of the subject, with the phrases before it ("bei der Prüfung"); `begin` if there is no subject. */
export function subjectEnd(words: string[], begin: number): number {
  let at = begin;
  while (words[at] === "sich" || limiting.has(words[at] ?? "")) at++;
  while (prepositions.has(words[at] ?? "")) {
    const noun = words.findIndex((word, place) => place > at && isNoun(word));
    if (noun < 0 || noun > at + 5) return begin;
    at = isNoun(words[noun + 1]) ? noun + 1 : nounPhraseEnd(words, noun);
  }
  if (
    /^(?:diese[rs]?|jede[rs]?)$/.test(words[at] ?? "") &&
    /^(?:[a-zäöü]*[^en]|[a-zäöü]*nnen)$/.test(words[at + 1] ?? "")
  )
    return at + 1;
  if (pronouns.has(words[at] ?? "") && !(/^dieser|jeder$/.test(words[at] ?? "") && isNoun(words[at + 1])))
    return at + 1;
  const noun = words.findIndex((word, place) => place >= at && isNoun(word));
  const between = words.slice(at, noun);
  if (noun < 0 || noun > at + 4 || between.some((word) => prepositions.has(word) || negators.has(word))) return begin;
  const end = nounPhraseEnd(words, noun);
  // "dem Auftragnehmer ein Verstoß": the subject comes second.
  if (/^(?:dem|einem|diesem|ihm|ihr|ihnen|ihm)$/.test(words[at] ?? "")) return Math.max(end, subjectEnd(words, end));
  return end;
}

/** The end of a noun phrase: "die Rechte der Betroffenen", "der Kunde oder ein Dritter". */
function nounPhraseEnd(words: string[], noun: number): number {
  let end = noun + 1;
  for (;;) {
    const next = words[end] ?? "";
    const isAgent = agent.test(words[end - 1] ?? "");
    const follows = words.findIndex((word, place) => place > end && isNoun(word));
    const lowers = words.slice(end + 1, follows);
    const isNear =
      follows > 0 && follows <= end + 3 && !lowers.some((word) => prepositions.has(word) || closing.has(word));
    if (isNoun(next)) end++;
    else if (isNear && (genitive.has(next) || (genitiveToo.has(next) && !isAgent) || joining.has(next)))
      end = follows + 1;
    else return end;
  }
}
