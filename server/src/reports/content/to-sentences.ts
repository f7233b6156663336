/** The catalogue's phrases as sentences of one paragraph. */
export const toSentences = (phrases: string[]): string =>
  phrases.map((phrase) => (/[.!?]$/u.test(phrase) ? phrase : `${phrase}.`)).join(" ");
