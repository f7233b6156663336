import type { ReviewProgress, UploadProgress } from "@assay/sdk";
import { cut, harmless, shorten, type Terminal, visibleLength } from "./terminal.ts";

/** Redrawn at most this often: more is not seen. */
const redrawMilliseconds = 100;
/** Shorter where the longest line would leave no room for the file's name. */
const barWidth = (terminal: Terminal): number => (terminal.columns() < 100 ? 12 : 24);
/** Enough to tell files apart; before this gives way, the end of the line does. */
const shortestName = 8;

export function bar(part: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, part)) * width);
  return "█".repeat(filled) + "░".repeat(width - filled);
}

function bytesText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

function durationText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export interface ProgressBars {
  upload(progress: UploadProgress): void;
  review(name: string, progress: ReviewProgress): void;
  /** Leaves the last state standing; what follows begins on a line of its own. */
  end(): void;
}

/** One line for each file, drawn over on a terminal. Elsewhere a line when something begins and when it is done. */
export function openProgressBars(
  terminal: Terminal,
  isQuiet: boolean,
  now: () => number = () => performance.now(),
): ProgressBars {
  if (isQuiet) return { upload: () => undefined, review: () => undefined, end: () => undefined };
  const board = terminal.isDrawable ? drawnOver(terminal, now) : spelledOut(terminal);
  const rates = new Map<number, Rate>();
  return {
    upload: (progress) =>
      board.show(
        progress.files.map((file, index) => {
          const isDone = file.documentId !== undefined || file.sentBytes === file.totalBytes;
          const rate = rates.get(index) ?? new Rate(file.sentBytes, now);
          rates.set(index, rate);
          return {
            name: file.name,
            state: uploadState(terminal, file, rate),
            isDone,
            done: `${bytesText(file.totalBytes)} uploaded`,
          };
        }),
      ),
    review: (name, progress) => {
      const isDone = progress.status === "completed" || progress.status === "failed";
      board.show([
        {
          name,
          state: reviewState(terminal, progress),
          isDone,
          done: `${progress.status}, ${progress.itemsDone} items`,
        },
      ]);
    },
    end: () => board.end(),
  };
}

/**
 * Bytes a second since the file's first bytes went out: neither what an earlier run has sent nor the time the file waited
 * for those before it is part of it.
 */
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
  /** What stands beside the name: bar, part, words. */
  state: string;
  isDone: boolean;
  done: string;
}

interface Board {
  show(lines: Line[]): void;
  end(): void;
}

function drawnOver(terminal: Terminal, now: () => number): Board {
  let lines: Line[] = [];
  let drawn = 0;
  let drawnAt = 0;
  const draw = () => {
    drawnAt = now();
    const up = drawn === 0 ? "" : `\u001b[${drawn}A`;
    const shown = fitted(terminal, lines);
    // Below may be left what was drawn before the terminal became smaller.
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

function spelledOut(terminal: Terminal): Board {
  const done = new Set<string>();
  return {
    show(lines) {
      for (const [index, line] of lines.entries()) {
        const key = `${index} ${line.name} ${line.done}`;
        if (!line.isDone || done.has(key)) continue;
        done.add(key);
        terminal.err(`${harmless(line.name)}: ${line.done}`);
      }
    },
    end: () => undefined,
  };
}

/** As many lines as can be drawn over, none of them so long that it wraps: only what is on the screen can be reached again. */
function fitted(terminal: Terminal, lines: Line[]): string[] {
  // The cursor rests on the row below the last line, and some terminals wrap as soon as the last column is written to.
  const [rows, columns] = [Math.max(1, terminal.rows() - 1), Math.max(1, terminal.columns() - 1)];
  const isAll = lines.length <= rows;
  const shown = isAll ? lines : unfinishedFirst(lines).slice(0, rows - 1);
  const widest = Math.max(0, ...shown.map(({ state }) => visibleLength(state) + 1));
  const width = Math.max(shortestName, Math.min(32, Math.max(12, columns - 77), columns - widest));
  const drawn = shown.map(({ name, state }) => cut(`${nameColumn(name, width)} ${state}`, columns));
  return isAll ? drawn : [...drawn, cut(`… and ${lines.length - shown.length} more`, columns)];
}

/** Where there is no room for all, those that are done are the least news. */
function unfinishedFirst(lines: Line[]): Line[] {
  return [...lines.filter(({ isDone }) => !isDone), ...lines.filter(({ isDone }) => isDone)];
}

function nameColumn(name: string, width: number): string {
  return shorten(harmless(name).replaceAll(/\s/g, " "), width).padEnd(width);
}

function uploadState(terminal: Terminal, file: UploadProgress["files"][number], rate: Rate): string {
  const { sentBytes, totalBytes } = file;
  const part = sentBytes / totalBytes;
  const perSecond = rate.at(sentBytes);
  const isDone = sentBytes === totalBytes;
  const tail = isDone
    ? terminal.errStyle("green", "uploaded")
    : perSecond > 0
      ? `${bytesText(perSecond)}/s  ${durationText((totalBytes - sentBytes) / perSecond)} left`
      : "starting";
  const shown = terminal.errStyle(isDone ? "green" : "cyan", bar(part, barWidth(terminal)));
  return `${shown} ${String(Math.floor(part * 100)).padStart(3)} %  ${bytesText(sentBytes)} of ${bytesText(totalBytes)}  ${tail}`;
}

function reviewState(terminal: Terminal, progress: ReviewProgress): string {
  const { status, pagesDone, pageCount, itemsDone, itemCount } = progress;
  // Reading is the first third of the bar: how long it takes compared to judging differs from document to document.
  const read = pageCount === 0 ? 0 : pagesDone / pageCount;
  const part = status === "completed" ? 1 : read / 3 + (itemCount === 0 ? 0 : ((itemsDone / itemCount) * 2) / 3);
  const words =
    status === "queued"
      ? "waiting for its turn"
      : status === "processing"
        ? itemsDone === 0
          ? `reading page ${pagesDone} of ${pageCount}`
          : `judging item ${itemsDone} of ${itemCount}`
        : status;
  const colour = status === "failed" ? "red" : status === "completed" ? "green" : "cyan";
  return `${terminal.errStyle(colour, bar(part, barWidth(terminal)))} ${String(Math.floor(part * 100)).padStart(3)} %  ${words}`;
}
