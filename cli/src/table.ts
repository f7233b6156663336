import { sanitize, type Terminal, truncate, visibleLength } from "./terminal.ts";

export interface Column {
  title: string;
  /** Truncated first on narrow terminals. */
  isFlexible?: boolean;
  isRightAligned?: boolean;
}

const gap = "  ";
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const colour = /(\u001b\[\d+m)/;

/** On a narrow terminal, flexible columns are truncated. Nothing is truncated in a file or pipe. */
export function printTable(
  terminal: Terminal,
  columns: Column[],
  rows: string[][],
  isFittedToTerminal = process.stdout.isTTY,
): void {
  const clean = rows.map((row) => row.map(sanitizeCell));
  const widths = columns.map(({ title }, index) =>
    Math.max(visibleLength(title), ...clean.map((row) => visibleLength(row[index] ?? ""))),
  );
  if (isFittedToTerminal) {
    let excess = widths.reduce((sum, width) => sum + width + gap.length, -gap.length) - terminal.columns();
    for (const [index, { isFlexible, title }] of columns.entries()) {
      if (!isFlexible || excess <= 0) continue;
      const saved = Math.min(excess, (widths[index] ?? 0) - Math.max(12, visibleLength(title)));
      if (saved <= 0) continue;
      widths[index] = (widths[index] ?? 0) - saved;
      excess -= saved;
    }
  }
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        const shown = visibleLength(cell) > width ? truncate(cell, width) : cell;
        const padding = " ".repeat(Math.max(0, width - visibleLength(shown)));
        return columns[index]?.isRightAligned ? padding + shown : shown + padding;
      })
      .join(gap)
      .trimEnd();
  terminal.out(terminal.style("bold", line(columns.map(({ title }) => title))));
  for (const row of clean) terminal.out(line(row));
}

/** Keeps our own colours and removes all other control sequences. */
function sanitizeCell(cell: string): string {
  return cell
    .replaceAll("\n", " ")
    .split(colour)
    .map((part, index) => (index % 2 === 1 ? part : sanitize(part)))
    .join("");
}

export function printFields(
  terminal: Terminal,
  fields: [name: string, value: string | number | boolean | null | undefined][],
): void {
  const present = fields.filter(([, value]) => value !== null && value !== undefined && value !== "");
  const width = Math.max(...present.map(([name]) => name.length));
  for (const [name, value] of present) {
    terminal.out(`${terminal.style("dim", name.padEnd(width))}  ${sanitizeCell(String(value))}`);
  }
}

/** 2026-03-01 12:00, in local time. */
export function formatTime(iso: string | null | undefined): string {
  if (!iso) return "";
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
