import type { Quote } from "../analysis/findings/findings.ts";
import type { Clause } from "../analysis/passages/find-clauses.ts";
import { escapeDelimiters, idOfClause } from "./question.ts";

/** Shorter quotes are no evidence: "shall" is on every page. */
const minCharacters = 8;

/**
 * Finds a model's quote in the clause it names, or in another one it was shown. Spaces, quotation marks and dashes may
 * differ, since models normalise them; the returned quote has the document's own text.
 */
export function locateQuote(
  clauses: Clause[],
  { clause: id, text }: { clause: string; text: string },
): Quote | undefined {
  const wanted = normalise(text).text.trim();
  if (wanted.length < minCharacters) return undefined;
  const named = clauses.filter((_, at) => idOfClause(at) === id);
  for (const clause of [...named, ...clauses]) {
    const { text: within, offsets } = normalise(clause.text);
    const at = within.indexOf(wanted);
    if (at === -1) continue;
    const from = offsets[at] ?? 0;
    const to = (offsets[at + wanted.length - 1] ?? 0) + 1;
    const { file, page, start } = clause;
    return { file, page, start: start + from, end: start + to, text: clause.text.slice(from, to) };
  }
  return undefined;
}

const normalised: Record<string, string> = {
  ...{ "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'" },
  ...{ "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-" },
};

/** The text to compare, with the offset of each of its characters in the original. */
function normalise(original: string): { text: string; offsets: number[] } {
  const escaped = escapeDelimiters(original);
  let text = "";
  const offsets: number[] = [];
  for (let at = 0; at < escaped.length; at++) {
    const character = escaped[at] ?? "";
    const isSpace = /\s/.test(character);
    if (isSpace && (text === "" || text.endsWith(" "))) continue;
    text += isSpace ? " " : (normalised[character] ?? character);
    offsets.push(at);
  }
  return { text, offsets };
}
