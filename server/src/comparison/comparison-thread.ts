import { gunzipSync } from "node:zlib";
import { parseItem } from "../documents/stored-item.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import { AppError } from "../platform/app-error.ts";
import { lowerThreadPriority } from "../platform/lower-thread-priority.ts";
import { serveThread, Transferred } from "../platform/worker-thread.ts";
import type { ItemRendering } from "../results/item-rendering.ts";
import { type Comparison, compareVersions, type VersionToCompare } from "./compare-versions.ts";

/** A version as it is stored: compressed pages, items as JSON. */
export interface StoredVersion {
  rendering: ItemRendering;
  items: string[];
  /** The page ranges of each readable file. */
  pages: Uint8Array<ArrayBuffer>[][];
}

type Piece = Uint8Array<ArrayBuffer>;

export interface WrittenComparison {
  counts: Comparison["counts"];
  /** JSON of the entries, with commas between them. */
  changes: Piece;
  otherVerdictChanges: Piece;
}

export interface ComparisonMethods {
  compare(versions: { before: StoredVersion; after: StoredVersion }): Transferred<WrittenComparison>;
}

/** Characters of one version: 500 pages have about two million. */
const maxCharacters = 10_000_000;
/** Decompressed, with the positions of paragraphs. */
const maxRangeBytes = 64 * 1024 * 1024;

function open({ rendering, items, pages }: StoredVersion): VersionToCompare {
  let characters = 0;
  const read = pages.map((ranges) =>
    ranges.flatMap((range) => {
      const lines = gunzipSync(range, { maxOutputLength: maxRangeBytes }).toString("utf8").split("\n");
      const found = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ExtractedPage);
      for (const { text } of found) characters += text.length;
      if (characters > maxCharacters)
        throw new AppError("unprocessable", "A document of more than 10,000,000 characters cannot be compared.");
      return found;
    }),
  );
  return { rendering, items: items.map(parseItem), pages: read };
}

const encoder = new TextEncoder();
const write = (entries: object[]) => encoder.encode(entries.map((entry) => JSON.stringify(entry)).join(","));

lowerThreadPriority();
serveThread(
  (): ComparisonMethods => ({
    compare({ before, after }) {
      const { counts, changes, otherVerdictChanges } = compareVersions(open(before), open(after));
      const written = { counts, changes: write(changes), otherVerdictChanges: write(otherVerdictChanges) };
      return new Transferred(written, [written.changes.buffer, written.otherVerdictChanges.buffer]);
    },
  }),
);
