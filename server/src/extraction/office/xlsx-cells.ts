import { SSF } from "@e965/xlsx";
import type { OfficePackage, Relation } from "./office-package.ts";
import { columnOf } from "./sheet-rows.ts";
import { elementsOf, findElement, textOf, type XmlElement } from "./xml-elements.ts";

/** What the cells of a workbook need to be read as they are shown. */
export interface XlsxContext {
  sharedStrings: string[];
  /** Number formats by the index cells use: a code of the file, or the number of one that is built in. */
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
    for await (const unit of units) sharedStrings.push(richText(unit));
  }
  const stylesPart = part("styles");
  const styles = stylesPart === undefined ? undefined : await opened.xml(stylesPart);
  return { sharedStrings, formats: formatsOf(styles), isDate1904 };
}

/** Text with formatting in pieces; how a word is pronounced (s:rPh) is no part of it. */
function richText(element: XmlElement | undefined): string {
  return elementsOf(element)
    .map((child) => (child.name === "s:t" ? textOf(child) : child.name === "s:r" ? richText(child) : ""))
    .join("")
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function formatsOf(styles: XmlElement | undefined): (string | number)[] {
  const own = new Map(
    elementsOf(findElement(styles, "s:numFmts"), "s:numFmt").map(({ attributes }) => [
      attributes["numFmtId"],
      attributes["formatCode"] ?? "General",
    ]),
  );
  return elementsOf(findElement(styles, "s:cellXfs"), "s:xf").map(({ attributes }) => {
    const id = attributes["numFmtId"] ?? "0";
    return own.get(id) ?? Number(id);
  });
}

export function* xlsxCells(row: XmlElement, context: XlsxContext): Generator<[column: number, text: string]> {
  let next = 0;
  for (const cell of elementsOf(row, "s:c")) {
    const reference = cell.attributes["r"];
    const column = reference === undefined ? next : columnOf(reference);
    next = column + 1;
    yield [column, cellText(cell, context)];
  }
}

function cellText(cell: XmlElement, context: XlsxContext): string {
  const value = textOf(findElement(cell, "s:v"));
  switch (cell.attributes["t"]) {
    case "s":
      return context.sharedStrings[Number(value)] ?? "";
    case "inlineStr":
      return richText(findElement(cell, "s:is"));
    case "b":
      return value === "1" ? "TRUE" : value === "0" ? "FALSE" : "";
    case "str":
    case "e":
    case "d":
      return value;
    default:
      return value === "" ? "" : formatted(Number(value), value, cell, context);
  }
}

/** A number as the sheet shows it: dates, currencies, percentages. */
function formatted(number: number, written: string, cell: XmlElement, context: XlsxContext): string {
  if (!Number.isFinite(number)) return written;
  const format = context.formats[Number(cell.attributes["s"] ?? 0)] ?? 0;
  try {
    const text = SSF.format(format, number, { date1904: context.isDate1904 });
    // A format may say that nothing is shown (";;;"): the number stands in the file all the same.
    return text.trim() === "" ? written : text;
  } catch {
    return written;
  }
}
