import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";

/** Open fonts (OFL) for Latin, Greek and Cyrillic. Only the glyphs that a report uses are embedded. */
const fontFile = (weight: string, name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${weight}/NotoSans_${name}.ttf`));
const fonts = {
  regular: fontFile("400Regular", "400Regular"),
  bold: fontFile("600SemiBold", "600SemiBold"),
  italic: fontFile("400Regular_Italic", "400Regular_Italic"),
};
export type Font = keyof typeof fonts;

export const colours = {
  ink: "#1b2631",
  quiet: "#5b6875",
  line: "#d5dce2",
  tint: "#f3f6f8",
  onAccent: "#ffffff",
};

export const margin = 54;
const footerHeight = 30;
const lineGap = 1.5;
const paragraphGap = 3;

export interface TextStyle {
  font?: Font;
  sizePoints?: number;
  colour?: string;
  /** From the left margin, in points. */
  indent?: number;
  width?: number;
  gapAfter?: number;
  /** The tag for screen readers: H1, H2, P, BlockQuote, LI. */
  role?: string;
  /** The structure that the text belongs to; the current section if absent. */
  within?: Structure;
  align?: "left" | "right" | "center";
}

export type Structure = ReturnType<PDFKit.PDFDocument["struct"]>;
type Outline = PDFKit.PDFOutline;

export interface PageLabels {
  language: string;
  title: string;
  author: string;
  subject: string;
  createdAt: Date;
  footer: string;
  page: string;
  accent: string;
  /** Of lines and small headings. */
  second: string;
}

/** Characters without a glyph. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const invisible = /[\u0000-\u0008\u000B-\u001F\u007F\u200B\uFEFF]/g;
/** Longer than any hash or signature. Breaking a word across lines takes time quadratic in its length, so it gets break points. */
const endlessWord = /\S{91,}/gu;
const addBreakPoints = (word: string) => word.replace(/.{60}/gsu, "$&\u200B");

const toPrintable = (text: string) =>
  text.replaceAll("\r\n", "\n").replaceAll("\t", " ").replace(invisible, "").replace(endlessWord, addBreakPoints);

/** A4 pages that fill from the top. A full page is written out and freed. */
export class ReportPage {
  readonly doc: PDFKit.PDFDocument;
  readonly #labels: PageLabels;
  readonly #root: Structure;
  #section: Structure;
  #pageNumber = 1;
  #topOutline: Outline | undefined;

  constructor(labels: PageLabels) {
    this.#labels = labels;
    this.doc = new PDFDocument({
      size: "A4",
      margins: { top: margin, left: margin, right: margin, bottom: margin + footerHeight },
      pdfVersion: "1.7",
      tagged: true,
      lang: labels.language,
      displayTitle: true,
      info: {
        Title: labels.title,
        Author: labels.author,
        Subject: labels.subject,
        Creator: "Assay",
        CreationDate: labels.createdAt,
        ModDate: labels.createdAt,
      },
    });
    for (const [name, file] of Object.entries(fonts)) this.doc.registerFont(name, file);
    this.#root = this.doc.struct("Document");
    this.doc.addStructure(this.#root);
    this.#section = this.open("Sect", this.#root);
    this.doc.on("pageAdded", () => this.#footer());
    this.doc.font("regular").fontSize(9.5).fillColor(colours.ink);
  }

  get accent(): string {
    return this.#labels.accent;
  }

  get second(): string {
    return this.#labels.second;
  }

  get pageNumber(): number {
    return this.#pageNumber;
  }

  get width(): number {
    return this.doc.page.width - 2 * margin;
  }

  get y(): number {
    return this.doc.y;
  }

  set y(value: number) {
    this.doc.y = value;
  }

  get bottom(): number {
    return this.doc.page.height - margin - footerHeight;
  }

  /** Ends the current section, which is then written out, and begins another. */
  section(): void {
    this.#section.end();
    this.#section = this.open("Sect", this.#root);
  }

  newPage(): void {
    this.doc.continueOnNewPage();
    this.doc.x = margin;
  }

  /** Begins a new page unless this height is free on the current one. */
  ensureRoom(heightPoints: number): void {
    if (this.doc.y + heightPoints > this.bottom) this.newPage();
  }

  bookmark(title: string, depth: 1 | 2): void {
    const place = { top: Math.max(0, this.doc.y - 8), left: this.doc.page.width };
    const parent = depth === 1 ? this.doc.outline : (this.#topOutline ?? this.doc.outline);
    const added = parent.addItem(toPrintable(title).replaceAll("\n", " "), place as object);
    if (depth === 1) this.#topOutline = added;
  }

  text(text: string, style: TextStyle = {}): void {
    const { font = "regular", sizePoints = 9.5, colour = colours.ink, indent = 0, gapAfter = 4, role = "P" } = style;
    this.doc.font(font).fontSize(sizePoints).fillColor(colour);
    this.doc.text(toPrintable(text), margin + indent, this.doc.y, {
      width: style.width ?? this.width - indent,
      align: style.align ?? "left",
      lineGap,
      paragraphGap,
      structParent: style.within ?? this.#section,
      structType: role,
    });
    this.doc.y += gapAfter;
    this.doc.x = margin;
  }

  /** A paragraph that begins with words in bold. */
  lead(lead: string, text: string, style: TextStyle & { leadColour?: string }): void {
    if (text === "") {
      this.text(lead, { ...style, font: "bold", ...(style.leadColour && { colour: style.leadColour }) });
      return;
    }
    const { sizePoints = 9.5, colour = colours.ink, leadColour = colour, indent = 0, gapAfter = 4, role = "P" } = style;
    const width = style.width ?? this.width - indent;
    const height = this.heightOf(`${lead}  ${text}`, { ...style, font: "bold" });
    // pdfkit cannot add a page, with its footer, within a paragraph of several fonts.
    if (height > (this.bottom - margin) / 2) {
      this.text(lead, { ...style, font: "bold", colour: leadColour, gapAfter: 0 });
      this.text(text, style);
      return;
    }
    this.ensureRoom(height);
    const structParent = style.within ?? this.#section;
    const options = { width, lineGap, paragraphGap, structParent, structType: role };
    this.doc.font("bold").fontSize(sizePoints).fillColor(leadColour);
    this.doc.text(`${toPrintable(lead)}  `, margin + indent, this.doc.y, { ...options, continued: true });
    this.doc.font("regular").fillColor(colour).text(toPrintable(text), options);
    this.doc.y += gapAfter;
    this.doc.x = margin;
  }

  heightOf(text: string, { font = "regular", sizePoints = 9.5, indent = 0, width }: TextStyle = {}): number {
    this.doc.font(font).fontSize(sizePoints);
    return this.doc.heightOfString(toPrintable(text), { width: width ?? this.width - indent, lineGap, paragraphGap });
  }

  widthOf(text: string, font: Font, sizePoints: number): number {
    return this.doc.font(font).fontSize(sizePoints).widthOfString(toPrintable(text));
  }

  /** One line at a fixed place. The text flow of the page is unaffected. */
  label(text: string, x: number, y: number, style: TextStyle = {}): void {
    const { font = "regular", sizePoints = 9, colour = colours.ink, width, align = "left", role = "P" } = style;
    const before = this.doc.y;
    this.doc.font(font).fontSize(sizePoints).fillColor(colour);
    const shown = width === undefined ? toPrintable(text) : this.#cut(toPrintable(text), width);
    this.doc.text(shown.replaceAll("\n", " "), x, y, {
      lineBreak: false,
      ...(width !== undefined && { width, align }),
      structParent: style.within ?? this.#section,
      structType: role,
    });
    this.doc.y = before;
    this.doc.x = margin;
  }

  #cut(text: string, width: number): string {
    if (this.doc.widthOfString(text) <= width) return text;
    let end = text.length;
    while (end > 1 && this.doc.widthOfString(`${text.slice(0, end)}…`) > width) end = Math.floor(end * 0.92);
    return `${text.slice(0, end).trimEnd()}…`;
  }

  /** A structure inside the current section, such as a table. */
  open(kind: string, parent: Structure = this.#section): Structure {
    const structure = this.doc.struct(kind);
    parent.add(structure);
    return structure;
  }

  /** Draws lines and backgrounds, which screen readers skip. */
  draw(paint: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    paint(this.doc);
    this.doc.endMarkedContent();
  }

  /** A thin line over the page's width. */
  line(y: number): void {
    this.draw((doc) => {
      doc
        .moveTo(margin, y)
        .lineTo(margin + this.width, y)
        .lineWidth(0.5)
        .stroke(colours.line);
    });
  }

  /** A heading that stays with what follows it. */
  heading(text: string, depth: 1 | 2, roomAfterPoints = 70): void {
    const sizePoints = depth === 1 ? 18 : 12.5;
    const style = { font: "bold", sizePoints, colour: this.accent } as const;
    const before = depth === 1 ? 0 : 8;
    this.ensureRoom(before + this.heightOf(text, style) + roomAfterPoints);
    if (this.doc.y > margin + 1) this.doc.y += before;
    this.bookmark(text, depth);
    this.text(text, { ...style, role: `H${depth}`, gapAfter: depth === 1 ? 6 : 4 });
  }

  #footer(): void {
    this.#pageNumber += 1;
    const { doc } = this;
    const y = doc.page.height - margin + 4;
    doc.markContent("Artifact", { type: "Pagination" });
    doc
      .moveTo(margin, y - 6)
      .lineTo(margin + this.width, y - 6)
      .lineWidth(0.5)
      .stroke(colours.line);
    // A page may be added in the middle of a paragraph, so the text state is saved and restored.
    const state = doc as unknown as { _font: unknown; _fontSize: number; _fillColor: [string, number] | undefined };
    const { _font, _fontSize, _fillColor } = state;
    const { x, y: flow } = doc;
    const { bottom } = doc.page.margins;
    doc.page.margins.bottom = 0;
    doc.font("regular").fontSize(7.5).fillColor(colours.quiet);
    doc.text(this.#labels.footer, margin, y, { width: this.width - 80, height: 10, ellipsis: true, lineBreak: true });
    const number = `${this.#labels.page} ${this.#pageNumber}`;
    doc.text(number, margin + this.width - 80, y, { width: 80, align: "right", lineBreak: false });
    doc.page.margins.bottom = bottom;
    Object.assign(state, { _font, _fontSize });
    if (_fillColor !== undefined) doc.fillColor(..._fillColor);
    doc.x = x;
    doc.y = flow;
    doc.endMarkedContent();
  }

  end(): void {
    this.#section.end();
    this.#root.end();
    this.doc.end();
  }
}
