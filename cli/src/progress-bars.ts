import type { ReviewProgress, UploadProgress } from "@assay/sdk";
import { harmless, shorten, type Terminal } from "./terminal.ts";

/** Redrawn at most this often: more is not seen. */
const redrawMilliseconds = 100;
const barWidth = 24;

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
export function openProgressBars(terminal: Terminal, isQuiet: boolean): ProgressBars {
  if (isQuiet) return { upload: () => undefined, review: () => undefined, end: () => undefined };
  const board = terminal.isDrawable ? drawnOver(terminal) : spelledOut(terminal);
  const rates = new Map<number, Rate>();
  return {
    upload: (progress) =>
      board.show(
        progress.files.map((file, index) => {
          const isDone = file.documentId !== undefined || file.sentBytes === file.totalBytes;
          const rate = rates.get(index) ?? new Rate(file.sentBytes);
          rates.set(index, rate);
          return {
            name: file.name,
            line: uploadLine(terminal, file, rate),
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
          line: reviewLine(terminal, name, progress),
          isDone,
          done: `${progress.status}, ${progress.itemsDone} items`,
        },
      ]);
    },
    end: () => board.end(),
  };
}

/** Bytes a second since this run began: what an earlier run has sent is not this one's doing. */
class Rate {
  readonly #startedAt = performance.now();
  readonly #startedWith: number;

  constructor(startedWith: number) {
    this.#startedWith = startedWith;
  }

  at(sentBytes: number): number {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    return seconds < 0.05 ? 0 : (sentBytes - this.#startedWith) / seconds;
  }
}

interface Line {
  name: string;
  line: string;
  isDone: boolean;
  done: string;
}

interface Board {
  show(lines: Line[]): void;
  end(): void;
}

function drawnOver(terminal: Terminal): Board {
  let lines: Line[] = [];
  let drawn = 0;
  let drawnAt = 0;
  const draw = () => {
    drawnAt = performance.now();
    const up = drawn === 0 ? "" : `\u001b[${drawn}A`;
    terminal.draw(`${up}${lines.map(({ line }) => `\r\u001b[2K${line}\n`).join("")}`);
    drawn = lines.length;
  };
  return {
    show(next) {
      const isNew =
        next.length !== lines.length ||
        next.some(({ name, isDone }, index) => lines[index]?.name !== name || lines[index]?.isDone !== isDone);
      lines = next;
      if (isNew || performance.now() - drawnAt > redrawMilliseconds) draw();
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

function nameColumn(terminal: Terminal, name: string): string {
  const width = Math.max(12, Math.min(32, terminal.columns() - 78));
  return shorten(harmless(name), width).padEnd(width);
}

function uploadLine(terminal: Terminal, file: UploadProgress["files"][number], rate: Rate): string {
  const { name, sentBytes, totalBytes } = file;
  const part = sentBytes / totalBytes;
  const perSecond = rate.at(sentBytes);
  const isDone = sentBytes === totalBytes;
  const tail = isDone
    ? terminal.errStyle("green", "uploaded")
    : perSecond > 0
      ? `${bytesText(perSecond)}/s  ${durationText((totalBytes - sentBytes) / perSecond)} left`
      : "starting";
  const shown = terminal.errStyle(isDone ? "green" : "cyan", bar(part, barWidth));
  return `${nameColumn(terminal, name)} ${shown} ${String(Math.floor(part * 100)).padStart(3)} %  ${bytesText(sentBytes)} of ${bytesText(totalBytes)}  ${tail}`;
}

function reviewLine(terminal: Terminal, name: string, progress: ReviewProgress): string {
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
  return `${nameColumn(terminal, name)} ${terminal.errStyle(colour, bar(part, barWidth))} ${String(Math.floor(part * 100)).padStart(3)} %  ${words}`;
}
