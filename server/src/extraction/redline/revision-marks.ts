import { childElements, type XmlElement } from "../office/stream-xml.ts";
import type { RedlineAuthor } from "../redline-edit.ts";
import { escapeText, type WordNames } from "./xml-writing.ts";

/** The author and the time, as attributes. */
export const formatAuthor = ({ name, date }: RedlineAuthor, prefix: string) =>
  `${prefix}:author="${escapeText(name)}" ${prefix}:date="${escapeText(date)}"`;

/** Writes the marks of tracked changes and of comments, each with an id that the file does not use yet. */
export class RevisionMarks {
  readonly prefix: string;
  readonly #author: RedlineAuthor;
  readonly #used: Set<number>;
  #nextId = 1;

  constructor({ prefix }: WordNames, author: RedlineAuthor, root: XmlElement) {
    this.prefix = prefix;
    this.#author = author;
    this.#used = collectIds(root);
  }

  get #attributes(): string {
    const { prefix } = this;
    while (this.#used.has(this.#nextId)) this.#nextId += 1;
    const id = this.#nextId++;
    return `${prefix}:id="${id}" ${formatAuthor(this.#author, prefix)}`;
  }

  inserted(content: string): string {
    return `<${this.prefix}:ins ${this.#attributes}>${content}</${this.prefix}:ins>`;
  }

  deleted(content: string): string {
    return `<${this.prefix}:del ${this.#attributes}>${content}</${this.prefix}:del>`;
  }

  /** Of a paragraph's end, in its properties. */
  get insertedMark(): string {
    return `<${this.prefix}:ins ${this.#attributes}/>`;
  }

  commentStart(comment: number): string {
    return `<${this.prefix}:commentRangeStart ${this.prefix}:id="${comment}"/>`;
  }

  /** The reference is inserted text, too: it goes when the change is rejected. */
  commentEnd(comment: number): string {
    const { prefix } = this;
    const reference = this.inserted(
      `<${prefix}:r><${prefix}:commentReference ${prefix}:id="${comment}"/></${prefix}:r>`,
    );
    return `<${prefix}:commentRangeEnd ${prefix}:id="${comment}"/>${reference}`;
  }

  run(properties: string, text: string): string {
    const { prefix } = this;
    return `<${prefix}:r>${properties}<${prefix}:t xml:space="preserve">${escapeText(text)}</${prefix}:t></${prefix}:r>`;
  }
}

function collectIds(root: XmlElement): Set<number> {
  const used = new Set<number>();
  const visit = (element: XmlElement) => {
    const id = Number(element.attributes["w:id"]);
    if (Number.isInteger(id)) used.add(id);
    for (const child of childElements(element)) visit(child);
  };
  visit(root);
  return used;
}
