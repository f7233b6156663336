/** Without white space and Markdown, which quotes do not have. */
export const lettersOf = (text: string) => text.replaceAll(/[\s*_`|#\\]+/g, "").toLowerCase();

const minLetters = 8;

/** Whether a quote lies in the span, or the span in the quote; both as letters. */
export function isSameSpan(quote: string, span: string): boolean {
  if (quote.length < minLetters || span.length < minLetters) return quote === span;
  return span.includes(quote) || quote.includes(span);
}
