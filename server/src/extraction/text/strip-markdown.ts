const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", copy: "©" };

/** Stands for literal text while the markup around it is removed; a private-use character, which occurs in no text. */
const placeholder = "\ue000";

/** Removes the inline markup of a line. Anything ambiguous is kept. */
export function stripMarkdown(text: string): string {
  const literals: string[] = [];
  const keep = (literal: string): string => `${placeholder}${literals.push(literal) - 1}${placeholder}`;
  return text
    .replaceAll(placeholder, "")
    .replace(/(?<!`)(`{1,8})(?!`)(.{1,2000}?)(?<!`)\1(?!`)/g, (_, _ticks: string, code: string) => keep(code.trim()))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, escaped: string) => keep(escaped))
    .replace(/<((?:https?|mailto):[^\s<>]{1,2000})>/gi, (_, address: string) => keep(address))
    .replace(/<([\w.+-]{1,100}@[\w.-]{1,200})>/g, (_, address: string) => keep(address))
    .replace(/<\/?[a-z][^<>]{0,2000}>/gi, " ")
    .replace(/!\[([^[\]]{0,1000})\](?:\([^()\s]{0,2000}(?:\s+"[^"]{0,500}")?\)|\[[^[\]]{0,200}\])/g, "$1")
    .replace(/\[\^[^[\]\s]{1,100}\]/g, "")
    .replace(
      /\[([^[\]]{1,1000})\](?:\((?:[^()\s]|\([^()\s]{0,500}\)){0,2000}(?:\s+"[^"]{0,500}")?\)|\[[^[\]]{0,200}\])/g,
      "$1",
    )
    .replace(/(\*\*\*|\*\*|\*)(?=[^\s*])([^*]{1,5000}?)(?<=[^\s*])\1/g, "$2")
    .replace(/(\*\*|\*)(?=[^\s*])([^*]{1,5000}?)(?<=[^\s*])\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}_])(___|__|_)(?=[^\s_])([^_]{1,5000}?)(?<=[^\s_])\1(?![\p{L}\p{N}_])/gu, "$2")
    .replace(/~~(?=\S)([^~]{1,5000}?)~~/g, "$1")
    .replace(/&(?:#(\d{1,7})|([a-z]{2,8}));/gi, (whole, code: string | undefined, name: string | undefined) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const point = Number(code);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    })
    .replace(
      new RegExp(`${placeholder}(\\d+)${placeholder}`, "g"),
      (_, index: string) => literals[Number(index)] ?? "",
    );
}
