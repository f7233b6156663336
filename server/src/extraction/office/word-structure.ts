import type { ExtractedPage, Paragraph, ReadFile } from "../extracted-file.ts";

type Known = Pick<Paragraph, "kind" | "headingPath">;

/** White space is where print and file differ: tabs, line ends, the gap behind a number. */
const keyOf = (text: string) => text.replace(/\s+/g, "");

/**
 * What a Word file itself says of its paragraphs, for the pages it is printed on: print tells where a paragraph stands,
 * only the file tells for certain what is a heading.
 */
export class WordStructure {
  readonly #known = new Map<string, Known[]>();
  #path: string[] | undefined;

  static async of(sections: ReadFile): Promise<WordStructure> {
    const structure = new WordStructure();
    for await (const { text, paragraphs } of sections.pages(1)) {
      for (const { start, end, kind, headingPath } of paragraphs) {
        const key = keyOf(text.slice(start, end));
        const alike = structure.#known.get(key);
        if (alike) alike.push({ kind, headingPath });
        else structure.#known.set(key, [{ kind, headingPath }]);
      }
    }
    return structure;
  }

  /** Pages come in order, from the first: of two paragraphs with the same words the first is found first. */
  applyTo(page: ExtractedPage): ExtractedPage {
    return { ...page, paragraphs: page.paragraphs.map((paragraph) => this.#told(paragraph, page.text)) };
  }

  #told(paragraph: Paragraph, text: string): Paragraph {
    const words = text.slice(paragraph.start, paragraph.end);
    const alike = this.#known.get(keyOf(words));
    const known = alike && alike.length > 1 ? alike.shift() : alike?.[0];
    if (known) {
      // What stands above or below every page stands under no heading.
      if (known.kind !== "header" && known.kind !== "footer") this.#path = known.headingPath;
      return { ...paragraph, ...known };
    }
    if (this.#path === undefined || paragraph.kind === "header" || paragraph.kind === "footer") return paragraph;
    // Only a part of a paragraph, or several in one: it stands where the last one stood.
    const headingPath = paragraph.kind === "heading" ? [...this.#path, words] : this.#path;
    return { ...paragraph, headingPath };
  }
}
