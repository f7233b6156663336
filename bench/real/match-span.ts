/** Without white space and Markdown, which quotes do not have. */
export const lettersOf = (text: string) => text.replaceAll(/[\s*_`|#\\]+/g, "").toLowerCase();

/** A shorter quote is only right if it is the whole span. */
const minLetters = 8;
const minOverlap = 0.5;

/** A person's span of a document. The returned function says whether a quote overlaps it by at least half of the shorter of the two. */
export function openSpan(text: string, start: number, end: number): (quote: string) => boolean {
  const document = lettersOf(text);
  const from = lettersOf(text.slice(0, start)).length;
  const span = lettersOf(text.slice(start, end));
  const to = from + span.length;
  return (quote) => {
    const letters = lettersOf(quote);
    if (letters.length < minLetters || span.length < minLetters) return letters === span;
    if (letters.includes(span) || span.includes(letters)) return true;
    const wanted = minOverlap * Math.min(letters.length, span.length);
    for (let at = document.indexOf(letters); at >= 0; at = document.indexOf(letters, at + 1)) {
      if (Math.min(at + letters.length, to) - Math.max(at, from) >= wanted) return true;
    }
    return false;
  };
}
