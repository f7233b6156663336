import {
  belongsToNext,
  type Cluster,
  findVerbCluster,
  moveNegation,
  moveSubjectFirst,
  subjectEnd,
} from "./german-clause-parts.ts";
import type { Lexicon } from "./german-dictionary.ts";
import {
  articles,
  closing,
  fronting,
  governing,
  helping,
  isNoun,
  isVerbLike,
  joining,
  lower,
  negators,
  prepositions,
  pronouns,
  pulled,
  relative,
  subordinating,
  withInfinitive,
} from "./german-word-classes.ts";

/** "um die Daten zu schützen", "die Daten nicht weiterzugeben und sie zu löschen". */
export function reorderInfinitive(words: string[], lexicon: Lexicon): string[] | undefined {
  const opener = withInfinitive.has((words[0] ?? "").toLowerCase()) ? 1 : 0;
  const at = words.findIndex((word, place) => word === "zu" && isVerbLike(words[place + 1]));
  if (at < opener || subordinating.has((words[0] ?? "").toLowerCase())) return undefined;
  const end = at + 2;
  if (end < words.length && !joining.has(words[end] ?? "")) return undefined;
  const governor = words.findIndex((word, place) => place < at && governing.has(word));
  if (opener === 0 && governor < 0 && words.slice(0, at).some((word) => helping.has(word.toLowerCase())))
    return undefined;
  if (
    opener === 0 &&
    governor < 0 &&
    words.slice(0, isInfinitiveOf(words[at + 1]) ? at - 1 : at).some((word) => lexicon.isFiniteForm(word))
  )
    return undefined;
  const begin = governor < 0 ? opener : governor + 1;
  const head = governor < 0 ? words.slice(0, opener) : reorderMain(words.slice(0, begin), ".", lexicon);
  const passive = words[at - 1] ?? "";
  const isPassive = isInfinitiveOf(words[at + 1]) && isVerbLike(passive) && at - 1 >= begin;
  let verbAt = isPassive ? at - 1 : at;
  const verb = isPassive ? ["zu", words[at + 1] ?? "", passive] : words.slice(at, end);
  const middle = words.slice(begin, verbAt);
  const negation = middle.findLastIndex((word, place) => pulled.has(word) && !belongsToNext(middle, place));
  if (negation >= 0) verb.unshift(...middle.splice(negation, 1));
  verbAt = end;
  const others = words.slice(verbAt);
  const join = joining.has(others[0] ?? "") ? others.slice(0, 1) : [];
  const more = others.slice(join.length);
  return [...head, ...verb, ...middle, ...join, ...(reorderInfinitive(more, lexicon) ?? more)];
}

/** "löschen zu lassen", "gelöscht zu werden" */
const isInfinitiveOf = (word: string | undefined) => /^(?:lassen|werden|können|haben|sein)$/.test(word ?? "");

export function reorderSubordinate(words: string[], mark: string, lexicon: Lexicon): string[] | undefined {
  const first = (words[0] ?? "").toLowerCase();
  const isRelative = mark === "," && relative.has(first);
  const translateAfterPreposition = mark === "," && prepositions.has(first) && relative.has(words[1] ?? "");
  const isSubordinate = subordinating.has(first);
  if (!isRelative && !translateAfterPreposition && !isSubordinate) return undefined;
  const split = words.findIndex(
    (word, at) =>
      at > 2 && joining.has(word) && (closing.has(words[at - 1] ?? "") || lexicon.isFiniteForm(words[at - 1] ?? "")),
  );
  if (split > 0 && split < words.length - 2) {
    const firstHalf = reorderSubordinate(words.slice(0, split), mark, lexicon);
    const second = words.slice(split + 1);
    const cluster = findVerbCluster(second, 0, false);
    if (firstHalf === undefined) return undefined;
    const isWhole = cluster !== undefined && cluster.from < second.length && !subordinating.has(second[0] ?? "");
    const own = reorderSubordinate(second, mark, lexicon);
    const named = pronouns.has(second[0] ?? "") || second[0] === "der" ? subjectEnd(second, 0) : 0;
    const other = own ?? (isWhole ? moveSubjectFirst(second, 0, Math.min(named, cluster.from), cluster) : second);
    return [...firstHalf, words[split] ?? "", ...other];
  }
  const last = words.at(-1) ?? "";
  if (!closing.has(last) && !lexicon.isFiniteForm(last)) return undefined;
  const asksWhich = /^welche/.test(first) && isNoun(words[1]);
  const opener = translateAfterPreposition || asksWhich ? 2 : 1;
  const cluster = findVerbCluster(words, opener, false) ?? { from: words.length - 1, verb: [last] };
  if (words.slice(opener, cluster.from).some((word) => /^(?:wird|darf|kann|muss|dürfen|müssen|können)$/.test(word)))
    return undefined;
  if (!isSubordinate || isRelative) {
    if (asksWhich)
      return [
        ...words.slice(0, 2),
        ...moveSubjectFirst(words, 2, Math.min(subjectEnd(words, 2), cluster.from), toPresentPassive(cluster)),
      ];
    const pronoun = words[opener - 1] ?? "";
    const shown = [...words.slice(0, opener - 1), /^(?:deren|dessen)$/.test(pronoun) ? "wessen" : "welche"];
    const to = isObject(words, opener, last) ? subjectEnd(words, opener) : opener;
    return [...shown, ...moveSubjectFirst(words, opener, Math.min(to, cluster.from), toPresentPassive(cluster))];
  }
  const to = /^(?:wer|was)$/.test(first) ? 1 : Math.min(subjectEnd(words, 1), cluster.from);
  return [words[0] ?? "", ...moveSubjectFirst(words, 1, to, toPresentPassive(cluster))];
}

/** "wenn sie gelöscht werden": "are", not "shall be". */
function toPresentPassive({ from, verb }: Cluster): Cluster {
  const [helper = ""] = verb;
  const now = presentOf.get(helper);
  return { from, verb: verb.length > 1 && now !== undefined ? verb.with(0, now) : verb };
}

export const presentOf = new Map([
  ["wird", "ist"],
  ["werden", "sind"],
]);

/** Whether the relative pronoun is the object: "Daten, die der Auftragnehmer verarbeitet". */
function isObject(words: string[], opener: number, last: string): boolean {
  const pronoun = words[opener - 1] ?? "";
  const next = words[opener] ?? "";
  if (opener === 2 || /^(?:den|dem|denen|deren|dessen|welchen|welchem)$/.test(pronoun)) return true;
  if (pronouns.has(next) && next !== "dieser") return true;
  if (next === "der" || next === "ein") return /(?:t|b|m|g)$/.test(last) || helping.has(last);
  return false;
}

export function reorderMain(words: string[], mark: string, lexicon: Lexicon): string[] {
  const opening = words.findIndex((word) => helping.has(word.toLowerCase()));
  const finite = words.findIndex((_, at) => isVerbAt(words, at, lexicon));
  if (opening < 0 || (finite >= 0 && finite < opening)) return reorderSimple(words, finite, mark);
  const front = words.slice(0, opening);
  const helper = lower(words[opening] ?? "");
  const joins = (word: string) => joining.has(word) || (word === "noch" && words.includes("weder"));
  const split = words.findIndex(
    (word, at) => at > opening + 1 && joins(word) && isVerbLike(words[at - 1]) && lexicon.isKnown(words[at - 1] ?? ""),
  );
  const begin = opening + 1;
  const predicate = /^(?:ist|sind|sei|seien|war|waren)$/.test(helper);
  const coordinated =
    split > 0 && words.slice(split + 1).length > 1 && findVerbCluster(words.slice(split + 1), 0, false);
  const hasOwn = negators.has(words[split + 1] ?? "") || words[split + 1] === "zu";
  const second = coordinated && (coordinated.from > 0 || hasOwn) ? words.slice(split + 1) : [];
  const half = second.length > 0 ? words.slice(0, split) : words;
  const inverted = isInverted(front, mark, half[begin]) ? subjectEnd(half, begin) : begin;
  const cluster = findVerbCluster(half, begin, predicate);
  const isExpletive = front.length === 1 && /^es$/i.test(front[0] ?? "") && isNounPhrase(half, begin);
  const to = Math.min(isExpletive ? subjectEnd(half, begin) : inverted, cluster?.from ?? half.length);
  const subject = half.slice(begin, to);
  const middle = half.slice(to, cluster?.from ?? half.length);
  const found = cluster?.verb ?? [];
  const own = found.filter((word) => negators.has(word));
  const verb = moveNegation([helper, ...own, ...found.filter((word) => !negators.has(word))], middle);
  const head = isExpletive ? [] : front;
  const comma = head.length > 0 && subject.length > 0 ? [","] : [];
  const negation = /^(?:darf|dürfen|kann|können)$/.test(helper) ? verb.filter((word) => pulled.has(word)) : [];
  const again = coordinated ? moveSubjectFirst(second, 0, 0, coordinated) : [];
  const repeated = again.some((word) => pulled.has(word)) ? [helper] : [helper, ...negation];
  const rest = second.length > 0 ? [words[split] ?? "", ...repeated, ...again] : [];
  return [
    ...head,
    ...comma,
    ...subject,
    ...(isExpletive || subject.length > 0 ? verb : keepCapital(words, opening, verb)),
    ...middle,
    ...rest,
  ];
}

/** A capitalised first word is a verb only if a subject or an address follows. */
function isVerbAt(words: string[], at: number, { isFiniteForm }: Lexicon): boolean {
  const word = words[at] ?? "";
  if (at > 0 || !isNoun(word)) return isFiniteForm(word);
  return isFiniteForm(word.toLowerCase()) && articles.has(words[1] ?? "");
}

const isNounPhrase = (words: string[], at: number) =>
  isNoun(words[at]) || /^(?:keine?[nrs]?|die|eine?|alle|nur|das|der)$/.test(words[at] ?? "");

const keepCapital = (words: string[], opening: number, verb: string[]) =>
  opening === 0 && isNoun(words[0]) ? [words[0] ?? "", ...verb.slice(1)] : verb;

/** Whether the subject follows the verb: after an adverbial, an object or another clause. */
function isInverted(front: string[], mark: string, next = ""): boolean {
  if (front.length === 0) return mark === ",";
  if (
    /^(?:wir|er|man|ich)$/.test(next) ||
    /^(?:den|dem|diesen|diesem|einen|einem|jeden|jedem|ihm|ihnen|uns)$/i.test(front[0] ?? "")
  )
    return true;
  return fronting.has((front[0] ?? "").toLowerCase()) || (mark === "," && /^(?:der|er|wir|es|ein)$/.test(next));
}

/** "Bei Verstößen informiert der Auftragnehmer den Kunden", "Wir verkaufen die Daten nicht". */
function reorderSimple(words: string[], finite: number, mark: string): string[] {
  if (finite < 0) return words;
  if (finite === 0 && words[1] === "Sie" && mark !== ",") return words.toSpliced(1, 1);
  const front = words.slice(0, finite);
  const verb = words[finite] ?? "";
  // "Dem Kunden steht ein Recht zu": the dative stays first.
  const to =
    !verb.startsWith("zusteh") && isInverted(front, mark, words[finite + 1])
      ? subjectEnd(words, finite + 1)
      : finite + 1;
  const subject = words.slice(finite + 1, to);
  const middle = words.slice(to);
  const negation = middle.findIndex((word, at) => pulled.has(word) && !belongsToNext(middle, at));
  const before =
    negation >= 0 && !joining.has(middle.slice(0, negation).find((word) => joining.has(word)) ?? "")
      ? middle.splice(negation, 1)
      : [];
  const comma = front.length > 0 && subject.length > 0 ? [","] : [];
  return [...front, ...comma, ...subject, ...before, verb, ...middle];
}
