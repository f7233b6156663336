import { join } from "node:path";
import { inspect } from "node:util";
import { hasMembers, type ReadContainer } from "../archive/container-reader.ts";
import { BudgetExceeded, UnpackBudget } from "../archive/unpack-budget.ts";
import { type FileFacts, type SourceFile, UnreadableFile } from "../extracted-file.ts";
import { type ExtractionLimits, formatSize } from "../extraction-limits.ts";
import { findOutcome, listReadFiles, type Place, writeOutcome } from "../file-outcome.ts";
import { detectFormat } from "../format/detect-format.ts";
import { openFile } from "../format/open-file.ts";
import { findPageRanges, openPageWriter, readUnpackedSize } from "../page-ranges.ts";
import { isSystemError } from "../system-error.ts";
import { shorten } from "../text/shorten.ts";

export interface DocumentToRead {
  files: SourceFile[];
  limits: ExtractionLimits;
  outFolder: string;
}

export interface ReadingListener {
  /** Called before the file is read, so that a crash can be attributed to it. */
  onFile(file: { place: Place; fileName: string; displayName: string }): void;
  onPages(file: { place: Place; pagesDone: number; pageCount: number }): void;
  /** A reader threw something other than UnreadableFile. */
  onFault(fault: { place: Place; message: string }): void;
}

interface FileToRead extends SourceFile {
  place: Place;
  displayName: string;
  depth: number;
}

interface Reading extends DocumentToRead, ReadingListener {
  /** For the current top-level file and everything in it. */
  budget: UnpackBudget;
  pagesSoFar: number;
  textBytesSoFar: number;
}

/** Reads the files of a document and their members. Writes pages and an outcome for each into `outFolder`. */
export async function readDocument(document: DocumentToRead, listener: ReadingListener): Promise<void> {
  const reading: Reading = {
    ...document,
    ...listener,
    budget: new UnpackBudget(document.limits),
    pagesSoFar: 0,
    textBytesSoFar: 0,
  };
  await countEarlierPages(reading);
  for (const [index, file] of document.files.entries()) {
    reading.budget = new UnpackBudget(document.limits, reading.budget.membersOfDocument);
    const place = `${index + 1}`;
    await readOne(reading, { ...file, place, displayName: file.fileName, depth: 1 }).catch((error: unknown) => {
      if (!(error instanceof BudgetExceeded)) throw error;
    });
  }
}

/** Titles and labels are shown in lists. */
const maxTitleCharacters = 500;
const maxLabelCharacters = 200;

async function readOne(reading: Reading, file: FileToRead): Promise<void> {
  const { place, fileName, displayName } = file;
  if ((await findOutcome(reading.outFolder, place)) !== undefined) return;
  reading.onFile({ place, fileName, displayName });
  try {
    const { title, ...facts } = await readPagesAndMembers(reading, file);
    const shortFacts = { ...facts, ...(title !== undefined && { title: shorten(title, maxTitleCharacters) }) };
    await writeOutcome(reading.outFolder, place, { fileName, displayName, facts: shortFacts });
  } catch (error) {
    if (isSystemError(error)) throw error;
    await writeOutcome(reading.outFolder, place, { fileName, displayName, failureReason: toFailureReason(error) });
    // Rethrown up to the top-level file: each container gets its outcome, and nothing more is unpacked.
    if (error instanceof BudgetExceeded) throw error;
    if (!(error instanceof UnreadableFile)) reading.onFault({ place, message: inspect(error) });
  }
}

/** Pages read by an earlier attempt count towards the limits. */
async function countEarlierPages(reading: Reading): Promise<void> {
  for (const place of await listReadFiles(reading.outFolder)) {
    const { facts } = (await findOutcome(reading.outFolder, place)) ?? {};
    if (facts === undefined) continue;
    const { pageCount } = facts;
    reading.pagesSoFar += pageCount;
    reading.textBytesSoFar += await readUnpackedSize(await findPageRanges(join(reading.outFolder, place)));
    reading.onPages({ place, pagesDone: pageCount, pageCount });
  }
}

async function readPagesAndMembers(reading: Reading, file: FileToRead): Promise<FileFacts> {
  const { limits } = reading;
  const format = await detectFormat(file);
  const isContainer = format === "zip" || format === "eml" || format === "msg";
  if (isContainer && file.depth > limits.maxDepth) {
    throw new UnreadableFile(
      `The file is packed into more than ${limits.maxDepth} others, which is the most that is unpacked.`,
    );
  }
  const read = await openFile(format, file, limits, reading.budget);
  try {
    const { pageCount } = read.facts;
    if (reading.pagesSoFar + pageCount > limits.maxPages) {
      throw new UnreadableFile(
        `With this file the document has more than ${limits.maxPages} pages, which is the most that is read.`,
      );
    }
    reading.pagesSoFar += pageCount;
    const folder = join(reading.outFolder, file.place);
    const earlier = await findPageRanges(folder);
    const firstPage = (earlier.at(-1)?.lastPage ?? 0) + 1;
    let pagesDone = Math.min(firstPage - 1, pageCount);
    reading.onPages({ place: file.place, pagesDone, pageCount });
    let textBytes = await readUnpackedSize(earlier);
    if (pagesDone < pageCount) {
      const writer = openPageWriter(folder);
      for await (const page of read.pages(firstPage)) {
        // Checked before writing too: a single page may exceed the limit.
        checkTextLimit(reading, textBytes + page.text.length);
        textBytes += await writer.add({ ...page, label: shorten(page.label, maxLabelCharacters) });
        checkTextLimit(reading, textBytes);
        pagesDone += 1;
        reading.onPages({ place: file.place, pagesDone, pageCount });
      }
      await writer.end();
    }
    reading.textBytesSoFar += textBytes;
    if (hasMembers(read)) await readMembers(reading, file, read);
    return read.facts;
  } finally {
    await read.close();
  }
}

function checkTextLimit({ textBytesSoFar, limits: { maxTextBytes } }: Reading, bytes: number): void {
  if (textBytesSoFar + bytes <= maxTextBytes) return;
  throw new UnreadableFile(
    `With this file the document has more than ${formatSize(maxTextBytes)} of text, which is the most that is read.`,
  );
}

async function readMembers(reading: Reading, container: FileToRead, read: ReadContainer): Promise<void> {
  let count = 0;
  for await (const member of read.members()) {
    count += 1;
    const place = `${container.place}.${count}`;
    const { fileName } = member;
    const displayName = `${container.displayName}/${member.displayName}`;
    if (member.path === undefined) {
      const { failureReason } = member;
      await writeOutcome(reading.outFolder, place, { fileName, displayName, failureReason });
    } else {
      await readOne(reading, { path: member.path, fileName, displayName, place, depth: container.depth + 1 });
    }
  }
}

function toFailureReason(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  // Messages of libraries are not meant for users.
  return "The file is damaged and cannot be read.";
}
