import type { ReadLimits } from "./extracted-file.ts";

/** What one document may cost. Beyond any of these it ends as failed, with the limit named. */
export interface ExtractionLimits extends ReadLimits {
  /** For the whole document, all of its files and members together. */
  wallClockSeconds: number;
  /** Of the child process that reads it, programs it starts included. */
  memoryBytes: number;
  /**
   * Of all pages together, with where each paragraph stands. The service holds them while it judges, so this is what a
   * document can cost the others.
   */
  maxTextBytes: number;
  /** Attachments and archive members, nested ones included. */
  maxMembers: number;
}

/** Roomy for what people send: the largest file met so far has 3,573 pages. */
export const defaultExtractionLimits: ExtractionLimits = {
  wallClockSeconds: 600,
  memoryBytes: 2 * 1024 ** 3,
  maxPages: 5000,
  // 5,000 full pages have half of it.
  maxTextBytes: 64 * 1024 ** 2,
  maxUnpackedBytes: 1024 ** 3,
  maxDepth: 3,
  maxMembers: 10_000,
};

/** A size in the unit in which people think of it: "1 GiB", "300 MiB". */
export function sizeInWords(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power]}`;
}

/** "10 minutes", "90 seconds". */
export function durationInWords(seconds: number): string {
  const isWholeMinutes = seconds >= 60 && seconds % 60 === 0;
  const [count, unit] = isWholeMinutes ? [seconds / 60, "minute"] : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
