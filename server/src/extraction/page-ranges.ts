import { mkdir, open, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { ExtractedPage } from "./extracted-file.ts";

/** Consecutive pages in one file: compressed JSON Lines, one line for each page. */
export interface PageRange {
  firstPage: number;
  lastPage: number;
  path: string;
}

/** The limits of a range. A crash loses at most one unfinished range. */
const pagesPerRange = 50;
const charactersPerRange = 4 * 1024 * 1024;
const secondsPerRange = 10;

const rangeName = /^pages-(\d{6,})-(\d{6,})\.jsonl\.gz$/;
const padded = (page: number) => String(page).padStart(6, "0");

/** The ranges from the first page up to the first gap. */
export async function findPageRanges(folder: string): Promise<PageRange[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names
    .map((name) => ({ name, match: rangeName.exec(name) }))
    .filter(({ match }) => match !== null)
    .map(({ name, match }) => ({
      firstPage: Number(match?.[1]),
      lastPage: Number(match?.[2]),
      path: join(folder, name),
    }))
    .sort((a, b) => a.firstPage - b.firstPage);
  const ranges: PageRange[] = [];
  for (const range of found) {
    const last = ranges.at(-1);
    if (range.firstPage === (last?.lastPage ?? 0) + 1) ranges.push(range);
  }
  return ranges;
}

export async function* readPageRanges(ranges: PageRange[]): AsyncGenerator<ExtractedPage> {
  for (const { path } of ranges) {
    const lines = gunzipSync(await readFile(path))
      .toString("utf8")
      .split("\n");
    for (const line of lines) if (line !== "") yield JSON.parse(line) as ExtractedPage;
  }
}

/** In bytes; the last four bytes of a gzip file are its unpacked size. */
export async function readUnpackedSize(ranges: PageRange[]): Promise<number> {
  let sizeBytes = 0;
  for (const { path } of ranges) {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const { buffer } = await file.read({ buffer: Buffer.alloc(4), position: Math.max(0, size - 4) });
      sizeBytes += buffer.readUInt32LE();
    } finally {
      await file.close();
    }
  }
  return sizeBytes;
}

/** Writes pages in ranges. A range is renamed when it is complete, so that a crash leaves no partial one. */
export function openPageWriter(folder: string): {
  /** Returns the page's unpacked size in bytes. */
  add(page: ExtractedPage): Promise<number>;
  end(): Promise<void>;
} {
  let lines: string[] = [];
  let characters = 0;
  let first = 0;
  let last = 0;
  let startedAt = performance.now();

  async function flush(): Promise<void> {
    if (lines.length === 0) return;
    // On 282 pages of contracts level 1 takes 0.06 ms a page; level 6 takes twice that and saves 13 %.
    const packed = gzipSync(lines.join("\n"), { level: 1 });
    const path = join(folder, `pages-${padded(first)}-${padded(last)}.jsonl.gz`);
    await mkdir(folder, { recursive: true });
    await writeFile(`${path}.unfinished`, packed);
    await rename(`${path}.unfinished`, path);
    lines = [];
    characters = 0;
    startedAt = performance.now();
  }

  return {
    async add(page) {
      if (lines.length === 0) first = page.number;
      last = page.number;
      const line = JSON.stringify(page);
      lines.push(line);
      characters += line.length;
      const isOld = performance.now() - startedAt > secondsPerRange * 1000;
      if (lines.length >= pagesPerRange || characters >= charactersPerRange || isOld) await flush();
      return Buffer.byteLength(line) + 1;
    },
    end: flush,
  };
}
