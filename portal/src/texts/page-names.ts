type PageWords = Record<
  "page" | "slide" | "sheet" | "section" | "mailHeader" | "mailBody" | "hidden" | "asRendered",
  string
>;

/**
 * The service calls the pages of a file "12" or "12 (as rendered)", and the parts of a format without pages "section 4",
 * "slide 3 (hidden)", "sheet Risks", "mail header" or "body, section 2". Yields what the reader calls them: "page 12",
 * "slide 3". A label in another language, from findings told in it, stays as it is.
 */
export function pageNamesIn(words: PageWords): (label: string) => string {
  function partName(label: string): string {
    if (label === "mail header") return words.mailHeader;
    if (label === "body") return words.mailBody;
    if (label.startsWith("body, ")) return `${words.mailBody}, ${partName(label.slice("body, ".length))}`;
    const [, kind, name, hidden] = /^(slide|sheet|section) (.+?)( \(hidden\))?$/su.exec(label) ?? [];
    if (kind === undefined) return label;
    const shown = `${words[kind as "slide" | "sheet" | "section"]} ${name}`;
    return hidden === undefined ? shown : `${shown} (${words.hidden})`;
  }
  return (label) => {
    if (!/^\d/.test(label)) return partName(label);
    return `${words.page} ${label.replace("(as rendered)", `(${words.asRendered})`)}`;
  };
}

/** For the beginning of a line. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
