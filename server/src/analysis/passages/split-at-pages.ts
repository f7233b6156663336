import type { Passage } from "./passages.ts";

/** A passage as one for each page it stands on, with the words there: what can be quoted. The later ones continue the first. */
export function splitAtPages(passage: Passage): Passage[] {
  const { continuation, ...first } = passage;
  if (continuation === undefined) return [passage];
  let at = first.end - first.start;
  const pieces: Passage[] = [{ ...first, text: passage.text.slice(0, at) }];
  for (const part of continuation) {
    const from = at + 1;
    at = from + part.end - part.start;
    const leadIn = pieces.at(-1)?.text ?? "";
    pieces.push({ ...first, ...part, text: passage.text.slice(from, at), leadIn, preceding: "" });
  }
  return pieces;
}
