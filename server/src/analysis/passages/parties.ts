import type { ControlToJudge } from "../analyser.ts";
import type { Passage } from "./passages.ts";

/** What this document calls the parties and things a control speaks of. */
export interface Names {
  /** For texts to insert: "Brightharbor" for processor; undefined where the document has no word of its own. */
  ownWord(key: string): string | undefined;
  /** What stands before that word: "the " where the document says "the Supplier", nothing where it says "Brightharbor". */
  article(key: string): string;
  /** Which party a sentence binds, where that can be read; "both" when it binds either. */
  bound(text: string): string | undefined;
}

type Terms = NonNullable<ControlToJudge["terms"]>;

/** Only the beginning defines who is who; scanning 3,000 pages for it would find other things. */
const mostDefinitionPassages = 400;

/** (the "Processor"), („Auftragsverarbeiter“), (ci-après « le Sous-traitant »), ("Customer"). */
const definition =
  /\((?:[^()"“”„«»]{0,60}?)["“„«]\s?(?:the |der |die |das |le |la |l['’]|el )?([^"“”„«»]{2,60}?)\s?["”“»][^()]{0,40}\)/giu;
/** With a capital only because a sentence begins there: what follows is no part of a longer name. */
const sentenceOpener =
  "The|An|Each|Every|Any|All|No|Such|Our|Its|Their|If|Where|When|Whenever|While|Once|Unless|As|For|By|To|In|On|At|With|From|Upon|After|Before|Both|Only|And|Or|Der|Die|Das|Dem|Den|Des|Ein|Eine|Le|La|Les|Un|Une|El|Los|Las|Una";
const modal =
  /(?<![\p{L}\p{N}])(?:shall|must|will|may|agrees|undertakes|is (?:obliged|required|entitled)|are (?:obliged|required|entitled)|darf|muss|hat|wird|verpflichtet|doit|s['’]engage|peut|deberá|debe|podrá|se compromete)(?![\p{L}\p{N}])/iu;

export function readNames(passages: Passage[], terms: Terms | undefined): Names {
  if (terms === undefined) return { ownWord: () => undefined, article: () => "", bound: () => undefined };
  const head = passages.slice(0, mostDefinitionPassages);
  const defined = new Map<string, number>();
  for (const { text } of head)
    for (const [, term = ""] of text.matchAll(definition)) {
      const name = term.replace(/[*_]/g, "").trim();
      if (/^[\p{Lu}\d]/u.test(name) && name.length < 50) defined.set(name, (defined.get(name) ?? 0) + 1);
    }
  const own = new Map<string, string>();
  for (const [key, term] of Object.entries(terms)) {
    const spelled = [key.replaceAll("_", " "), ...term.alsoCalled].map((name) => name.toLowerCase());
    // Definitions are read without their article, so "the company" among the names has to lose its own.
    const bare = new Set(spelled.map(withoutArticle));
    const byDefinition = [...defined.keys()].find((name) => bare.has(withoutArticle(name.toLowerCase())));
    const named = byDefinition ?? actingAs(head, [...defined.keys()], spelled) ?? capitalised(head, spelled);
    if (named !== undefined) own.set(key, named);
  }
  const parties = Object.entries(terms)
    .filter(([, { isParty }]) => isParty)
    .map(([key, { alsoCalled }]) => ({
      key,
      names: [own.get(key), key.replaceAll("_", " "), ...alsoCalled].filter((name) => name !== undefined).map(escaped),
    }))
    // A longer name first: "sub-processor" is no processor.
    .sort((a, b) => (b.names[0]?.length ?? 0) - (a.names[0]?.length ?? 0));
  return {
    ownWord: (key) => own.get(key),
    article: (key) => articleOf(head, own.get(key)),
    bound: (text) => boundIn(text, parties),
  };
}

/** "company" for "the company", "entreprise" for "l'entreprise". */
export function withoutArticle(name: string): string {
  return name.replace(/^(?:(?:the|der|die|das|le|la|el) |l['’])/iu, "");
}

/** In every language, as a word may stand for a party in any of them; "l’" needs no space after it. */
const articles = "(?:the|der|die|das|dem|den|des|le|la|les|du|au|aux|el|los|las|del|al) |l['’]";

/** By what the document does most often; a name without an article counts only within a sentence, as a heading has none. */
function articleOf(passages: Passage[], name: string | undefined): string {
  if (name === undefined) return "";
  const after = new RegExp(`(?:(?<!\\p{L})((?i:${articles}))|[\\p{Ll},;] )["“]?${escaped(name)}(?![\\p{L}])`, "gu");
  let [withArticle, all] = [0, 0];
  for (const { text, isHeading } of passages) {
    if (isHeading) continue;
    for (const [, article] of text.matchAll(after)) {
      all++;
      if (article !== undefined) withArticle++;
    }
  }
  return withArticle * 2 > all ? "the " : "";
}

/** "Brightharbor acts as processor": then Brightharbor is what the document calls the processor. */
function actingAs(passages: Passage[], defined: string[], spelled: string[]): string | undefined {
  for (const name of defined) {
    const pattern = new RegExp(
      `${escaped(name)}["”]?\\)?[^.;]{0,40}?\\b(?:acts?|is|as|handelt|ist|agit|est|actúa|es)\\b[^.;]{0,25}?(?<![\\p{L}-])(?:${spelled.map(escaped).join("|")})(?![\\p{L}-])`,
      "iu",
    );
    if (passages.some(({ text }) => pattern.test(text))) return name;
  }
  return undefined;
}

/**
 * A word that the document writes with a capital letter in the middle of sentences is a term of its own, unless it only
 * ends a longer one: "Information Security Officer" is no mention of a "Security Officer".
 */
function capitalised(passages: Passage[], spelled: string[]): string | undefined {
  let best: { name: string; count: number } | undefined;
  for (const name of spelled) {
    const title = name.replace(/(^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase());
    const pattern = new RegExp(
      `(?<!\\S)(?:\\S*,|[^\\p{L}\\s]{0,2}(?:\\p{Ll}\\S*|${sentenceOpener}))(?<=[\\p{Ll},]) (?:the |a )?(${escaped(title)})(?![\\p{L}])`,
      "u",
    );
    const count = passages.filter(({ text, isHeading }) => !isHeading && pattern.test(text)).length;
    if (count > 1 && (best === undefined || count > best.count)) best = { name: title, count };
  }
  return best?.name;
}

function boundIn(text: string, parties: { key: string; names: string[] }[]): string | undefined {
  const verb = modal.exec(text);
  if (verb === null) return undefined;
  const before = text.slice(0, verb.index);
  if (
    /\b(?:each|either|both|neither|the) part(?:y|ies)\b|\bparteien\b|\bparties\b|\bpartes\b/iu.test(before.slice(-60))
  )
    return "both";
  let found: { key: string; at: number } | undefined;
  for (const { key, names } of parties) {
    // A company is "die Auftragnehmerin" in German.
    const pattern = new RegExp(`(?<![\\p{L}-])(?:${names.join("|")})(?:in(?:nen)?)?(?![\\p{L}-])`, "giu");
    for (const match of before.matchAll(pattern)) {
      const end = match.index + match[0].length;
      // The nearest name before the verb is its subject, unless it only owns something: "Customer's instructions".
      if (/^['’]s/u.test(before.slice(end))) continue;
      if (found === undefined || end > found.at) found = { key, at: end };
    }
  }
  return found?.key;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
