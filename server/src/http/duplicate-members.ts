/**
 * The first member name that an object of this JSON text has twice, or undefined. Parsers differ in which of the two they keep,
 * so a proxy could check another value than the one that counts here. The text must be valid JSON.
 */
export function findDuplicateMember(text: string): string | undefined {
  /** The member names of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const start = at;
      at = findEnd(text, at);
      if (!isName) continue;
      isName = false;
      const quoted = text.slice(start, at + 1);
      const name = quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    } else if (character === "{" || character === "[") {
      open.push(character === "{" ? new Set() : undefined);
      isName = character === "{";
    } else if (character === "}" || character === "]") {
      open.pop();
      isName = false;
    } else if (character === ",") {
      isName = open.at(-1) !== undefined;
    }
  }
  return undefined;
}

/** Of the string that begins there. */
function findEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
