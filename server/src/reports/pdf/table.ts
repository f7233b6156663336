import type { LabelledText } from "../content/board-text.ts";
import { colours, margin, type ReportPage, type TextStyle } from "./report-page.ts";

export interface Column {
  title: string;
  /** Share of the page's width. */
  share: number;
  align?: "left" | "right";
}

export interface Cell {
  text: string;
  style?: Pick<TextStyle, "font" | "sizePoints" | "colour">;
  /** A second paragraph, smaller. */
  detail?: string;
}

export interface Row {
  cells: Cell[];
  /** Below the cells, over the table's width. */
  remarks?: LabelledText[];
}

const padding = 4;
const sizePoints = 8.5;
const detailStyle = { sizePoints: 8, colour: colours.quiet };

/** A table that continues on the next page with its header; a row stays on one page unless it is longer than that. */
export function drawTable(page: ReportPage, columns: Column[], rows: Iterable<Row>): void {
  const table = page.open("Table");
  const widths = columns.map(({ share }) => share * page.width);
  const heightOf = (cells: Cell[]) => Math.max(...cells.map((cell, at) => cellHeight(page, cell, widths[at] ?? 0)));

  function drawRow(cells: Cell[], role: "TH" | "TD", remarks: LabelledText[] = []): void {
    const row = page.open("TR", table);
    const top = page.y + padding;
    const firstPage = page.pageNumber;
    let bottom = top;
    let x = margin;
    for (const [at, cell] of cells.entries()) {
      const width = widths[at] ?? 0;
      // Only the last cell may be longer than a page; it is drawn last and may go on to the next.
      page.y = top;
      const style = {
        ...{ sizePoints, ...cell.style, within: row, role, gapAfter: 0 },
        ...{ indent: x - margin, width: width - 8, align: columns[at]?.align ?? "left" },
      };
      page.text(cell.text, style);
      if (cell.detail !== undefined && cell.detail !== "") page.text(cell.detail, { ...style, ...detailStyle });
      bottom = page.pageNumber === firstPage ? Math.max(bottom, page.y) : page.y;
      x += width;
    }
    page.y = bottom + padding - 2;
    for (const { label, text } of remarks)
      page.lead(label, text, { sizePoints: 8, indent: 12, within: row, role: "TD", gapAfter: 1 });
    page.line(page.y);
  }

  const head = columns.map(({ title }) => ({ text: title, style: { font: "bold" as const, colour: page.second } }));
  const hasHead = head.some(({ text }) => text !== "");
  const headHeight = hasHead ? heightOf(head) + 2 * padding : 0;
  let isFirst = true;
  for (const { cells, remarks = [] } of rows) {
    // Remarks may go on to the next page; their first lines stay with the row.
    const height = heightOf(cells) + 2 * padding + (remarks.length > 0 ? 36 : 0);
    const isNewPage = page.y + height + (isFirst ? headHeight : 0) > page.bottom && height < page.bottom - margin - 60;
    if (isNewPage) page.newPage();
    if ((isFirst || isNewPage) && hasHead) drawRow(head, "TH");
    drawRow(cells, "TD", remarks);
    isFirst = false;
  }
  page.y += 8;
}

function cellHeight(page: ReportPage, { text, style, detail = "" }: Cell, width: number): number {
  const own = page.heightOf(text, { sizePoints, ...style, width: width - 8 });
  return detail === "" ? own : own + page.heightOf(detail, { ...detailStyle, width: width - 8 });
}
