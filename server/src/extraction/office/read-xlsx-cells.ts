import { SSF } from "@e965/xlsx";
import type { OfficePackage, Relation } from "./office-package.ts";
import { parseColumn } from "./sheet-rows.ts";
import { childElements, findElement, textContent, type XmlElement } from "./stream-xml.ts";

/** Parts of the workbook that cells refer to. */
export interface XlsxContext {
  sharedStrings: string[];
  /** Number formats by cell style: a format code, or the number of a built-in format. */
  formats: (string | number)[];
  isDate1904: boolean;
}

export async function readXlsxContext(
  opened: OfficePackage,
  relations: Relation[],
  isDate1904: boolean,
): Promise<XlsxContext> {
  const part = (kind: string): string | undefined => relations.find((relation) => relation.kind === kind)?.part;
  const sharedStrings: string[] = [];
  const stringsPart = part("sharedStrings");
  if (stringsPart !== undefined && opened.has(stringsPart)) {
    const units = opened.units(stringsPart, { isUnit: (name) => name === "s:si" });
    for await (const unit of units) sharedStrings.push(readRichText(unit));
  }
  const stylesPart = part("styles");
  const styles = stylesPart === undefined ? undefined : await opened.xml(stylesPart);
  return { sharedStrings, formats: readFormats(styles), isDate1904 };
}

/** Joins runs of formatted text, without phonetic guides (s:rPh). */
function readRichText(element: XmlElement | undefined): string {
  return childElements(element)
    .map((child) => (child.name === "s:t" ? textContent(child) : child.name === "s:r" ? readRichText(child) : ""))
    .join("")
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Excel's own limit. A format is parsed again for each of its cells. */
const maxFormatLength = 255;

function readFormats(styles: XmlElement | undefined): (string | number)[] {
  const own = new Map(
    childElements(findElement(styles, "s:numFmts"), "s:numFmt").map(({ attributes }) => {
      const { numFmtId, formatCode = "General" } = attributes;
      return [numFmtId, formatCode.length > maxFormatLength ? "General" : formatCode];
    }),
  );
  return childElements(findElement(styles, "s:cellXfs"), "s:xf").map(({ attributes }) => {
    const id = attributes["numFmtId"] ?? "0";
    return own.get(id) ?? Number(id);
  });
}

export function* readXlsxCells(row: XmlElement, context: XlsxContext): Generator<[column: number, text: string]> {
  let next = 0;
  for (const cell of childElements(row, "s:c")) {
    const reference = cell.attributes["r"];
    const column = reference === undefined ? next : parseColumn(reference);
    next = column + 1;
    yield [column, readCell(cell, context)];
  }
}

function readCell(cell: XmlElement, context: XlsxContext): string {
  const value = textContent(findElement(cell, "s:v"));
  switch (cell.attributes["t"]) {
    case "s":
      return context.sharedStrings[Number(value)] ?? "";
    case "inlineStr":
      return readRichText(findElement(cell, "s:is"));
    case "b":
      return value === "1" ? "TRUE" : value === "0" ? "FALSE" : "";
    case "str":
    case "e":
    case "d":
      return value;
    default:
      return value === "" ? "" : formatValue(Number(value), value, cell, context);
  }
}

/** Formats a number as the sheet displays it: as a date, currency or percentage. */
function formatValue(number: number, raw: string, cell: XmlElement, context: XlsxContext): string {
  if (!Number.isFinite(number)) return raw;
  const format = context.formats[Number(cell.attributes["s"] ?? 0)] ?? 0;
  try {
    const text = SSF.format(format, number, { date1904: context.isDate1904 });
    // A format may hide the number (";;;"), which is still in the file.
    return text.trim() === "" ? raw : text;
  } catch {
    return raw;
  }
}
