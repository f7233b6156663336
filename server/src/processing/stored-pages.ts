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

const decompress = promisify(gunzip);

/** Gzip members can be concatenated and still be read one by one. */
async function* readRangeFiles(ranges: PageRange[]): Bytes {
  for (const { path } of ranges) yield* createReadStream(path) as AsyncIterable<Buffer>;
}

/** Stores the pages of a file and of the files inside it in one blob. Returns their positions in it. */
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
  await blobs.put(blobKey, readRangeFiles(files.flatMap(({ pages }) => pages)));
  return stored;
}

export async function readAllPages(blobs: BlobStore, { blobKey, ranges }: StoredPages): Promise<ExtractedPage[]> {
  const pages: ExtractedPage[] = [];
  for (const range of ranges) pages.push(...(await readRange(blobs, blobKey, range)));
  return pages;
}

/** Reads only the range that contains the page. */
export async function findPage(
  blobs: BlobStore,
  { blobKey, ranges }: StoredPages,
  pageNumber: number,
): Promise<ExtractedPage | undefined> {
  const range = ranges.find(({ firstPage, lastPage }) => firstPage <= pageNumber && pageNumber <= lastPage);
  if (range === undefined) return undefined;
  return (await readRange(blobs, blobKey, range)).find((page) => page.number === pageNumber);
}

/** For another thread to decompress: nothing else refers to the memory of these ranges. */
export async function readCompressedPages(
  blobs: BlobStore,
  { blobKey, ranges }: StoredPages,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const read: Uint8Array<ArrayBuffer>[] = [];
  for (const { offsetBytes, sizeBytes } of ranges)
    read.push(new Uint8Array(await buffer(await blobs.readRange(blobKey, offsetBytes, sizeBytes))));
  return read;
}

async function readRange(blobs: BlobStore, blobKey: string, range: StoredRange): Promise<ExtractedPage[]> {
  const compressed = await buffer(await blobs.readRange(blobKey, range.offsetBytes, range.sizeBytes));
  const lines = (await decompress(compressed)).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ExtractedPage);
}
