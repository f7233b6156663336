/** What PostgreSQL cannot keep in a text becomes the sign for that: NUL, and halves of characters. */
export function cleanText(text: string): string {
  return text.replaceAll("\0", "\u{FFFD}").toWellFormed();
}

export function cleanJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === "string" ? cleanText(member) : member));
}
