/** No clause is longer; without an end to it a text without marks would be read again at each word. */
const longestClause = 600;
const textBefore = (text: string, start: number) => text.slice(Math.max(0, start - longestClause), start);
const textFrom = (text: string, start: number) => text.slice(start, start + longestClause);

const deniesBefore =
  /(?<!\p{L})(?:no(?!\s+(?:obstante|solo|sólo))|sin(?!\s+(?:embargo|perjuicio))|nunca|jamás|tampoco|nadie|ni|ning[uú]n\p{L}*)(?!\p{L})[^.,;:!?]*$/iu;
const underDenial = new Map([
  ...["ningún", "ninguno", "ninguna"].map((word) => [word, "any"] as const),
  ...["nunca", "jamás"].map((word) => [word, "ever"] as const),
  ["nada", "anything"],
  ["nadie", "anyone"],
]);
const addressing = /(?<!\p{L})usted(?:es)?(?!\p{L})/iu;
const speaksOfUs = /(?<!\p{L})(?:nosotros|nos|nuestr[oa]s?|\p{L}+[aei]mos)(?!\p{L})/iu;

/** "no excederá en ningún caso": denied already, so in any event. */
export const deniedOnce = (text: string, start: number, gloss: string) =>
  /^(?:in|for) no /.test(gloss) && deniesBefore.test(textBefore(text, start)) ? gloss.replace(" no ", " any ") : gloss;

/** "no … ningún" denies once: any. "sus datos" are yours where the text speaks to its reader. */
export function byContext(text: string): (word: string, start: number) => string | undefined {
  let isToReader: boolean | undefined;
  return (word, start) => {
    if (word === "su" || word === "sus") {
      isToReader ??= speaksToReader(text);
      return isToReader ? "your" : undefined;
    }
    if (/^responsables?$/.test(word)) return controllerOf(text, start, word);
    return word === "ni" ? neitherAt(text, start) : deniedBefore(text, word, start);
  };
}

/** A document says "usted", or speaks of itself as "we". */
const speaksToReader = (text: string) =>
  addressing.test(text) || (/(?<!\p{L})sus\s+(?:datos|derechos)(?!\p{L})/iu.test(text) && speaksOfUs.test(text));

const neitherAt = (text: string, start: number) =>
  !deniesBefore.test(textBefore(text, start)) && /^ni\s[^.;:!?]*\sni\s/iu.test(textFrom(text, start))
    ? "neither"
    : undefined;

function deniedBefore(text: string, word: string, start: number): string | undefined {
  const instead = underDenial.get(word);
  if (instead === undefined) return undefined;
  const said = textBefore(text, start);
  // "y nadie podrá" and "nunca los cederá" deny anew.
  const isNew =
    /(?<!\p{L})(?:y|e|pero|que|si)\s+$/iu.test(said) ||
    (instead === "ever" && /^\p{L}+\s+\p{L}/u.test(textFrom(text, start)));
  return !isNew && deniesBefore.test(said) ? instead : undefined;
}

/** "el responsable" beside "el encargado" is the controller, "el responsable de área" is not. */
function controllerOf(text: string, start: number, word: string): string | undefined {
  const isNamed =
    /(?<!\p{L})(?:el|al|del|los)\s+$/iu.test(textBefore(text, start)) &&
    !/^\s+del?(?!\p{L})/iu.test(text.slice(start + word.length));
  if (!isNamed || !/encargad[oa]|tratamiento/iu.test(text)) return undefined;
  return word.endsWith("s") ? "controllers" : "controller";
}
