/** Without a limit the time for a text without punctuation would be quadratic. */
const maxClauseLength = 600;
const textBefore = (text: string, start: number) => text.slice(Math.max(0, start - maxClauseLength), start);
const textFrom = (text: string, start: number) => text.slice(start, start + maxClauseLength);

const negationBefore =
  /(?<!\p{L})(?:no(?!\s+(?:obstante|solo|sólo))|sin(?!\s+(?:embargo|perjuicio))|nunca|jamás|tampoco|nadie|ni|ning[uú]n\p{L}*)(?!\p{L})[^.,;:!?]*$/iu;
const underNegation = new Map([
  ...["ningún", "ninguno", "ninguna"].map((word) => [word, "any"] as const),
  ...["nunca", "jamás"].map((word) => [word, "ever"] as const),
  ["nada", "anything"],
  ["nadie", "anyone"],
]);
const addressing = /(?<!\p{L})usted(?:es)?(?!\p{L})/iu;
const speaksOfUs = /(?<!\p{L})(?:nosotros|nos|nuestr[oa]s?|\p{L}+[aei]mos)(?!\p{L})/iu;

/** "no excederá en ningún caso" is negated already: "in any event". */
export const dropSecondNegation = (text: string, start: number, translation: string) =>
  /^(?:in|for) no /.test(translation) && negationBefore.test(textBefore(text, start))
    ? translation.replace(" no ", " any ")
    : translation;

/** "no … ningún" is "not … any"; "sus datos" is "your data" if the text addresses its reader. */
export function openContext(text: string): (word: string, start: number) => string | undefined {
  let isToReader: boolean | undefined;
  return (word, start) => {
    if (word === "su" || word === "sus") {
      isToReader ??= speaksToReader(text);
      return isToReader ? "your" : undefined;
    }
    if (/^responsables?$/.test(word)) return translateController(text, start, word);
    return word === "ni" ? translateNeither(text, start) : translateUnderNegation(text, word, start);
  };
}

/** It says "usted", or "we". */
const speaksToReader = (text: string) =>
  addressing.test(text) || (/(?<!\p{L})sus\s+(?:datos|derechos)(?!\p{L})/iu.test(text) && speaksOfUs.test(text));

const translateNeither = (text: string, start: number) =>
  !negationBefore.test(textBefore(text, start)) && /^ni\s[^.;:!?]*\sni\s/iu.test(textFrom(text, start))
    ? "neither"
    : undefined;

function translateUnderNegation(text: string, word: string, start: number): string | undefined {
  const instead = underNegation.get(word);
  if (instead === undefined) return undefined;
  const said = textBefore(text, start);
  // "y nadie podrá" and "nunca los cederá" begin a negation.
  const isNew =
    /(?<!\p{L})(?:y|e|pero|que|si)\s+$/iu.test(said) ||
    (instead === "ever" && /^\p{L}+\s+\p{L}/u.test(textFrom(text, start)));
  return !isNew && negationBefore.test(said) ? instead : undefined;
}

/** "el responsable" near "el encargado" is the controller, "el responsable de área" is not. */
function translateController(text: string, start: number, word: string): string | undefined {
  const isNamed =
    /(?<!\p{L})(?:el|al|del|los)\s+$/iu.test(textBefore(text, start)) &&
    !/^\s+del?(?!\p{L})/iu.test(text.slice(start + word.length));
  if (!isNamed || !/encargad[oa]|tratamiento/iu.test(text)) return undefined;
  return word.endsWith("s") ? "controllers" : "controller";
}
