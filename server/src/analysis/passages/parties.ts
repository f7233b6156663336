import type { ControlToJudge } from "../analyser.ts";
import type { Passage } from "./passages.ts";

/** What this document calls the control's terms: its parties and subjects. */
export interface TermNames {
  /** "Brightharbor" for processor; undefined if the document has no word of its own. */
  ownWord(key: string): string | undefined;
  /** Goes before that word: "the " for "the Supplier", empty for "Brightharbor". */
  article(key: string): string;
  /** The party a sentence obliges, if that can be read; "both" for each of them. */
  obligedParty(text: string): string | undefined;
}

type Terms = NonNullable<ControlToJudge["terms"]>;

/** Parties are defined at the beginning of a document; scanning 3,000 pages would find other things. */
const maxDefinitionPassages = 400;
/** Each is looked for in all of these passages. Of 160 real documents none defines more than 32. */
const maxDefinedNames = 200;

/** (the "Processor"), („Auftragsverarbeiter“), (ci-après « le Sous-traitant »), ("Customer"). */
const definition =
  /\((?:[^()"“”„«»]{0,60}?)["“„«]\s?(?:the |der |die |das |le |la |l['’]|el )?([^"“”„«»]{2,60}?)\s?["”“»][^()]{0,40}\)/giu;
/** Capitalised at the beginning of a sentence; not the first word of a longer name. */
const sentenceOpener =
  "The|An|Each|Every|Any|All|No|Such|Our|Its|Their|If|Where|When|Whenever|While|Once|Unless|As|For|By|To|In|On|At|With|From|Upon|After|Before|Both|Only|And|Or|Der|Die|Das|Dem|Den|Des|Ein|Eine|Le|La|Les|Un|Une|El|Los|Las|Una";
const modal =
  /(?<![\p{L}\p{N}])(?:shall|must|will|may|agrees|undertakes|is (?:obliged|required|entitled)|are (?:obliged|required|entitled)|darf|muss|hat|wird|verpflichtet|doit|s['’]engage|peut|deberá|debe|podrá|se compromete)(?![\p{L}\p{N}])/iu;

export function readTermNames(passages: Passage[], terms: Terms | undefined): TermNames {
  if (terms === undefined) return { ownWord: () => undefined, article: () => "", obligedParty: () => undefined };
  const head = passages.slice(0, maxDefinitionPassages);
  const defined = new Set<string>();
  for (const { text } of head)
    for (const [, term = ""] of text.matchAll(definition)) {
      const name = term.replace(/[*_]/g, "").trim();
      if (/^[\p{Lu}\d]/u.test(name) && name.length < 50 && defined.size < maxDefinedNames) defined.add(name);
    }
  const own = new Map<string, string>();
  for (const [key, term] of Object.entries(terms)) {
    const spelled = [key.replaceAll("_", " "), ...term.alsoCalled].map((name) => name.toLowerCase());
    // Definitions are compared without their article, as are the catalogue's names ("the company").
    const bare = new Set(spelled.map(withoutArticle));
    const byDefinition = [...defined].find((name) => bare.has(withoutArticle(name.toLowerCase())));
    const named = byDefinition ?? findActingAs(head, [...defined], spelled) ?? findCapitalised(head, spelled);
    if (named !== undefined) own.set(key, named);
  }
  const parties = Object.entries(terms)
    .filter(([, { isParty }]) => isParty)
    .map(([key, { alsoCalled }]) => ({
      key,
      names: [own.get(key), key.replaceAll("_", " "), ...alsoCalled]
        .filter((name) => name !== undefined)
        .map(escapeRegExp),
    }))
    // Longer names first: a "sub-processor" is no processor.
    .sort((a, b) => (b.names[0]?.length ?? 0) - (a.names[0]?.length ?? 0));
  return {
    ownWord: (key) => own.get(key),
    article: (key) => articleOf(head, own.get(key)),
    obligedParty: (text) => findObligedParty(text, parties),
  };
}

/** "company" for "the company", "entreprise" for "l'entreprise". */
export function withoutArticle(name: string): string {
  return name.replace(/^(?:(?:the|der|die|das|le|la|el) |l['’])/iu, "");
}

/** Of all languages; "l’" has no space after it. */
const articles = "(?:the|der|die|das|dem|den|des|le|la|les|du|au|aux|el|los|las|del|al) |l['’]";

/** "the " if the name mostly has an article. Headings and sentence beginnings, which drop articles, are not counted. */
function articleOf(passages: Passage[], name: string | undefined): string {
  if (name === undefined) return "";
  const after = new RegExp(
    `(?:(?<!\\p{L})((?i:${articles}))|[\\p{Ll},;] )["“]?${escapeRegExp(name)}(?![\\p{L}])`,
    "gu",
  );
  let [withArticle, all] = [0, 0];
  for (const { text, isHeading } of passages) {
    if (isHeading || !text.includes(name)) continue;
    for (const [, article] of text.matchAll(after)) {
      all++;
      if (article !== undefined) withArticle++;
    }
  }
  return withArticle * 2 > all ? "the " : "";
}

/** "Brightharbor acts as processor": Brightharbor is the document's word for the processor. */
function findActingAs(passages: Passage[], defined: string[], spelled: string[]): string | undefined {
  // Most passages name neither; the patterns take a hundred times as long as looking for the words.
  const lowerCase = passages
    .map(({ text }) => ({ text, words: text.toLowerCase() }))
    .filter(({ words }) => spelled.some((one) => words.includes(one)));
  for (const name of defined) {
    const ownName = name.toLowerCase();
    const pattern = new RegExp(
      `${escapeRegExp(name)}["”]?\\)?[^.;]{0,40}?\\b(?:acts?|is|as|handelt|ist|agit|est|actúa|es)\\b[^.;]{0,25}?(?<![\\p{L}-])(?:${spelled.map(escapeRegExp).join("|")})(?![\\p{L}-])`,
      "iu",
    );
    if (lowerCase.some(({ text, words }) => words.includes(ownName) && pattern.test(text))) return name;
  }
  return undefined;
}

/**
 * A word that is capitalised within sentences is a term of the document, unless it only ends a longer one: "Information
 * Security Officer" does not mention a "Security Officer".
 */
function findCapitalised(passages: Passage[], spelled: string[]): string | undefined {
  let best: { name: string; count: number } | undefined;
  for (const name of spelled) {
    const title = name.replace(/(^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase());
    const pattern = new RegExp(
      `(?<!\\S)(?:\\S*,|[^\\p{L}\\s]{0,2}(?:\\p{Ll}\\S*|${sentenceOpener}))(?<=[\\p{Ll},]) (?:the |a )?(${escapeRegExp(title)})(?![\\p{L}])`,
      "u",
    );
    const count = passages.filter(
      ({ text, isHeading }) => !isHeading && text.includes(title) && pattern.test(text),
    ).length;
    if (count > 1 && (best === undefined || count > best.count)) best = { name: title, count };
  }
  return best?.name;
}

function findObligedParty(text: string, parties: { key: string; names: string[] }[]): string | undefined {
  const verb = modal.exec(text);
  if (verb === null) return undefined;
  const before = text.slice(0, verb.index);
  if (
    /\b(?:each|either|both|neither|the) part(?:y|ies)\b|\bparteien\b|\bparties\b|\bpartes\b/iu.test(before.slice(-60))
  )
    return "both";
  let found: { key: string; at: number } | undefined;
  for (const { key, names } of parties) {
    // Feminine in German: "die Auftragnehmerin".
    const pattern = new RegExp(`(?<![\\p{L}-])(?:${names.join("|")})(?:in(?:nen)?)?(?![\\p{L}-])`, "giu");
    for (const match of before.matchAll(pattern)) {
      const end = match.index + match[0].length;
      // The nearest name before the verb is its subject, unless it is a possessive: "Customer's instructions".
      if (/^['’]s/u.test(before.slice(end))) continue;
      if (found === undefined || end > found.at) found = { key, at: end };
    }
  }
  return found?.key;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
