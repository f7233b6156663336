import { posix } from "node:path";
import type { OfficePackage, Relation } from "../office/office-package.ts";
import { childElements, parseXmlWithSource } from "../office/stream-xml.ts";
import type { RedlineAuthor } from "../redline-edit.ts";
import { formatAuthor } from "./revision-marks.ts";
import { escapeText, readWordNames, sourceOf, type WordNames } from "./xml-writing.ts";

/** `<a/>` as `<a>`. */
const asOpenTag = (tag: string) => (tag.endsWith("/>") ? `${tag.slice(0, -2).trimEnd()}>` : tag);

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const contentType = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml";

/** The comments of a file with those that are added, and the parts that name them. */
export class CommentsPart {
  readonly #name: string;
  readonly #isNew: boolean;
  readonly #text: string;
  readonly #names: WordNames;
  #nextId: number;
  readonly #added: string[] = [];

  private constructor(part: { name: string; isNew: boolean; text: string; names: WordNames; nextId: number }) {
    this.#name = part.name;
    this.#isNew = part.isNew;
    this.#text = part.text;
    this.#names = part.names;
    this.#nextId = part.nextId;
  }

  static async open(opened: OfficePackage, mainPart: string, relations: Relation[], names: WordNames) {
    const known = relations.find(({ kind, part }) => kind === "comments" && part !== undefined)?.part;
    if (known !== undefined && opened.has(known)) {
      const { text, root } = parseXmlWithSource(await opened.bytes(known));
      const ids = childElements(root, "w:comment").map(({ attributes }) => Number(attributes["w:id"]) || 0);
      const own = readWordNames(text, root);
      const nextId = ids.reduce((highest, id) => Math.max(highest, id), -1) + 1;
      const { contentStart, contentEnd, end } = sourceOf(root);
      // `<w:comments …/>` has no end tag that comments could stand before.
      const isEmpty = contentStart === end;
      const tag = asOpenTag(text.slice(0, contentStart));
      const open = isEmpty ? tag : text.slice(0, contentEnd);
      return new CommentsPart({ name: known, isNew: false, text: open, names: own, nextId });
    }
    const folder = posix.dirname(mainPart);
    const free = ["comments.xml", "assay-comments.xml"].find((name) => !opened.has(posix.join(folder, name)));
    const text = `${declaration}<${names.prefix}:comments xmlns:${names.prefix}="${names.namespace}">`;
    return new CommentsPart({
      name: posix.join(folder, free ?? "comments-1.xml"),
      isNew: true,
      text,
      names,
      nextId: 0,
    });
  }

  /** Returns its id. */
  add(paragraphs: string[], author: RedlineAuthor): number {
    const id = this.#nextId++;
    const { prefix } = this.#names;
    const written = paragraphs.map(
      (text) =>
        `<${prefix}:p><${prefix}:r><${prefix}:t xml:space="preserve">${escapeText(text)}</${prefix}:t></${prefix}:r></${prefix}:p>`,
    );
    const attributes = `${prefix}:id="${id}" ${formatAuthor(author, prefix)} ${prefix}:initials="${escapeText(author.initials)}"`;
    this.#added.push(`<${prefix}:comment ${attributes}>${written.join("")}</${prefix}:comment>`);
    return id;
  }

  /** By their names. */
  async changedParts(opened: OfficePackage, mainPart: string): Promise<Map<string, string>> {
    const changed = new Map<string, string>();
    if (this.#added.length === 0) return changed;
    changed.set(this.#name, `${this.#text}${this.#added.join("")}</${this.#names.prefix}:comments>`);
    if (!this.#isNew) return changed;
    const folder = posix.dirname(mainPart);
    const relations = posix.join(folder, "_rels", `${posix.basename(mainPart)}.rels`);
    const root = this.#names.namespace.replace(/\/wordprocessingml\/.*$/, "");
    const kind = `${root}/officeDocument/${this.#names.namespace.includes("/2006/") ? "2006/" : ""}relationships/comments`;
    const relation = (prefix: string) =>
      `<${prefix}Relationship Id="assayComments" Type="${kind}" Target="${posix.basename(this.#name)}"/>`;
    const empty = `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>`;
    const present = opened.has(relations) ? await opened.bytes(relations) : Buffer.from(empty);
    changed.set(relations, addToRoot(present, relation));
    const override = (prefix: string) => `<${prefix}Override PartName="/${this.#name}" ContentType="${contentType}"/>`;
    changed.set("[Content_Types].xml", addToRoot(await opened.bytes("[Content_Types].xml"), override));
    return changed;
  }
}

/** Adds an entry at the end of a part's root; `prefix` is that of the root's own name. */
function addToRoot(content: Buffer, entry: (prefix: string) => string): string {
  const { text, root } = parseXmlWithSource(content);
  const { start, contentStart, contentEnd, end } = sourceOf(root);
  const [, name = "", prefix = ""] = /^<((?:([\w.-]+):)?[\w.-]+)/.exec(text.slice(start, contentStart)) ?? [];
  const written = entry(prefix === "" ? "" : `${prefix}:`);
  if (contentStart === end) return `${asOpenTag(text.slice(0, contentStart))}${written}</${name}>${text.slice(end)}`;
  return text.slice(0, contentEnd) + written + text.slice(contentEnd);
}
