import { TextDecoder } from "node:util";
import { UnreadableFile } from "../extracted-file.ts";

/**
 * The XML of Office files is streamed, so that a long document is never in memory as a whole. Nothing is fetched or expanded:
 * a document type with declarations is refused.
 */
export interface XmlElement {
  /** With our prefix for its namespace (`knownPrefixes`), whatever prefix the file uses. */
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
  /** Only on request. */
  source?: XmlSource;
}

/** Offsets of an element in the text that was parsed. */
export interface XmlSource {
  start: number;
  /** After the start tag. Of an element without content, all but `start` are its end. */
  contentStart: number;
  contentEnd: number;
  end: number;
}

export interface XmlOptions {
  /** Elements have their offsets, for those who change the text. */
  hasSource?: boolean;
  /** The elements that are yielded whole; by default the root. */
  isUnit?: (name: string, parentName: string | undefined) => boolean;
  /** Elements that are too large to be yielded whole: they are yielded without children, before their units. */
  isStartOnly?: (name: string) => boolean;
}

/** The patterns match both the transitional and the strict namespaces of OOXML. */
const knownPrefixes: [prefix: string, pattern: RegExp][] = [
  ["w", /\/wordprocessingml\/(2006\/)?main$/],
  ["a", /\/drawingml\/(2006\/)?main$/],
  ["p", /\/presentationml\/(2006\/)?main$/],
  ["s", /\/spreadsheetml\/(2006\/)?main$/],
  ["m", /\/officeDocument\/(2006\/)?math$/],
  ["r", /\/officeDocument\/(2006\/)?relationships$/],
  ["dgm", /\/drawingml\/(2006\/)?diagram$/],
  ["mc", /\/markup-compatibility\/2006$/],
  ["rel", /\/package\/2006\/relationships$/],
  ["ct", /\/package\/2006\/content-types$/],
  ["dc", /^http:\/\/purl\.org\/dc\/elements\/1\.1\/$/],
  ["v", /^urn:schemas-microsoft-com:vml$/],
  ["office", /:opendocument:xmlns:office:1\.0$/],
  ["text", /:opendocument:xmlns:text:1\.0$/],
  ["table", /:opendocument:xmlns:table:1\.0$/],
  ["draw", /:opendocument:xmlns:drawing:1\.0$/],
  ["presentation", /:opendocument:xmlns:presentation:1\.0$/],
  ["style", /:opendocument:xmlns:style:1\.0$/],
  ["manifest", /:opendocument:xmlns:manifest:1\.0$/],
];

const maxDepth = 500;
const maxTagLength = 2 ** 20;
/** For one unit. A table of 100,000 rows has about two million. */
const maxUnitElements = 5_000_000;

const damaged = (detail: string): UnreadableFile => new UnreadableFile(`The file is damaged: ${detail}.`);

/** Looked up outwards. A copy of all prefixes for every element that declares one would take quadratic time. */
interface Scope {
  outer: Scope | undefined;
  prefixes: Map<string, string>;
  /** Resolved names by raw name. */
  names: Map<string, string>;
}

function findPrefix(scope: Scope | undefined, rawPrefix: string): string | undefined {
  for (let one = scope; one !== undefined; one = one.outer) {
    const prefix = one.prefixes.get(rawPrefix);
    if (prefix !== undefined) return prefix;
  }
  return undefined;
}

function decodeEntity(entity: string): string {
  switch (entity) {
    case "lt":
      return "<";
    case "gt":
      return ">";
    case "amp":
      return "&";
    case "quot":
      return '"';
    case "apos":
      return "'";
  }
  const match = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(entity);
  const code = match ? Number.parseInt(match[1] ?? match[2] ?? "", match[1] ? 16 : 10) : Number.NaN;
  if (!(code <= 0x10ffff)) throw damaged("its XML uses an unknown entity");
  return String.fromCodePoint(code);
}

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;&<]{0,40})(;?)/g, (_, entity: string, end: string) => {
    if (end === "") throw damaged("its XML has a stray &");
    return decodeEntity(entity);
  });
}

type Mode = "content" | "comment" | "instruction" | "literal" | "doctype";
const modeEnds = { comment: "-->", instruction: "?>", literal: "]]>", doctype: ">" } as const;

class XmlReader {
  #isUnit: NonNullable<XmlOptions["isUnit"]>;
  #isStartOnly: NonNullable<XmlOptions["isStartOnly"]>;
  #hasSource: boolean;
  /** Of the first character of `#rest`. */
  #offset = 0;
  /** Of the tag that is read. */
  #tag = { start: 0, end: 0 };
  #rest = "";
  #mode: Mode = "content";
  #names: string[] = [];
  #scopes: Scope[] = [{ outer: undefined, prefixes: new Map([["xml", "xml"]]), names: new Map() }];
  /** The depth at which each scope began. */
  #scopeDepths: number[] = [0];
  #open: XmlElement[] = [];
  #unitElements = 0;
  #hasRoot = false;
  #finished: XmlElement[] = [];

  constructor(options: XmlOptions) {
    this.#isUnit = options.isUnit ?? ((_, parentName) => parentName === undefined);
    this.#isStartOnly = options.isStartOnly ?? (() => false);
    this.#hasSource = options.hasSource ?? false;
  }

  /** Parses the next chunk and returns the units that ended in it. */
  write(chunk: string): XmlElement[] {
    const text = this.#rest + chunk;
    let at = 0;
    while (at < text.length) {
      const next = this.#mode === "content" ? this.#readContent(text, at) : this.#skip(text, at, this.#mode);
      if (next === at) break;
      at = next;
    }
    this.#rest = text.slice(at);
    this.#offset += at;
    const finished = this.#finished;
    this.#finished = [];
    return finished;
  }

  end(): void {
    if (this.#rest.trim() !== "" || this.#names.length > 0 || this.#mode !== "content" || !this.#hasRoot) {
      throw damaged("its XML is truncated");
    }
  }

  /** Continues to the end of a comment, processing instruction or CDATA section. */
  #skip(text: string, at: number, mode: Exclude<Mode, "content">): number {
    const end = text.indexOf(modeEnds[mode], at);
    // The last two characters may begin the end delimiter.
    const upTo = end === -1 ? Math.max(at, text.length - 2) : end;
    if (mode === "literal") this.#addText(text.slice(at, upTo));
    if (mode === "doctype" && text.slice(at, upTo).includes("[")) throw damaged("its XML declares entities of its own");
    if (end === -1) return upTo;
    this.#mode = "content";
    return end + modeEnds[mode].length;
  }

  #readContent(text: string, at: number): number {
    if (text[at] !== "<") {
      let end = text.indexOf("<", at);
      if (end === -1) {
        // An entity may be split between chunks.
        const entity = text.lastIndexOf("&");
        end = entity > at - 1 && text.length - entity < 50 && !text.includes(";", entity) ? entity : text.length;
      }
      this.#addText(decodeEntities(text.slice(at, end)));
      return end;
    }
    // Too short to distinguish the kinds of markup.
    if (text.length - at < 9 && !text.includes(">", at)) return at;
    if (text.startsWith("<!--", at)) return this.#enter("comment", at + 4);
    if (text.startsWith("<![CDATA[", at)) return this.#enter("literal", at + 9);
    if (text.startsWith("<?", at)) return this.#enter("instruction", at + 2);
    if (text.startsWith("<!", at)) return this.#enter("doctype", at + 2);
    const end = this.#findTagEnd(text, at);
    if (end === -1) {
      if (text.length - at > maxTagLength) throw damaged("its XML has a tag without end");
      return at;
    }
    this.#tag = { start: this.#offset + at, end: this.#offset + end + 1 };
    if (text[at + 1] === "/") this.#endTag(text.slice(at + 2, end).trim());
    else this.#startTag(text.slice(at + 1, end));
    return end + 1;
  }

  #enter(mode: Mode, at: number): number {
    this.#mode = mode;
    return at;
  }

  /** Skips a > inside an attribute value. */
  #findTagEnd(text: string, at: number): number {
    for (let index = at + 1; index < text.length; index++) {
      const character = text.charCodeAt(index);
      if (character === 62) return index;
      if (character !== 34 && character !== 39) continue;
      index = text.indexOf(character === 34 ? '"' : "'", index + 1);
      if (index === -1) return -1;
    }
    return -1;
  }

  #addText(text: string): void {
    if (text === "") return;
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.children.push(text);
    else if (this.#names.length === 0 && text.replace("\ufeff", "").trim() !== "") throw damaged("it is not XML");
  }

  #startTag(tag: string): void {
    const isEmpty = tag.endsWith("/");
    const nameEnd = tag.search(/[\s/]/);
    const rawName = nameEnd === -1 ? tag : tag.slice(0, nameEnd);
    if (!/^[\p{L}_][\p{L}\p{N}:._-]*$/u.test(rawName)) throw damaged("its XML has a tag without a name");
    const rawAttributes = nameEnd === -1 ? [] : this.#parseAttributes(tag.slice(nameEnd, isEmpty ? -1 : undefined));
    if (this.#names.length === 0 && this.#hasRoot) throw damaged("its XML continues after its end");
    if (this.#names.length >= maxDepth) throw damaged("its XML is nested too deep");
    this.#declareNamespaces(rawAttributes);
    const name = this.#resolveName(rawName, true);
    const isInside = this.#open.length > 0;
    const isUnit = !isInside && this.#isUnit(name, this.#names.at(-1));
    this.#hasRoot = true;
    this.#names.push(name);
    const isStartOnly = !isInside && !isUnit && this.#isStartOnly(name);
    if (isInside || isUnit || isStartOnly) {
      const attributes: Record<string, string> = {};
      for (const [key, value] of rawAttributes) attributes[this.#resolveName(key, false)] = value;
      const element: XmlElement = { name, attributes, children: [] };
      if (isStartOnly) this.#finished.push(element);
      else this.#openElement(element, isInside);
    }
    if (isEmpty) this.#close();
  }

  #openElement(element: XmlElement, isInside: boolean): void {
    if (this.#hasSource) {
      const { start, end } = this.#tag;
      element.source = { start, contentStart: end, contentEnd: end, end };
    }
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
    this.#unitElements = isInside ? this.#unitElements + 1 : 1;
    if (this.#unitElements > maxUnitElements) throw new UnreadableFile("The file is too large to be read.");
  }

  #parseAttributes(text: string): [string, string][] {
    const found: [string, string][] = [];
    // Sticky, so that a long tag without "=" is not searched again from each of its characters.
    const attribute = /[\s/]*([^\s=/"']+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'))?/y;
    while (attribute.lastIndex < text.length) {
      const { lastIndex } = attribute;
      const match = attribute.exec(text);
      if (match === null) {
        attribute.lastIndex = lastIndex + 1;
        continue;
      }
      const [, key = "", double, single] = match;
      const value = double ?? single;
      if (value !== undefined) found.push([key, decodeEntities(value)]);
    }
    return found;
  }

  #declareNamespaces(attributes: [string, string][]): void {
    const declared = attributes.filter(([key]) => key === "xmlns" || key.startsWith("xmlns:"));
    if (declared.length === 0) return;
    const prefixes = new Map<string, string>();
    for (const [key, uri] of declared) {
      const prefix = key.slice(6);
      prefixes.set(prefix, knownPrefixes.find(([, pattern]) => pattern.test(uri))?.[0] ?? prefix);
    }
    this.#scopes.push({ outer: this.#scopes.at(-1), prefixes, names: new Map() });
    this.#scopeDepths.push(this.#names.length);
  }

  #resolveName(rawName: string, isElement: boolean): string {
    const colon = rawName.indexOf(":");
    // An attribute without a prefix has no namespace.
    if (colon === -1 && !isElement) return rawName;
    const scope = this.#scopes.at(-1);
    const known = scope?.names.get(rawName);
    if (known !== undefined) return known;
    const rawPrefix = colon === -1 ? "" : rawName.slice(0, colon);
    const prefix = findPrefix(scope, rawPrefix) ?? rawPrefix;
    const name = prefix === "" ? rawName : `${prefix}:${rawName.slice(colon + 1)}`;
    scope?.names.set(rawName, name);
    return name;
  }

  #endTag(rawName: string): void {
    if (this.#names.length === 0 || this.#resolveName(rawName, true) !== this.#names.at(-1)) {
      throw damaged("its XML has an end tag without a start tag");
    }
    this.#close();
  }

  #close(): void {
    this.#names.pop();
    if (this.#scopes.length > 1 && this.#scopeDepths.at(-1) === this.#names.length) {
      this.#scopes.pop();
      this.#scopeDepths.pop();
    }
    const element = this.#open.pop();
    // Of an element without content, the start tag is the end tag, too.
    if (element?.source !== undefined && element.source.start !== this.#tag.start) {
      element.source.contentEnd = this.#tag.start;
      element.source.end = this.#tag.end;
    }
    if (element !== undefined && this.#open.length === 0) this.#finished.push(element);
  }
}

/** By the byte order mark, else by the XML declaration. */
function createDecoder(start: Buffer): TextDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder("utf-16le");
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder("utf-16be");
  const declared = /^[^>]{0,60}encoding\s*=\s*["']([\w-]+)["']/.exec(start.subarray(0, 200).toString("latin1"))?.[1];
  try {
    return new TextDecoder(declared ?? "utf-8");
  } catch {
    return new TextDecoder("utf-8");
  }
}

/** Yields the units of a file one by one. */
export async function* streamXml(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  options: XmlOptions = {},
): AsyncGenerator<XmlElement> {
  const reader = new XmlReader(options);
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= createDecoder(chunk);
    yield* reader.write(decoder.decode(chunk, { stream: true }));
  }
  yield* reader.write(decoder?.decode() ?? "");
  reader.end();
}

export async function parseXml(content: Buffer): Promise<XmlElement> {
  for await (const root of streamXml([content])) return root;
  throw damaged("its XML is empty");
}

/** For those who change a part: its text, and its root with the offsets of all elements in it. */
export function parseXmlWithSource(content: Buffer): { text: string; root: XmlElement } {
  const text = createDecoder(content).decode(content);
  const reader = new XmlReader({ hasSource: true });
  const [root] = reader.write(text);
  reader.end();
  if (root === undefined) throw damaged("its XML is empty");
  return { text, root };
}

export function childElements(element: XmlElement | undefined, name?: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== "string" && (name === undefined || child.name === name),
  );
}

export function findElement(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = childElements(found, name)[0];
  return found;
}

/** All descendants with a name, without those nested in one another, in document order. */
export function findDescendants(element: XmlElement | undefined, name: string): XmlElement[] {
  return childElements(element).flatMap((child) => (child.name === name ? [child] : findDescendants(child, name)));
}

export function textContent(element: XmlElement | undefined): string {
  return (element?.children ?? []).map((child) => (typeof child === "string" ? child : textContent(child))).join("");
}
