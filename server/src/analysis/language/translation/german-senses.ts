import type { Word } from "./dictionary.ts";
import { participleOf } from "./english-forms.ts";
import { type GermanDictionary, isFiniteForm, translateWord } from "./german-dictionary.ts";
import { isParticiple } from "./german-forms.ts";

export interface GermanReading {
  dictionary: GermanDictionary;
  text: string;
  words: Word[];
}

const passive = new Map(
  Object.entries({ wird: "shall be", werden: "shall be", wurde: "was", wurden: "were", worden: "been" }),
);
/** Infinitives that are participles, too; after "wird" they are participles. */
const alsoParticiple =
  /^(?:übergeben|übertragen|vergeben|erlassen|überlassen|belassen|unterlassen|verlassen|bemessen|vermessen|beraten|verraten|widerrufen|berufen|versehen|betreten|vertreten|unterhalten|vorbehalten|empfangen|befallen|vergessen)$/;
const helpers =
  /^(?:wird|werden|wurden?|worden|ist|sind|sein|seien?|waren?|hat|haben|habe|hatten?|hätten?|wären?|werde)$/;
const modal = /^(?:darf|dürfen|dürfte|kann|können|könnten?|muss|müssen|müsste|soll|sollen|sollten?|zu|nicht|nur)$/;
const between = /^(?:weder|nicht|nur|nie|niemals|ausschließlich|auch|zu|und|oder|bereits|stets|lediglich)$/;

/** The translation of a word in its context. */
export function translateWordAt(reading: GermanReading, at: number): string | undefined {
  return translateFunctionWordAt(reading, at) ?? translateAuxiliaryAt(reading, at) ?? wordAt(reading, at);
}

/** Function words whose sense depends on the words around them. */
function translateFunctionWordAt({ dictionary, text, words }: GermanReading, at: number): string | undefined {
  const { written, word, start } = words[at] as Word;
  const [before, next] = [words[at - 1], words[at + 1]];
  const wordsBefore = (count: number) => words.slice(Math.max(0, at - count), at);
  switch (word) {
    case "nicht":
    case "nur":
      if (/^(?:wird|werden)$/.test(before?.word ?? "") && isParticiple(next?.word ?? ""))
        return word === "nicht" ? "not be" : "only be";
      if (word === "nur" || !isFiniteForm(dictionary, next?.written ?? "") || helpers.test(before?.word ?? ""))
        return undefined;
      return /en$/.test(next?.word ?? "") ? "do not" : "does not";
    case "über":
      return /^\s+(?:\d|zwei|drei|vier|fünf|sechs|zehn|zwölf|mehrere)/.test(text.slice(start + 4)) ? "over" : undefined;
    case "nach":
      return rulesAfter.test(text.slice(start + 4, start + 80)) ? "under" : undefined;
    case "noch":
      return wordsBefore(15).some((one) => one.word === "weder") ? "nor" : undefined;
    case "wie":
      return wordsBefore(4).some((one) => /^(?:so|ebenso|genauso|gleich)$/.test(one.word)) ? "as" : undefined;
    case "als":
      return wordsBefore(4).some((one) => comparative.test(one.word)) ? "than" : undefined;
    case "von":
    case "vom":
      if (before === undefined || isNounBefore(text, before) || !isPassiveClause(text, words, at)) return undefined;
      return word === "vom" ? "by the" : "by";
    case "sie":
      if (written !== "sie" || before === undefined || !/^\s+$/.test(text.slice(before.end, start))) return undefined;
      return isFiniteForm(dictionary, before.written) || ofThem.test(before.word) ? "them" : undefined;
    default:
      return undefined;
  }
}

/** "wird gelöscht" is "shall be"; of "wird löschen" the dictionary decides. */
function translateAuxiliaryAt({ dictionary, text, words }: GermanReading, at: number): string | undefined {
  const { written, word, start } = words[at] as Word;
  const said = passive.get(word);
  if (said === undefined || written === "Werden") return undefined;
  const before = words[at - 1];
  const isPresent = /^(?:wird|werden)$/.test(word);
  if (word === "werden" && before !== undefined && /^\s+$/.test(text.slice(before.end, start))) {
    if (modal.test(before.word) && !/^nicht|nur$/.test(before.word)) return "be";
    if (between.test(before.word) && modal.test(words[at - 2]?.word ?? "")) return "be";
  }
  const next = words.slice(at + 1, at + 3).find((one) => !between.test(one.word));
  const isPassive = next !== undefined && (isParticiple(next.word) || alsoParticiple.test(next.word));
  // "shall not be", but "was not".
  if (isPassive && isPresent && /^(?:nicht|nur)$/.test(words[at + 1]?.word ?? "")) return "shall";
  return isPassive || (isPresent && !hasInfinitive(dictionary, text, words, at)) ? said : undefined;
}

function wordAt({ dictionary, text, words }: GermanReading, at: number): string | undefined {
  const { written, word } = words[at] as Word;
  if (written.length === 1) return undefined;
  const hasCapital = /^\p{Lu}/u.test(written);
  const isName =
    isNameAt(text, words[at]) || (hasCapital && !isFiniteForm(dictionary, word) && !dictionary.ofLower.has(word));
  const exact = isName ? dictionary.ofNoun.get(word) : dictionary.ofLower.get(written);
  const english = exact ?? translateWord(dictionary, word, isName);
  if (english === undefined || hasCapital || !dictionary.englishVerbs.has(english)) return english;
  return isPassiveVerb(dictionary, words, at) ? participleOf(english) : english;
}

/** Whether the verb is passive: "wird geprüft", "ist zu prüfen", "geprüfte". */
function isPassiveVerb(dictionary: GermanDictionary, words: Word[], at: number): boolean {
  const wordOf = (place: number) => words[place]?.word ?? "";
  const word = wordOf(at);
  let helper = at - 1;
  while (at - helper < 4 && between.test(wordOf(helper))) helper--;
  if (wordOf(helper) === "werden" && modal.test(wordOf(helper - 1))) return true;
  if (wordOf(at - 1) === "zu" && /^(?:ist|sind)$/.test(wordOf(helper))) return true;
  const isHelped = helpers.test(wordOf(helper)) || (helper < at - 2 && isParticiple(wordOf(helper)));
  if (isHelped && (isParticiple(word) || alsoParticiple.test(word))) return true;
  if (withGe.test(word) && isParticiple(word) && !isFiniteForm(dictionary, word)) return true;
  const bare = word.replace(/e[nrsm]?$/, "");
  return bare !== word && isParticiple(bare) && !dictionary.verbs.has(word);
}

/** Whether an infinitive follows in this clause: "wird die Daten löschen". */
function hasInfinitive({ verbs }: GermanDictionary, text: string, words: Word[], at: number): boolean {
  const here = words[at];
  return words
    .slice(at + 1, at + 20)
    .filter(({ start }) => !/[,;:.!?]/.test(text.slice(here?.end, start)))
    .some(({ written }) => verbs.has(written));
}

/** "wird vom Vorstand freigegeben": "von" means "by" in a passive clause. */
function isPassiveClause(text: string, words: Word[], at: number): boolean {
  const clause = words
    .slice(Math.max(0, at - 12), at)
    .filter(({ end }) => !/[,;:.!?]/.test(text.slice(end, words[at]?.start)));
  return clause.some(({ word }) => passive.has(word));
}

const blanksBefore = (text: string, start: number) => text.slice(Math.max(0, start - 40), start);

/** At the beginning of a sentence, where every word is capitalised, the ending decides. */
function isNounBefore(text: string, { start, written }: Word): boolean {
  if (!/^\p{Lu}/u.test(written)) return false;
  if (!/(?:^|[.!?:\n•–-])\s*$/.test(blanksBefore(text, start))) return true;
  return /(?:ung|ungen|heit|keit|keiten|schaft|ion|ionen|tät|nis|mus|recht|rechte|pflicht|pflichten|zeit|ort|art|name|grund|zweck|dauer|umfang|schutz|plan|liste)$/i.test(
    written,
  );
}

/** "nach diesem Vertrag", "nach den Vorgaben": "nach" means "under" before these. */
const rulesAfter =
  /^\s+(?:(?:de[mnr]|diese[mr]|eine[mr]|[a-zäöüß]+en)\s+){0,2}(?:[\p{L}-]*(?:recht|gesetz|verordnung|richtlinien?|vereinbarung|artikel|kapitel|anhang|abschnitt|ziffer|paragraph|absatz|norm|standard|vorgaben?|verfahren|grundsätzen)|Vertrag|DSGVO|ISO|FIPS|NIST|Plan|Weisung)(?![\p{L}])/iu;
const comparative =
  /^(?:länger|mehr|weniger|später|früher|höher|niedriger|geringer|größer|kürzer|besser|schlechter|anders|anderen?|eher|strenger|weiter)$/;
const ofThem = /^(?:für|an|auf|über|gegen|durch|ohne|zu)$/;
const withGe = /^(?:[a-zäöüß]{2,8})?ge[a-zäöüß]{2,}(?:t|en)$/;
/** Articles that after a noun say whose it is. */
const genitives =
  /^(?:de[rs]|eine[rs]|diese[rs]|jede[rs]|seine[rs]|ihre[rs]|unsere[rs]|aller|beider|solcher|jeglicher|sämtlicher|deren)$/;
const notGenitive =
  /^(?:aber|oder|über|unter|weder|ferner|immer|wieder|außer|hinter|sicher|daher|entweder|später|früher|länger|eher|seither|bisher|nachher|vorher|hier|hierüber|darüber|gegenüber|unter|mehr|weiter|höher|jener|inter|er|wer|der)$/;

/** "die Löschung der Daten", "die Nutzung privater Geräte": of. */
export function addOf({ text, words }: GermanReading, at: number, translation: string, english: string): string {
  const [before, here, next] = [words[at - 1], words[at], words[at + 1]];
  const plain = /\bof\s*$/.test(english) ? translation.replace(/^of /, "") : translation;
  if (before === undefined || here === undefined || !/^\s+$/.test(text.slice(before.end, here.start)))
    return plain.replace(/^of (?=the|an?\b)/, "");
  const isArticle = genitives.test(here.written);
  const isAdjective =
    /^[a-zäöüß]{4,}er$/.test(here.written) && /^\p{Lu}/u.test(next?.written ?? "") && !notGenitive.test(here.word);
  if (!isArticle && !isAdjective) return plain;
  const bare = plain.replace(/^of /, "");
  const isOf =
    (isNounBefore(text, before) || /^(?:des|eines)$/.test(here.written)) &&
    !/\b(?:of|to|with|from|under|than|during|within|despite|outside|by|including|until|for|notwithstanding|regarding)\s*$/.test(
      english,
    );
  return isOf ? `of ${bare}` : bare;
}

/** Whether a word within a sentence is capitalised. */
export const isNameAt = (text: string, word: Word | undefined) =>
  word !== undefined && /^\p{Lu}/u.test(word.written) && /[\p{L}\p{N},;)%–-]\s*$/u.test(blanksBefore(text, word.start));
