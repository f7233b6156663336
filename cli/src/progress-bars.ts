import type { ReviewProgress, UploadProgress } from "@assay/sdk";
import { sanitize, type Terminal, truncate, truncateStyled, visibleLength } from "./terminal.ts";

const redrawMilliseconds = 100;
/** Shorter on narrow terminals, so that the file name fits. */
const barWidth = (terminal: Terminal): number => (terminal.columns() < 100 ? 12 : 24);
/** Enough to distinguish files. Below it the end of the line is truncated instead. */
const minNameWidth = 8;

export function bar(part: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, part)) * width);
  return "█".repeat(filled) + "░".repeat(width - filled);
}

function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export interface ProgressBars {
  upload(progress: UploadProgress): void;
  review(name: string, progress: ReviewProgress): void;
  /** Leaves the last state on the screen; later output starts on a new line. */
  end(): void;
}

/** One line for each file, redrawn in place on a terminal. Elsewhere one line when a file is done. */
export function openProgressBars(
  terminal: Terminal,
  isQuiet: boolean,
  now: () => number = () => performance.now(),
): ProgressBars {
  if (isQuiet) return { upload: () => undefined, review: () => undefined, end: () => undefined };
  const display = terminal.isInteractive ? openLiveDisplay(terminal, now) : openPlainDisplay(terminal);
  const rates = new Map<number, Rate>();
  return {
    upload: (progress) =>
      display.show(
        progress.files.map((file, index) => {
          const isDone = file.documentId !== undefined || file.sentBytes === file.totalBytes;
          const rate = rates.get(index) ?? new Rate(file.sentBytes, now);
          rates.set(index, rate);
          return {
            name: file.name,
            state: formatUpload(terminal, file, rate),
            isDone,
            done: `${formatBytes(file.totalBytes)} uploaded`,
          };
        }),
      ),
    review: (name, progress) => {
      const isDone = progress.status === "completed" || progress.status === "failed";
      display.show([
        {
          name,
          state: formatReview(terminal, progress),
          isDone,
          done: `${progress.status}, ${progress.itemsDone} ${progress.itemsDone === 1 ? "item" : "items"}`,
        },
      ]);
    },
    end: () => display.end(),
  };
}

/** Bytes per second since the first bytes of this run were sent, without the time the file waited for others. */
class Rate {
  readonly #now: () => number;
  #startedWith: number;
  #startedAt: number | undefined;

  constructor(startedWith: number, now: () => number) {
    this.#startedWith = startedWith;
    this.#now = now;
  }

  at(sentBytes: number): number {
    if (sentBytes === this.#startedWith) return 0;
    if (this.#startedAt === undefined) {
      this.#startedAt = this.#now();
      this.#startedWith = sentBytes;
      return 0;
    }
    const seconds = (this.#now() - this.#startedAt) / 1000;
    return seconds < 0.05 ? 0 : (sentBytes - this.#startedWith) / seconds;
  }
}

interface Line {
  name: string;
  /** Shown beside the name: bar, percentage, text. */
  state: string;
  isDone: boolean;
  done: string;
}

interface Display {
  show(lines: Line[]): void;
  end(): void;
}

function openLiveDisplay(terminal: Terminal, now: () => number): Display {
  let lines: Line[] = [];
  let drawn = 0;
  let drawnAt = 0;
  const draw = () => {
    drawnAt = now();
    const up = drawn === 0 ? "" : `\u001b[${drawn}A`;
    const shown = fitLines(terminal, lines);
    // Clears lines below, which may remain after the terminal became smaller.
    terminal.draw(`${up}${shown.map((line) => `\r\u001b[2K${line}\n`).join("")}\u001b[J`);
    drawn = shown.length;
  };
  return {
    show(next) {
      const isNew =
        next.length !== lines.length ||
        next.some(({ name, isDone }, index) => lines[index]?.name !== name || lines[index]?.isDone !== isDone);
      lines = next;
      if (isNew || now() - drawnAt > redrawMilliseconds) draw();
    },
    end() {
      if (lines.length > 0) draw();
      lines = [];
      drawn = 0;
    },
  };
}

function openPlainDisplay(terminal: Terminal): Display {
  const done = new Set<string>();
  return {
    show(lines) {
      for (const [index, line] of lines.entries()) {
        const key = `${index} ${line.name} ${line.done}`;
        if (!line.isDone || done.has(key)) continue;
        done.add(key);
        terminal.err(`${sanitize(line.name)}: ${line.done}`);
      }
    },
    end: () => undefined,
  };
}

/** Lines that fit the screen without wrapping, because only those can be redrawn. */
function fitLines(terminal: Terminal, lines: Line[]): string[] {
  // The cursor is below the last line, and some terminals wrap when the last column is written.
  const [rows, columns] = [Math.max(1, terminal.rows() - 1), Math.max(1, terminal.columns() - 1)];
  const isAll = lines.length <= rows;
  const shown = isAll ? lines : sortUnfinishedFirst(lines).slice(0, rows - 1);
  const widest = Math.max(0, ...shown.map(({ state }) => visibleLength(state) + 1));
  const width = Math.max(minNameWidth, Math.min(32, Math.max(12, columns - 77), columns - widest));
  const drawn = shown.map(({ name, state }) => truncateStyled(`${nameColumn(name, width)} ${state}`, columns));
  return isAll ? drawn : [...drawn, truncateStyled(`… and ${lines.length - shown.length} more`, columns)];
}

function sortUnfinishedFirst(lines: Line[]): Line[] {
  return [...lines.filter(({ isDone }) => !isDone), ...lines.filter(({ isDone }) => isDone)];
}

function nameColumn(name: string, width: number): string {
  return truncate(sanitize(name).replaceAll(/\s/g, " "), width).padEnd(width);
}

function formatUpload(terminal: Terminal, file: UploadProgress["files"][number], rate: Rate): string {
  const { sentBytes, totalBytes } = file;
  const part = sentBytes / totalBytes;
  const perSecond = rate.at(sentBytes);
  const isDone = sentBytes === totalBytes;
  const tail = isDone
    ? terminal.errStyle("green", "uploaded")
    : perSecond > 0
      ? `${formatBytes(perSecond)}/s  ${formatDuration((totalBytes - sentBytes) / perSecond)} left`
      : "starting";
  const shown = terminal.errStyle(isDone ? "green" : "cyan", bar(part, barWidth(terminal)));
  return `${shown} ${String(Math.floor(part * 100)).padStart(3)} %  ${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}  ${tail}`;
}

function formatReview(terminal: Terminal, progress: ReviewProgress): string {
  const { status, pagesDone, pageCount, itemsDone, itemCount } = progress;
  // Reading is the first third of the bar. Its real share differs between documents.
  const read = pageCount === 0 ? 0 : pagesDone / pageCount;
  const part = status === "completed" ? 1 : read / 3 + (itemCount === 0 ? 0 : ((itemsDone / itemCount) * 2) / 3);
  const words =
    status === "queued"
      ? "queued"
      : status === "processing"
        ? itemsDone === 0
          ? `reading page ${pagesDone} of ${pageCount}`
          : `judging item ${itemsDone} of ${itemCount}`
        : status;
  const colour = status === "failed" ? "red" : status === "completed" ? "green" : "cyan";
  return `${terminal.errStyle(colour, bar(part, barWidth(terminal)))} ${String(Math.floor(part * 100)).padStart(3)} %  ${words}`;
}
