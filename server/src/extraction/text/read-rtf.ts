import { TextDecoder } from "node:util";
import { type ParagraphKind, type Reader, UnreadableFile } from "../extracted-file.ts";
import { readSections } from "./paged-text.ts";
import { charsets, toEncoding } from "./rtf-encodings.ts";
import { block, heading, normaliseLine, type TextBlock, tableRow } from "./text-block.ts";
import { readWholeFile } from "./text-encoding.ts";
import { type RtfToken, tokeniseRtf } from "./tokenise-rtf.ts";

/** Written by us because officeparser includes deleted words and reads no title. */
export const readRtf: Reader = async (file, limits) => {
  const bytes = await readWholeFile(file.path, limits);
  if (bytes.toString("latin1", 0, 5) !== "{\\rtf") throw new UnreadableFile("The file is damaged: it is not RTF.");
  return readSections(parseRtf(bytes), limits);
};

/** Destinations that are not part of the text. Unknown ones that begin with \* are ignored too. */
const ignored = new Set([
  ...["colortbl", "pict", "object", "objdata", "fldinst", "datafield", "annotation", "atnid", "atnauthor", "atndate"],
  ...["atnref", "atntime", "listtable", "listoverridetable", "revtbl", "rsidtbl", "themedata", "xe", "tc", "private"],
  ...["bkmkstart", "bkmkend", "nonshppict", "template", "author", "operator", "company", "keywords", "subject"],
  ...["doccomm", "comment", "category", "manager", "hlinkbase", "filetbl", "ftnsep", "ftnsepc", "aftnsep", "aftnsepc"],
  ...["sp", "shprslt", "nonesttables", "ud"],
]);
/** Destinations that begin with \* and contain text. */
const starredWithText = new Set(["shpinst", "txfieldtext", "nesttableprops"]);

const characters: Record<string, string> = {
  ...{ tab: " ", line: " ", "~": " ", _: "-", "-": "", emdash: "—", endash: "–", bullet: "•", emspace: " " },
  ...{
    enspace: " ",
    lquote: "‘",
    rquote: "’",
    ldblquote: "“",
    rdblquote: "”",
    qmspace: " ",
    zwj: "",
    zwnj: "",
    softline: " ",
  },
  ...{ "\\": "\\", "{": "{", "}": "}" },
};

/** A part of the document that text is added to. */
interface Destination {
  kind: "text" | "box" | "header" | "footer" | "footnote" | "title" | "number" | "stylesheet" | "fonts" | "ignored";
  words: string[];
}

interface State {
  destination: Destination;
  encoding: string;
  /** How many bytes after \u are a fallback for programs without Unicode. */
  fallbackLength: number;
  isHidden: boolean;
  isDeleted: boolean;
  style: number;
  outlineLevel: number | undefined;
  isInTable: boolean;
  isBold: boolean;
  /** In points. */
  size: number;
}

/** In points, where the file names no other. */
const defaultSize = 12;

/** Deeper nesting is damage or an attack. */
const maxDepth = 2000;

const unprinted = { isBold: true, size: Number.POSITIVE_INFINITY };

class RtfParser {
  readonly blocks: TextBlock[] = [];
  title = "";
  #stack: State[] = [];
  #state: State;
  #root: Destination = { kind: "text", words: [] };
  /** Of the current paragraph: bold and large only if all of its letters are. */
  #print = unprinted;
  #fonts = new Map<number, string>();
  #defaultEncoding = "windows-1252";
  /** Outline level by style number. */
  #styles = new Map<number, number>();
  #tableFont: number | undefined;
  #bytes: Uint8Array[] = [];
  #toSkip = 0;
  #isStarred = false;
  #isGroupStart = false;
  #number = "";
  #cells: string[] = [];
  #edgeLines = new Set<string>();
  /** Footnotes and text boxes follow the paragraph that they belong to. */
  #after: TextBlock[] = [];

  constructor() {
    this.#state = {
      destination: this.#root,
      encoding: this.#defaultEncoding,
      fallbackLength: 1,
      isHidden: false,
      isDeleted: false,
      style: 0,
      outlineLevel: undefined,
      isInTable: false,
      isBold: false,
      size: defaultSize,
    };
  }

  read(token: RtfToken): void {
    if (token.type === "bytes") {
      this.#addBytes(token.bytes);
      return;
    }
    this.#flushBytes();
    if (token.type === "open") this.#open();
    else if (token.type === "close") this.#close();
    else this.#readWord(token.word, token.value);
  }

  #readWord(word: string, value: number | undefined): void {
    const isStarred = this.#isStarred;
    const isGroupStart = this.#isGroupStart;
    this.#isStarred = false;
    this.#isGroupStart = false;
    if (word === "*") {
      this.#isStarred = true;
      this.#isGroupStart = isGroupStart;
    } else if (!(isGroupStart && this.#enter(word, isStarred))) this.#applyWord(word, value);
  }

  end(): void {
    this.#flushBytes();
    this.#state.destination = this.#root;
    this.#addRow();
    this.#addParagraph();
  }

  #open(): void {
    if (this.#stack.length >= maxDepth) throw new UnreadableFile("The file is damaged: it is nested too deep.");
    this.#toSkip = 0;
    this.#stack.push({ ...this.#state });
    this.#isGroupStart = true;
    this.#isStarred = false;
  }

  #close(): void {
    this.#isGroupStart = false;
    this.#isStarred = false;
    this.#toSkip = 0;
    const outer = this.#stack.pop();
    if (outer === undefined) return;
    const { destination } = this.#state;
    if (destination !== outer.destination) this.#leave(destination);
    else if (destination.kind === "stylesheet") this.#readStyleName(destination.words.splice(0).join(""));
    this.#state = outer;
  }

  /** True if the word starts a destination. */
  #enter(word: string, isStarred: boolean): boolean {
    const kind = findDestinationKind(word);
    if (kind === undefined && !(isStarred && !starredWithText.has(word))) return false;
    // Everything inside an ignored destination is ignored.
    if (this.#state.destination.kind === "ignored") return true;
    this.#state.destination = { kind: kind ?? "ignored", words: [] };
    return true;
  }

  #leave(destination: Destination): void {
    const text = destination.words.join("");
    switch (destination.kind) {
      case "header":
      case "footer":
        for (const line of text.split("\n")) {
          const found = block(line, destination.kind);
          if (!this.#isRepeated(found)) this.blocks.push(found);
        }
        return;
      case "footnote":
      case "box":
        for (const line of text.split("\n"))
          this.#after.push(block(line, destination.kind === "box" ? "body" : "footnote"));
        return;
      case "title":
        this.title = text;
        return;
      case "number":
        this.#number = normaliseLine(text);
    }
  }

  /** For programs that write no outline level but name their styles "heading 1". */
  #readStyleName(name: string): void {
    const level = /^\s*heading ([1-9])\b/i.exec(name)?.[1];
    if (level !== undefined && !this.#styles.has(this.#state.style))
      this.#styles.set(this.#state.style, Number(level) - 1);
  }

  /** Each section repeats its headers and footers. */
  #isRepeated({ text, kind }: TextBlock): boolean {
    const key = `${kind} ${text}`;
    const isKnown = this.#edgeLines.has(key);
    this.#edgeLines.add(key);
    return isKnown;
  }

  #applyWord(word: string, value: number | undefined): void {
    const state = this.#state;
    const character = characters[word];
    if (character !== undefined) {
      this.#addText(character);
      return;
    }
    switch (word) {
      case "par":
      case "\n":
      case "\r":
      case "sect":
      case "page":
        this.#endParagraph();
        return;
      case "cell":
      case "nestcell":
        this.#endCell();
        return;
      case "row":
      case "nestrow":
        this.#addRow();
        return;
      case "intbl":
        state.isInTable = true;
        return;
      case "pard":
        state.outlineLevel = undefined;
        state.style = 0;
        state.isInTable = false;
        return;
      case "plain":
        state.isHidden = false;
        state.isDeleted = false;
        state.isBold = false;
        state.size = defaultSize;
        return;
      case "b":
        state.isBold = value !== 0;
        return;
      case "fs":
        state.size = (value ?? 2 * defaultSize) / 2;
        return;
      case "v":
        state.isHidden = value !== 0;
        return;
      case "deleted":
        state.isDeleted = value !== 0;
        return;
      case "s":
        state.style = value ?? 0;
        return;
      case "outlinelevel":
        state.outlineLevel = value;
        if (state.destination.kind === "stylesheet" && value !== undefined) this.#styles.set(state.style, value);
        return;
      case "u":
        this.#addText(String.fromCharCode((value ?? 63) & 0xffff));
        this.#toSkip = state.fallbackLength;
        return;
      case "uc":
        state.fallbackLength = Math.max(0, Math.min(16, value ?? 1));
        return;
      default:
        this.#applyEncoding(word, value);
    }
  }

  #applyEncoding(word: string, value: number | undefined): void {
    const state = this.#state;
    if (word === "ansicpg" && value !== undefined) {
      this.#defaultEncoding = toEncoding(value);
      state.encoding = this.#defaultEncoding;
    } else if (word === "mac") state.encoding = this.#defaultEncoding = "macintosh";
    else if (word === "f" && state.destination.kind === "fonts") this.#tableFont = value;
    else if (word === "f") state.encoding = this.#fonts.get(value ?? 0) ?? this.#defaultEncoding;
    else if (word === "fcharset" && this.#tableFont !== undefined && value !== undefined && value > 1) {
      const encoding = charsets[value];
      if (encoding !== undefined) this.#fonts.set(this.#tableFont, encoding);
    }
  }

  #addBytes(bytes: Uint8Array): void {
    this.#isGroupStart = false;
    const skipped = Math.min(this.#toSkip, bytes.length);
    this.#toSkip -= skipped;
    // Embedded images are megabytes of digits.
    if (this.#state.destination.kind !== "ignored") this.#bytes.push(bytes.subarray(skipped));
  }

  /** Decodes at the end of a run, because a character may have several bytes. */
  #flushBytes(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Buffer.concat(this.#bytes);
    this.#bytes = [];
    this.#addText(new TextDecoder(this.#state.encoding).decode(bytes));
  }

  #addText(text: string): void {
    if (this.#state.isHidden || this.#state.isDeleted) return;
    this.#state.destination.words.push(text);
    if (this.#state.destination !== this.#root || !/[\p{L}\p{N}]/u.test(text)) return;
    const { isBold, size } = this.#print;
    this.#print = { isBold: isBold && this.#state.isBold, size: Math.min(size, this.#state.size) };
  }

  #endParagraph(): void {
    const { destination, isInTable } = this.#state;
    if (destination !== this.#root) destination.words.push("\n");
    else if (isInTable) this.#addText(" ");
    else this.#addParagraph();
  }

  #addParagraph(): void {
    // A table may lack its end.
    if (this.#cells.length > 0) this.#addRow();
    const text = this.#root.words.join("");
    this.#root.words.length = 0;
    const number = this.#number;
    this.#number = "";
    const level = this.#state.outlineLevel ?? this.#styles.get(this.#state.style);
    const words = number === "" || number === "·" || number === "•" ? text : `${number} ${text}`;
    const kind: ParagraphKind = number === "" ? "body" : "listItem";
    const style = this.#print;
    this.#print = unprinted;
    if (normaliseLine(text) !== "") {
      const found = level !== undefined && level < 9 ? heading(words, level + 1) : block(words, kind);
      this.blocks.push({ ...found, style });
    }
    this.#flushAfter();
  }

  #endCell(): void {
    if (this.#state.destination !== this.#root) {
      this.#addText(" ");
      return;
    }
    const number = this.#number === "" ? "" : `${this.#number} `;
    this.#number = "";
    this.#cells.push(number + this.#root.words.join(""));
    this.#root.words.length = 0;
  }

  #addRow(): void {
    if (this.#state.destination !== this.#root || this.#cells.length === 0) return;
    const found = tableRow(this.#cells);
    this.#cells = [];
    if (found !== undefined) this.blocks.push(found);
    this.#flushAfter();
  }

  #flushAfter(): void {
    for (const after of this.#after.splice(0)) this.blocks.push(after);
  }
}

function findDestinationKind(word: string): Destination["kind"] | undefined {
  if (/^header[lrf]?$/.test(word)) return "header";
  if (/^footer[lrf]?$/.test(word)) return "footer";
  switch (word) {
    case "footnote":
    case "title":
    case "stylesheet":
      return word;
    case "fonttbl":
      return "fonts";
    case "shptxt":
      return "box";
    case "listtext":
    case "pntext":
      return "number";
    default:
      return ignored.has(word) ? "ignored" : undefined;
  }
}

export function parseRtf(bytes: Uint8Array): { blocks: TextBlock[]; title: string | undefined } {
  const parser = new RtfParser();
  for (const token of tokeniseRtf(bytes)) parser.read(token);
  parser.end();
  return { blocks: parser.blocks, title: parser.title };
}
