const abbreviations: [RegExp, string][] = [
  [/\bz\.\s?B\./g, "zum Beispiel"],
  [/\bbspw\./gi, "zum Beispiel"],
  [/\bd\.\s?h\./g, "das heißt"],
  [/\bi\.\s?V\.\s?m\./g, "in Verbindung mit"],
  [/\bi\.\s?S\.\s?(?:d\.|v\.|der\b|des\b|von\b)/g, "im Sinne von"],
  [/\bi\.\s?d\.\s?R\./g, "in der Regel"],
  [/\bi\.\s?H\.\s?v\./g, "in Höhe von"],
  [/\bu\.\s?a\./g, "unter anderem"],
  [/\bu\.\s?U\./g, "unter Umständen"],
  [/\bv\.\s?a\./g, "vor allem"],
  [/\bo\.\s?g\./g, "vorgenannte"],
  [/\bo\.\s?[äÄ]\./g, "oder ähnliche"],
  [/\bu\.\s?[äÄ]\./g, "und ähnliche"],
  [/\bm\.\s?a\.\s?W\./g, "mit anderen Worten"],
  [/\bp\.\s?a\./g, "pro Jahr"],
  [/\bArt\.(?=\s?\d)/g, "Artikel"],
  [/\bAbs\.(?=\s?\d)/g, "Absatz"],
  [/\bUnterabs\.(?=\s?\d)/g, "Unterabsatz"],
  [/\bS\.(?=\s?\d)/g, "Satz"],
  [/\bZiff\.(?=\s?\d)/g, "Ziffer"],
  [/\bNr\.(?=\s?\d)/g, "Nummer"],
  [/\blit\.(?=\s?[a-z]\b)/g, "Buchstabe"],
  [/§§?\s?(?=\d)/g, "Paragraph "],
  [/\bgem\./g, "gemäß"],
  [/\bvgl\./gi, "vergleiche"],
  [/\bggf\./gi, "gegebenenfalls"],
  [/\bbzw\./g, "beziehungsweise"],
  [/\bbzgl\./gi, "bezüglich"],
  [/\bevtl\./gi, "eventuell"],
  [/\bca\./gi, "circa"],
  [/\binkl\./gi, "inklusive"],
  [/\bexkl\./gi, "exklusive"],
  [/\binsb\.|\binsbes\./gi, "insbesondere"],
  [/\bzzgl\./gi, "zuzüglich"],
  [/\babzgl\./gi, "abzüglich"],
  [/\bmax\./gi, "maximal"],
  [/\bmind\./gi, "mindestens"],
  [/\bsog\./g, "sogenannte"],
  [/\busw\.(?=\s[a-zäöü])/g, "usw"],
  [/\bStd\./g, "Stunden"],
  [/\bMin\./g, "Minuten"],
  [/\bMio\./g, "Millionen"],
  [/\bMrd\./g, "Milliarden"],
  [/(?<=\d)\.(?=\s(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b)/g, ""],
];

const swapPointAndComma = (figure: string) => figure.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."));
/** 500.000 becomes 500,000 and 4,5 becomes 4.5. */
const figures = /(?<![\d.,])\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\d.]*\d)|(?<![\d.,])\d+,\d+(?![\d,])/g;

/** "Nutzer:innen", "Mitarbeiter/-innen", "NutzerInnen"; "Kund:innen" has lost the ending of the plural. */
const bothGenders = /(?<!\p{L})(?:(\p{L}{2,})(?:[:*_·]|\/-?)in(nen)?|(\p{L}*\p{Ll}{3})In(nen)?)(?!\p{L})/gu;
/** "der:die", "seinen:ihren", "jede*r", "Verantwortliche:r". */
const secondEnding =
  /(?<!\p{L})(\p{L}{2,})[:*_](?:der|die|das|den|dem|des|eine?|ihre?[rnms]?|e?[rnms]|e|es)(?!\p{L})/gu;

/** The masculine form stands for both; the dictionary has it. */
function joinGenders(text: string): string {
  return text.replace(secondEnding, "$1").replace(bothGenders, (_, marked = "", several, capital = "", many) => {
    const stem = `${marked}${capital}`;
    const isPlural = several !== undefined || many !== undefined;
    return isPlural && !/e[rln]$/.test(stem) ? `${stem}en` : stem;
  });
}

/** Removes full stops that would end a clause, and writes numbers as in English. */
export function expandAbbreviations(foreign: string): string {
  let text = joinGenders(foreign);
  for (const [short, long] of abbreviations) text = text.replace(short, long);
  return text.replace(figures, swapPointAndComma);
}
