import type { Word } from "./dictionary.ts";

/**
 * French denies with two words around the verb: "ne met pas en œuvre". The second is put to the first, as one word that
 * `halves` knows, so that the verb stays with what belongs to it.
 */
export const halves = new Map([
  ["nepas", "not"],
  ["neplus", "no longer"],
  ["nejamais", "never"],
]);

const clitics = "(?:(?:se|me|te|nous|vous|lui|leur|le|la|les|en|y)\\s+|(?:s|m|t|l)['’])*";
const linking = "(?:\\s+(?:donc|toutefois|cependant|alors|également|ainsi|non))?";
/** "n’y a pas de" is an expression of its own. */
const around = new RegExp(
  `(?<![\\p{L}])(?:ne\\s+|n['’](?!y\\s))(${clitics}\\p{L}+(?:-\\p{L}+)?(?:(?:\\s+|['’])(?!que|qu['’]|ne|n['’]|plus|ni|aucune?)\\p{L}+){0,3}?)\\s+(?:pas|nullement|aucunement|point)(?![\\p{L}])(\\s+(?:de(?=\\s+(?!la\\s|l['’]))|d['’]))?`,
  "giu",
);
const close = new RegExp(
  `(?<![\\p{L}])(?:ne\\s+|n['’])(${clitics}\\p{L}+${linking})\\s+(plus|jamais)(?![\\p{L}])(?:\\s+de(?=\\s+\\p{L}))?`,
  "giu",
);
/** "tous les 90 jours" is each of them, "tous les droits" all. */
const everySoOften =
  /(?<![\p{L}])tou(?:s|tes)\s+les(?=\s+(?:\d|(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente|quatre-vingt-dix|ans|mois|jours|semaines|heures|trimestres|semestres)(?![\p{L}])))/giu;
const neitherNor = new RegExp(
  `(?<![\\p{L}])(?:ne\\s+|n['’])(${clitics}\\p{L}+)\\s+ni(?![\\p{L}])(\\s+(?:ne\\s+|n['’]))?`,
  "giu",
);
const ahead = /(?<![\p{L}])ne\s+(pas|plus|jamais)(?![\p{L}])/giu;
/** A sentence rarely begins with the verb "a", but often with "à" whose accent was left out. */
const accentLeftOut =
  /(^|[.;:!?•–]\s+)A(?=\s+(?:la|l['’]|compter|défaut|cet|cette|ce|titre|tout|ses?|son|sa|partir|moins|condition|l|leur|chaque|réception)(?!\p{L}))/gu;

export function withDenialsFirst(text: string): string {
  return (
    text
      .replace(accentLeftOut, "$1À")
      .replace(everySoOften, "chaque")
      .replace(ahead, (_, half: string) => `ne${half.toLowerCase()}`)
      // "ne vend ni ne loue": does not sell nor hire.
      .replace(neitherNor, (_, verb: string, second?: string) => `nepas ${verb}${second === undefined ? "" : " ni "}`)
      .replace(/(?<![\p{L}])ni\s+(?:ne\s+|n['’])/giu, "ni ")
      .replace(around, (_, verb: string, of?: string) => `nepas ${verb}${of === undefined ? "" : ofBehind(verb, of)}`)
      .replace(close, (_, verb: string, half: string) => `ne${half.toLowerCase()} ${verb}`)
  );
}

/** "n’utilise pas de cookies" is without "of", "n’est pas de nature à" is with it. */
const ofBehind = (verb: string, of: string) =>
  /^(?:est|sont|sera|seront|dépend|dépendent|relève|relèvent|s['’]agit)$/i.test(verb)
    ? of
    : of.includes("’") || of.includes("'")
      ? " "
      : "";

/** French denies with two words, and the second says how: "ne … que" is only, "ne … aucun" no. */
const secondHalves = new Map(
  Object.entries({ que: "only", "qu'": "only", ni: "nor", aucun: "no", aucune: "no", personne: "nobody" }),
);
const farthestHalf = 4;
/** "ne … que" reaches over more words before one of `behindOnly`: "ne peut traiter les données du client que sur instruction". */
const farthestOnly = 16;
const behindOnly = new Set(
  "sur pour dans si s' lorsque lorsqu' par avec à au aux après en sous conformément pendant jusqu' dès selon sans chez auprès moyennant".split(
    " ",
  ),
);
/** These are denied by "ne" alone: "si les parties ne peuvent s’entendre". */
const deniedAlone = new Set(
  "peut peuvent pouvons pouvez pourra pourront pourrons pourrez pouvait pouvaient puisse puissent".split(" "),
);
const deniedBefore = new Set(["moins", "avant", "nul", "nulle", "aucun", "aucune", "rien", "ni"]);
const isDenying = (word: string) => word === "ne" || word === "n'";

export function secondHalfOfDenial(words: Word[], at: number): string | undefined {
  const word = words[at]?.word ?? "";
  if (deniedAlone.has(word) && isDenying(words[at - 1]?.word ?? "")) {
    const until = words.slice(at + 1, at + 1 + farthestOnly);
    const isLimited = until.some((one, from) => secondHalves.has(one.word) && onlyAt(words, at + 1 + from));
    // "à moins que le client ne puisse", "nul ne peut": this "ne" denies nothing more.
    const before = words.slice(Math.max(0, at - 8), at - 1).map((one) => one.word);
    const isEmpty = before.some((one) => deniedBefore.has(one)) || before.at(-1) === "personne";
    return isLimited || isEmpty ? undefined : "may not";
  }
  const half = secondHalves.get(word);
  if (half === undefined) return undefined;
  if (half === "only") return onlyAt(words, at) ? half : undefined;
  const before = words.slice(Math.max(0, at - farthestHalf), at).map((one) => one.word);
  return before.some(isDenying) || (word === "ni" && before.includes("nepas")) ? half : undefined;
}

/** Whether the half at this place belongs to a "ne" before it. */
function onlyAt(words: Word[], at: number): boolean {
  const word = words[at]?.word ?? "";
  const isOnly = secondHalves.get(word) === "only";
  const reach = isOnly && behindOnly.has(words[at + 1]?.word ?? "") ? farthestOnly : farthestHalf;
  const before = words.slice(Math.max(0, at - reach), at).map((one) => one.word);
  const from = before.findLastIndex(isDenying);
  return from >= 0 && !(isOnly && before.slice(from).some((one) => secondHalves.has(one)));
}
