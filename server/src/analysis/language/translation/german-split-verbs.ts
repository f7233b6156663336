import type { Lexicon } from "./german-dictionary.ts";
import { helping, isNoun, joining, particles, prepositions } from "./german-word-classes.ts";

/** The dictionary has verbs with a noun as one word: "nehmen … in Anspruch" is "inanspruchnehmen". */
const phrases = new Map(
  `in anspruch|in kraft|außer kraft|zur verfügung|in kenntnis|zur kenntnis|in betrieb|außer betrieb|in rechnung
  |in verzug|in betracht|in auftrag|in verkehr|in umlauf|in frage|in gang|ins benehmen|in die lage|unter beweis
  |unter verschluss|zu rate|zurate|zur anwendung|zum einsatz|zur anzeige|zum ausdruck|zur folge|zum abschluss
  |zur rechenschaft|zum gegenstand|auf dem laufenden|im einklang|in einklang|anwendung|berücksichtigung|beachtung
  |bezug|einsicht|einfluss|stellung|abstand|kontakt|gebrauch|rechnung|sorge|folge|gewähr|ersatz|hilfe|widerspruch
  |beschwerde|vorrang|gültigkeit|wirkung|schritt|stillschweigen|verschwiegenheit|geheim|auskunft|weisungen|zugang
  |zugriff`
    .split("|")
    .map((phrase) => phrase.trim())
    .map((phrase) => [phrase, phrase.replaceAll(" ", "")]),
);

export function joinPhrasalVerb(words: string[], { isKnown }: Pick<Lexicon, "isKnown">): string[] {
  for (let at = 0; at < words.length; at++)
    for (const count of [3, 2, 1]) {
      const said = words
        .slice(at, at + count)
        .join(" ")
        .toLowerCase();
      const prefix = phrases.get(said);
      if (prefix === undefined) continue;
      const isVerb = (word: string) => /^[a-zäöüß]{3,}$/.test(word) && isKnown(prefix + word);
      const end = at + count;
      const to = words[end] === "zu" ? 1 : 0;
      const follows = words[end + to] ?? "";
      if (isVerb(follows))
        return joinPhrasalVerb(
          [...words.slice(0, at), ...words.slice(end, end + to), prefix + follows, ...words.slice(end + to + 1)],
          { isKnown },
        );
      const verb = words.findIndex((word, place) => place < at && isVerb(place === 0 ? word.toLowerCase() : word));
      const isLast = end === words.length || joining.has(words[end] ?? "") || prepositions.has(words[end] ?? "");
      if (verb < 0 || !isLast) continue;
      const capital = isNoun(words[verb]) ? prefix.charAt(0).toUpperCase() + prefix.slice(1) : prefix;
      return [...words.slice(0, at), ...words.slice(end)].with(verb, capital + (words[verb] ?? "").toLowerCase());
    }
  return words;
}

/** "melden sich mit zwei Faktoren an" becomes "anmelden sich mit zwei Faktoren", if there is such a verb. */
export function joinParticle(words: string[], { isKnown }: Lexicon): string[] {
  const ends = words.findIndex(
    (word, at) => at > 0 && particles.has(word) && (at === words.length - 1 || joining.has(words[at + 1] ?? "")),
  );
  const particle = words[ends] === "her" && words[ends - 1] === "wieder" ? "wiederher" : (words[ends] ?? "");
  if (ends < 0) return words;
  const isSplit = (word: string) =>
    /^[a-zäöüß]{3,}(?:en|ern|eln|t|e|ß|eb|b|g|m|f)$/.test(word) && !helping.has(word) && isKnown(particle + word);
  // The first verb that exists with this particle.
  const at = words.findIndex((word, place) => place < ends && isSplit(place === 0 ? word.toLowerCase() : word));
  if (at < 0) return words;
  const joined = particle + (words[at] ?? "").toLowerCase();
  const capital = at === 0 && isNoun(words[0]);
  const left = words.with(at, capital ? joined.charAt(0).toUpperCase() + joined.slice(1) : joined);
  return left.filter((_, place) => place !== ends && !(particle === "wiederher" && place === ends - 1));
}
