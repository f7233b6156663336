/** Replaces what PostgreSQL cannot store as text, NUL and unpaired surrogates, by the replacement character. */
export function cleanText(text: string): string {
  return text.replaceAll("\0", "\u{FFFD}").toWellFormed();
}

export function cleanJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === "string" ? cleanText(member) : member));
}
