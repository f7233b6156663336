import type { Word } from "./dictionary.ts";

/**
 * French negates with two words around the verb: "ne met pas en œuvre". The second is joined to the first, as one of these
 * words, so that the verb stays next to its object.
 */
export const joinedNegations = new Map([
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
/** "tous les 90 jours" is "every", "tous les droits" is "all". */
const everySoOften =
  /(?<![\p{L}])tou(?:s|tes)\s+les(?=\s+(?:\d|(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente|quatre-vingt-dix|ans|mois|jours|semaines|heures|trimestres|semestres)(?![\p{L}])))/giu;
const neitherNor = new RegExp(
  `(?<![\\p{L}])(?:ne\\s+|n['’])(${clitics}\\p{L}+)\\s+ni(?![\\p{L}])(\\s+(?:ne\\s+|n['’]))?`,
  "giu",
);
const ahead = /(?<![\p{L}])ne\s+(pas|plus|jamais)(?![\p{L}])/giu;
/** A sentence rarely begins with the verb "a", but often with "À" without its accent. */
const accentLeftOut =
  /(^|[.;:!?•–]\s+)A(?=\s+(?:la|l['’]|compter|défaut|cet|cette|ce|titre|tout|ses?|son|sa|partir|moins|condition|l|leur|chaque|réception)(?!\p{L}))/gu;

export function moveNegationFirst(text: string): string {
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

/** "n’utilise pas de cookies" has no "of", "n’est pas de nature à" has one. */
const ofBehind = (verb: string, of: string) =>
  /^(?:est|sont|sera|seront|dépend|dépendent|relève|relèvent|s['’]agit)$/i.test(verb)
    ? of
    : of.includes("’") || of.includes("'")
      ? " "
      : "";

/** The second word of other negations: "ne … que" is "only", "ne … aucun" is "no". */
const secondNegations = new Map(
  Object.entries({ que: "only", "qu'": "only", ni: "nor", aucun: "no", aucune: "no", personne: "nobody" }),
);
const maxNegationGap = 4;
/** "ne … que" spans more words before one of `behindOnly`: "ne peut traiter les données du client que sur instruction". */
const maxOnlyGap = 16;
const behindOnly = new Set(
  "sur pour dans si s' lorsque lorsqu' par avec à au aux après en sous conformément pendant jusqu' dès selon sans chez auprès moyennant".split(
    " ",
  ),
);
/** "ne" alone negates these: "si les parties ne peuvent s’entendre". */
const negatedAlone = new Set(
  "peut peuvent pouvons pouvez pourra pourront pourrons pourrez pouvait pouvaient puisse puissent".split(" "),
);
const translateUnderNegation = new Set(["moins", "avant", "nul", "nulle", "aucun", "aucune", "rien", "ni"]);
const isNegator = (word: string) => word === "ne" || word === "n'";

export function translateSecondNegation(words: Word[], at: number): string | undefined {
  const word = words[at]?.word ?? "";
  if (negatedAlone.has(word) && isNegator(words[at - 1]?.word ?? "")) {
    const until = words.slice(at + 1, at + 1 + maxOnlyGap);
    const isLimited = until.some((one, from) => secondNegations.has(one.word) && onlyAt(words, at + 1 + from));
    // "à moins que le client ne puisse", "nul ne peut": this "ne" adds no negation.
    const before = words.slice(Math.max(0, at - 8), at - 1).map((one) => one.word);
    const isEmpty = before.some((one) => translateUnderNegation.has(one)) || before.at(-1) === "personne";
    return isLimited || isEmpty ? undefined : "may not";
  }
  const half = secondNegations.get(word);
  if (half === undefined) return undefined;
  if (half === "only") return onlyAt(words, at) ? half : undefined;
  const before = words.slice(Math.max(0, at - maxNegationGap), at).map((one) => one.word);
  return before.some(isNegator) || (word === "ni" && before.includes("nepas")) ? half : undefined;
}

/** Whether the word at this place belongs to a "ne" before it. */
function onlyAt(words: Word[], at: number): boolean {
  const word = words[at]?.word ?? "";
  const isOnly = secondNegations.get(word) === "only";
  const reach = isOnly && behindOnly.has(words[at + 1]?.word ?? "") ? maxOnlyGap : maxNegationGap;
  const before = words.slice(Math.max(0, at - reach), at).map((one) => one.word);
  const from = before.findLastIndex(isNegator);
  return from >= 0 && !(isOnly && before.slice(from).some((one) => secondNegations.has(one)));
}
