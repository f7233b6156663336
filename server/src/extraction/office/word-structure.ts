import type { ExtractedPage, Paragraph, ReadFile } from "../extracted-file.ts";

type Known = Pick<Paragraph, "kind" | "headingPath">;

/** Ignores white space, in which the file and the rendered page differ. */
const toKey = (text: string) => text.replace(/\s+/g, "");

/** The kinds and headings of a Word file's paragraphs, applied to its rendered pages: the file knows them for certain. */
export class WordStructure {
  readonly #known = new Map<string, { all: Known[]; next: number }>();
  #path: string[] | undefined;

  static async read(sections: ReadFile): Promise<WordStructure> {
    const structure = new WordStructure();
    for await (const { text, paragraphs } of sections.pages(1)) {
      for (const { start, end, kind, headingPath } of paragraphs) {
        const key = toKey(text.slice(start, end));
        const same = structure.#known.get(key);
        if (same) same.all.push({ kind, headingPath });
        else structure.#known.set(key, { all: [{ kind, headingPath }], next: 0 });
      }
    }
    return structure;
  }

  /** Must be called for all pages in order: paragraphs with the same text are matched in their order. */
  applyTo(page: ExtractedPage): ExtractedPage {
    return { ...page, paragraphs: page.paragraphs.map((paragraph) => this.#apply(paragraph, page.text)) };
  }

  #apply(paragraph: Paragraph, text: string): Paragraph {
    const words = text.slice(paragraph.start, paragraph.end);
    const same = this.#known.get(toKey(words));
    // The last one stands for all further paragraphs with this text.
    const known = same?.all[Math.min(same.next++, same.all.length - 1)];
    if (known) {
      if (known.kind !== "header" && known.kind !== "footer") this.#path = known.headingPath;
      return { ...paragraph, ...known };
    }
    if (this.#path === undefined || paragraph.kind === "header" || paragraph.kind === "footer") return paragraph;
    // A part of a paragraph, or several in one: it has the headings of the previous one.
    const headingPath = paragraph.kind === "heading" ? [...this.#path, words] : this.#path;
    return { ...paragraph, headingPath };
  }
}
