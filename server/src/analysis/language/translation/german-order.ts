import { writtenOut } from "./german-abbreviations.ts";
import { arrangedInfinitive, arrangedMain, arrangedSubordinate, presentOf } from "./german-clauses.ts";
import type { Lexicon } from "./german-dictionary.ts";
import { withoutTo } from "./german-forms.ts";
import { withParticle, withPhrase } from "./german-split-verbs.ts";
import {
  articles,
  beforeConjunction,
  fronting,
  helping,
  joining,
  lower,
  subordinating,
} from "./german-word-classes.ts";

/** Points and commas within figures do not end a clause. */
const clause = /(?:[^,;:.!?()–\n]|(?<=\d)[.,:](?=\d))+/g;
const mostWords = 60;
const longestSentence = 1000;

/**
 * German keeps what matters for the end: "darf die Daten nicht weitergeben", "setzen wir nicht ein". Put in the order of
 * English before it is taken word for word, so that "not" stands where the models look for it, and who owes something
 * before what is owed.
 */
export function inEnglishOrder(foreign: string, lexicon: Lexicon): string {
  const text = writtenOut(foreign);
  return text.replace(clause, (part, at: number) => {
    const words = part.trim().split(/\s+/);
    if (words.length < 2 || words.length > mostWords) return part;
    const before = /^\s*/.exec(part)?.[0] ?? "";
    const tail = /\s*$/.exec(part)?.[0] ?? "";
    const place = { mark: text.slice(0, at).trimEnd().at(-1) ?? ".", next: text[at + part.length] ?? "." };
    const asks = /^[^.!?\n]*\?/.test(text.slice(at, at + longestSentence));
    const after = text
      .slice(at + part.length + 1, at + part.length + 60)
      .trim()
      .split(/\s+/);
    const opened = (/([\p{L}]+)[^.!?\n]*$/u.exec(text.slice(Math.max(0, at - 400), at))?.[1] ?? "").toLowerCase();
    return `${before}${arranged(words, { ...place, asks, opened, after }, lexicon)
      .join(" ")
      .replaceAll(" , ", ", ")}${tail}`;
  });
}

interface Place {
  /** The mark before the clause and the one behind it. */
  mark: string;
  next: string;
  asks: boolean;
  /** Whether its verb stood apart from its particle, so that it is no relative clause. */
  isMain?: boolean;
  /** The first words of the clause that follows. */
  after: string[];
  /** The first word of the sentence, if that is not in this clause. */
  opened: string;
}

function arranged(written: string[], given: Place, lexicon: Lexicon): string[] {
  const whole = withPhrase(written, lexicon).flatMap((word) => {
    const verb = /^hinzu/.test(word) ? undefined : withoutTo(word);
    // "umzusetzenden" is said of a noun.
    const isVerb =
      verb !== undefined && (lexicon.isFiniteForm(verb) || (lexicon.isKnown(verb) && !/enden$/.test(verb)));
    return isVerb ? ["zu", verb] : [word];
  });
  const words = withParticle(withParticle(whole, lexicon), lexicon);
  const place = { ...given, isMain: words.length < whole.length };
  const second = secondVerb(words, lexicon);
  if (second > 0)
    return [
      ...arrangedClause(words.slice(0, second), place, lexicon),
      words[second] ?? "",
      ...arrangedMain(words.slice(second + 1), ".", lexicon),
    ];
  return arrangedClause(words, place, lexicon);
}

/** "müssen lang sein und dürfen nicht weitergegeben werden": where the second begins. */
function secondVerb(words: string[], { isFiniteForm }: Lexicon): number {
  if (subordinating.has((words[0] ?? "").toLowerCase())) return -1;
  return words.findIndex((word, at) => {
    const next = words[at + 1] ?? "";
    if (at < 2 || !joining.has(word)) return false;
    const isHelped = words.slice(0, at).some((one) => helping.has(one.toLowerCase()));
    return (helping.has(next) && isHelped) || (!isHelped && isFiniteForm(next) && at + 2 < words.length);
  });
}

function arrangedClause(words: string[], place: Place, lexicon: Lexicon): string[] {
  const mark = place.mark === "," && !opensInverted(place.opened, lexicon) ? "" : place.mark;
  const first = (words[0] ?? "").toLowerCase();
  const next = (words[1] ?? "").toLowerCase();
  const start = joining.has(first) || (beforeConjunction.has(first) && subordinating.has(next)) ? 1 : 0;
  const lead = words.slice(0, start);
  const rest = words.slice(start);
  if (/[.!?•*\n]/.test(place.mark) && place.next === "," && !place.asks && isCondition(words, place, lexicon)) {
    const verb = lower(words[0] ?? "");
    const main = arrangedMain([presentOf.get(verb) ?? verb, ...words.slice(1)], ",", lexicon);
    return ["wenn", ...main.filter((one) => one !== ",")];
  }
  return [
    ...lead,
    ...(arrangedInfinitive(rest, lexicon) ??
      (place.isMain ? undefined : arrangedSubordinate(rest, place.mark, lexicon)) ??
      arrangedMain(rest, mark, lexicon)),
  ];
}

/** "Die Partei, welche den Vertrag verletzt, hat …" has named its subject; "Sofern …, hat …" names it now. */
const opensInverted = (opened: string, { isFiniteForm }: Lexicon) =>
  subordinating.has(opened) || fronting.has(opened) || helping.has(opened) || isFiniteForm(opened) || opened === "ist";

/** "Stellt der Kunde einen Mangel fest, …": if he does; "Prüfen Sie, …" asks, unless a main clause follows. */
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
