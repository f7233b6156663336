import { harmless, shorten, type Terminal, visibleLength } from "./terminal.ts";

export interface Column {
  title: string;
  /** Shortened first when the terminal is narrow. */
  isFlexible?: boolean;
  isRight?: boolean;
}

const gap = "  ";
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const colour = /(\u001b\[\d+m)/;

/** Columns as wide as what they hold; where that is too wide, the flexible ones give way. Nothing is cut off in a file or pipe. */
export function printTable(
  terminal: Terminal,
  columns: Column[],
  rows: string[][],
  isFitted = process.stdout.isTTY,
): void {
  const clean = rows.map((row) => row.map(harmlessCell));
  const widths = columns.map(({ title }, index) =>
    Math.max(visibleLength(title), ...clean.map((row) => visibleLength(row[index] ?? ""))),
  );
  if (isFitted) {
    let excess = widths.reduce((sum, width) => sum + width + gap.length, -gap.length) - terminal.columns();
    for (const [index, { isFlexible, title }] of columns.entries()) {
      if (!isFlexible || excess <= 0) continue;
      const given = Math.min(excess, (widths[index] ?? 0) - Math.max(12, visibleLength(title)));
      if (given <= 0) continue;
      widths[index] = (widths[index] ?? 0) - given;
      excess -= given;
    }
  }
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        const shown = visibleLength(cell) > width ? shorten(cell, width) : cell;
        const padding = " ".repeat(Math.max(0, width - visibleLength(shown)));
        return columns[index]?.isRight ? padding + shown : shown + padding;
      })
      .join(gap)
      .trimEnd();
  terminal.out(terminal.style("bold", line(columns.map(({ title }) => title))));
  for (const row of clean) terminal.out(line(row));
}

/** Cells may carry our own colours, and nothing else that steers a terminal. */
function harmlessCell(cell: string): string {
  return cell
    .replaceAll("\n", " ")
    .split(colour)
    .map((part, index) => (index % 2 === 1 ? part : harmless(part)))
    .join("");
}

/** Names and values, one a line. */
export function printFacts(
  terminal: Terminal,
  facts: [name: string, value: string | number | boolean | null | undefined][],
): void {
  const given = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  const width = Math.max(...given.map(([name]) => name.length));
  for (const [name, value] of given) {
    terminal.out(`${terminal.style("dim", name.padEnd(width))}  ${harmlessCell(String(value))}`);
  }
}

/** 2026-03-01 12:00, in the reader's own time. */
export function moment(iso: string | null | undefined): string {
  if (!iso) return "";
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
