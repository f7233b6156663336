import type { ReadLimits } from "./extracted-file.ts";

/** The limits of one document. A document that exceeds one fails with a reason that names it. */
export interface ExtractionLimits extends ReadLimits {
  /** For the document, with all of its files and members. */
  wallClockSeconds: number;
  /** Of the child process and the programs that it starts. */
  memoryBytes: number;
  /** What the child process and its programs may write to disk while they read one document. */
  maxWrittenBytes: number;
  /** Of all pages with the positions of their paragraphs. The service holds them in memory during the analysis. */
  maxTextBytes: number;
  /** Attachments and archive members, nested ones included. */
  maxMembers: number;
  /** What the company or its partner may store in all, and has stored. Absent: not limited. */
  membersQuota?: { used: number; allowed: number } | undefined;
}

/** The largest file seen so far has 3,573 pages. */
export const defaultExtractionLimits: ExtractionLimits = {
  wallClockSeconds: 600,
  memoryBytes: 2 * 1024 ** 3,
  // Unpacked members, pages with their positions, and what LibreOffice writes meanwhile.
  maxWrittenBytes: 4 * 1024 ** 3,
  maxPages: 5000,
  // About 5,000 full pages.
  maxTextBytes: 32 * 1024 ** 2,
  maxUnpackedBytes: 1024 ** 3,
  maxDepth: 3,
  maxMembers: 10_000,
};

/** "1 GiB", "300 MiB". */
export function formatSize(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power]}`;
}

/** "10 minutes", "90 seconds". */
export function formatDuration(seconds: number): string {
  const isWholeMinutes = seconds >= 60 && seconds % 60 === 0;
  const [count, unit] = isWholeMinutes ? [seconds / 60, "minute"] : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
