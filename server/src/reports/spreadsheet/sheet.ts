import { ZipMember } from "../../platform/zip-file.ts";
import { type CellStyle, styleIndex } from "./cell-styles.ts";

export type Cell = string | number | undefined | { value: string | number; style: CellStyle };

/** Excel's limits for a cell and for a sheet. */
const maxCharacters = 32_767;
export const maxRows = 1_048_576;

/** Characters that XML 1.0 cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const invalidInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(invalidInXml, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function columnName(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);
}

/** A text that looks like a formula is also marked as literal, so that editing the cell does not turn it into one. */
function cellXml(cell: Cell, reference: string): string {
  const { value, style } = typeof cell === "object" ? cell : { value: cell ?? "", style: "plain" as CellStyle };
  if (value === "") return "";
  if (typeof value === "number") return `<c r="${reference}" s="${styleIndex(style)}"><v>${value}</v></c>`;
  const shown = style === "plain" && /^[=+\-@\t\r]/.test(value) ? "literal" : style;
  const text = value.length > maxCharacters ? `${value.slice(0, maxCharacters - 1)}…` : value;
  return `<c r="${reference}" s="${styleIndex(shown)}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

export interface SheetLayout {
  name: string;
  /** In characters. */
  widths: number[];
  /** A frozen header row with filters. */
  head?: string[];
}

/** One sheet, written row by row. */
export class Sheet {
  readonly member: ZipMember;
  readonly layout: SheetLayout;
  rows = 0;

  constructor(number: number, layout: SheetLayout) {
    this.layout = layout;
    this.member = new ZipMember(`xl/worksheets/sheet${number}.xml`);
    const columns = layout.widths
      .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
      .join("");
    const pane =
      layout.head === undefined ? "" : '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
    this.member.write(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"${number === 1 ? ' tabSelected="1"' : ""}>${pane}</sheetView></sheetViews><cols>${columns}</cols><sheetData>`,
    );
    if (layout.head !== undefined) this.add(layout.head.map((value) => ({ value, style: "head" })));
  }

  add(cells: Cell[]): void {
    this.rows += 1;
    const row = cells.map((cell, index) => cellXml(cell, `${columnName(index)}${this.rows}`)).join("");
    this.member.write(`<row r="${this.rows}">${row}</row>`);
  }

  end(): void {
    const { head } = this.layout;
    const filter =
      head === undefined ? "" : `<autoFilter ref="A1:${columnName(head.length - 1)}${Math.max(this.rows, 1)}"/>`;
    this.member.write(
      `</sheetData>${filter}<pageSetup orientation="landscape" fitToHeight="0" paperSize="9"/></worksheet>`,
    );
    this.member.end();
  }
}
