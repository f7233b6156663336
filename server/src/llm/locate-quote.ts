import type { Quote } from "../analysis/findings/findings.ts";
import type { RetrievedPassage } from "../analysis/verdict/external-verdict.ts";
import { fenced } from "./question.ts";

/** Shorter words prove nothing: "shall" stands on every page. */
const leastCharacters = 8;

/**
 * The place of words that a model says it has copied: in the passage it names, or in another that it was shown. Spaces and
 * the shape of quotation marks and dashes may differ, since models straighten them; what is kept is the document's own
 * text. Undefined when the words stand nowhere.
 */
export function locateQuote(
  passages: RetrievedPassage[],
  { passage: number, text }: { passage: number; text: string },
): Quote | undefined {
  const wanted = folded(text).text.trim();
  if (wanted.length < leastCharacters) return undefined;
  const named = passages[number - 1];
  for (const passage of named === undefined ? passages : [named, ...passages]) {
    const { text: within, places } = folded(passage.text);
    const at = within.indexOf(wanted);
    if (at === -1) continue;
    const from = places[at] ?? 0;
    const to = (places[at + wanted.length - 1] ?? 0) + 1;
    const { file, page, start } = passage;
    return { file, page, start: start + from, end: start + to, text: passage.text.slice(from, to) };
  }
  return undefined;
}

const shapes: Record<string, string> = {
  ...{ "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'" },
  ...{ "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-" },
};

/** As it is compared, with the place of each of its characters in the original. */
function folded(original: string): { text: string; places: number[] } {
  const seen = fenced(original);
  let text = "";
  const places: number[] = [];
  for (let at = 0; at < seen.length; at++) {
    const sign = seen[at] ?? "";
    const isSpace = /\s/.test(sign);
    if (isSpace && (text === "" || text.endsWith(" "))) continue;
    text += isSpace ? " " : (shapes[sign] ?? sign);
    places.push(at);
  }
  return { text, places };
}
