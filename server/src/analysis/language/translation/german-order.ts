import { expandAbbreviations } from "./german-abbreviations.ts";
import { presentOf, reorderInfinitive, reorderMain, reorderSubordinate } from "./german-clauses.ts";
import type { Lexicon } from "./german-dictionary.ts";
import { removeZu } from "./german-forms.ts";
import { joinParticle, joinPhrasalVerb } from "./german-split-verbs.ts";
import {
  articles,
  beforeConjunction,
  fronting,
  helping,
  joining,
  lower,
  subordinating,
} from "./german-word-classes.ts";

/** Punctuation within numbers and addresses ("mobile.de") does not end a clause. */
const clause = /(?:[^,;:.!?()–\n]|(?<=\d)[.,:](?=\d)|(?<=[a-zäöüß\d/])[.?](?=[a-zäöüß\d]))+/g;
const maxWords = 60;
const maxSentenceLength = 1000;

/**
 * Puts German clauses into English word order: "darf die Daten nicht weitergeben", "setzen wir nicht ein". So "not" is next to
 * its verb and the subject comes first, as the models expect.
 */
export function reorderGerman(foreign: string, lexicon: Lexicon): string {
  const text = expandAbbreviations(foreign);
  return text.replace(clause, (part, at: number) => {
    const words = part.trim().split(/\s+/);
    if (words.length < 2 || words.length > maxWords) return part;
    const before = /^\s*/.exec(part)?.[0] ?? "";
    const tail = part.slice(part.trimEnd().length);
    const place = { mark: text.slice(0, at).trimEnd().at(-1) ?? ".", next: text[at + part.length] ?? "." };
    const asks = /^[^.!?\n]*\?/.test(text.slice(at, at + maxSentenceLength));
    const after = text
      .slice(at + part.length + 1, at + part.length + 60)
      .trim()
      .split(/\s+/);
    const opened = firstWord(text.slice(Math.max(0, at - 400), at));
    return `${before}${reorder(words, { ...place, asks, opened, after }, lexicon)
      .join(" ")
      .replaceAll(" , ", ", ")}${tail}`;
  });
}

/** The first word of the sentence that this text ends with. */
function firstWord(text: string): string {
  const start = Math.max(...[".", "!", "?", "\n"].map((mark) => text.lastIndexOf(mark))) + 1;
  return (/\p{L}+/u.exec(text.slice(start))?.[0] ?? "").toLowerCase();
}

interface Place {
  /** The punctuation before and after the clause. */
  mark: string;
  next: string;
  asks: boolean;
  /** Its verb was separated from its particle, so it is no relative clause. */
  isMain?: boolean;
  /** The first words of the clause that follows. */
  after: string[];
  /** The first word of the sentence, if that is not in this clause. */
  opened: string;
}

function reorder(written: string[], given: Place, lexicon: Lexicon): string[] {
  const whole = joinPhrasalVerb(written, lexicon).flatMap((word) => {
    const verb = /^hinzu/.test(word) ? undefined : removeZu(word);
    // "umzusetzenden" is an adjective.
    const isVerb =
      verb !== undefined && (lexicon.isFiniteForm(verb) || (lexicon.isKnown(verb) && !/enden$/.test(verb)));
    return isVerb ? ["zu", verb] : [word];
  });
  const words = joinParticle(joinParticle(whole, lexicon), lexicon);
  const place = { ...given, isMain: words.length < whole.length };
  const second = secondVerb(words, lexicon);
  if (second > 0)
    return [
      ...reorderClause(words.slice(0, second), place, lexicon),
      words[second] ?? "",
      ...reorderMain(words.slice(second + 1), ".", lexicon),
    ];
  return reorderClause(words, place, lexicon);
}

/** The index of the conjunction in "müssen lang sein und dürfen nicht weitergegeben werden". */
function secondVerb(words: string[], { isFiniteForm }: Lexicon): number {
  if (subordinating.has((words[0] ?? "").toLowerCase())) return -1;
  return words.findIndex((word, at) => {
    const next = words[at + 1] ?? "";
    if (at < 2 || !joining.has(word)) return false;
    const isHelped = words.slice(0, at).some((one) => helping.has(one.toLowerCase()));
    return (helping.has(next) && isHelped) || (!isHelped && isFiniteForm(next) && at + 2 < words.length);
  });
}

function reorderClause(words: string[], place: Place, lexicon: Lexicon): string[] {
  const mark = place.mark === "," && !opensInverted(place.opened, lexicon) ? "" : place.mark;
  const first = (words[0] ?? "").toLowerCase();
  const next = (words[1] ?? "").toLowerCase();
  const start = joining.has(first) || (beforeConjunction.has(first) && subordinating.has(next)) ? 1 : 0;
  const lead = words.slice(0, start);
  const rest = words.slice(start);
  if (/[.!?•*\n]/.test(place.mark) && place.next === "," && !place.asks && isCondition(words, place, lexicon)) {
    const verb = lower(words[0] ?? "");
    const main = reorderMain([presentOf.get(verb) ?? verb, ...words.slice(1)], ",", lexicon);
    return ["wenn", ...main.filter((one) => one !== ",")];
  }
  return [
    ...lead,
    ...(reorderInfinitive(rest, lexicon) ??
      (place.isMain ? undefined : reorderSubordinate(rest, place.mark, lexicon)) ??
      reorderMain(rest, mark, lexicon)),
  ];
}

/** "Die Partei, welche den Vertrag verletzt, hat …" begins with its subject; in "Sofern …, hat …" the subject follows. */
const opensInverted = (opened: string, { isFiniteForm }: Lexicon) =>
  subordinating.has(opened) || fronting.has(opened) || helping.has(opened) || isFiniteForm(opened) || opened === "ist";

/** "Stellt der Kunde einen Mangel fest, …" is a condition; "Prüfen Sie, …" is a request, unless a main clause follows. */
function isCondition([verb = "", next = ""]: string[], { after }: Place, { isFiniteForm }: Lexicon): boolean {
  const word = verb.toLowerCase();
  if (!articles.has(next) || !(helping.has(word) || (isFiniteForm(word) && word !== "verfahren"))) return false;
  const [first = "", second = ""] = after;
  return (
    next !== "Sie" ||
    first === "so" ||
    ((helping.has(first) || isFiniteForm(first)) && /^(?:wir|der|die|das|er|es)$/.test(second))
  );
}
