import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { StoredPages, StoredRange } from "../documents/document-file.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import type { ExtractedFile } from "../extraction/file-outcome.ts";
import type { PageRange } from "../extraction/page-ranges.ts";
import type { BlobStore, Bytes } from "../uploads/blob-store.ts";

const unpack = promisify(gunzip);

/** One after the other as they lie there: gzip members can be joined, and each still be read by itself. */
async function* bytesOf(ranges: PageRange[]): Bytes {
  for (const { path } of ranges) yield* createReadStream(path) as AsyncIterable<Buffer>;
}

/** Keeps the pages of a file and of all that was in it in one blob; yields where in it those of each place are. */
export async function storePages(
  blobs: BlobStore,
  blobKey: string,
  files: ExtractedFile[],
): Promise<Map<string, StoredPages>> {
  const stored = new Map<string, StoredPages>();
  let offsetBytes = 0;
  for (const { place, pages } of files) {
    const ranges: StoredRange[] = [];
    for (const { firstPage, lastPage, path } of pages) {
      const { size: sizeBytes } = await stat(path);
      ranges.push({ firstPage, lastPage, offsetBytes, sizeBytes });
      offsetBytes += sizeBytes;
    }
    if (ranges.length > 0) stored.set(place, { blobKey, ranges });
  }
  await blobs.put(blobKey, bytesOf(files.flatMap(({ pages }) => pages)));
  return stored;
}

export async function readAllPages(blobs: BlobStore, { blobKey, ranges }: StoredPages): Promise<ExtractedPage[]> {
  const pages: ExtractedPage[] = [];
  for (const range of ranges) pages.push(...(await readRange(blobs, blobKey, range)));
  return pages;
}

/** Reads no more of the blob than the run of pages that it is in. */
export async function findPage(
  blobs: BlobStore,
  { blobKey, ranges }: StoredPages,
  pageNumber: number,
): Promise<ExtractedPage | undefined> {
  const range = ranges.find(({ firstPage, lastPage }) => firstPage <= pageNumber && pageNumber <= lastPage);
  if (range === undefined) return undefined;
  return (await readRange(blobs, blobKey, range)).find((page) => page.number === pageNumber);
}

async function readRange(blobs: BlobStore, blobKey: string, range: StoredRange): Promise<ExtractedPage[]> {
  const packed = await buffer(await blobs.readRange(blobKey, range.offsetBytes, range.sizeBytes));
  const lines = (await unpack(packed)).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ExtractedPage);
}
