import { join } from "node:path";
import { inspect } from "node:util";
import { hasMembers, type ReadContainer } from "../archive/file-members.ts";
import { BudgetExceeded, UnpackBudget } from "../archive/unpack-budget.ts";
import { type FileFacts, type SourceFile, UnreadableFile } from "../extracted-file.ts";
import { type ExtractionLimits, sizeInWords } from "../extraction-limits.ts";
import { findOutcome, listPlaces, type Place, writeOutcome } from "../file-outcome.ts";
import { detectFormat } from "../format/detect-format.ts";
import { openFile } from "../format/readers.ts";
import { isMachineFault } from "../machine-fault.ts";
import { findPageRanges, openPageWriter, unpackedSize } from "../page-ranges.ts";
import { shortened } from "../text/shortened.ts";

export interface DocumentToRead {
  files: SourceFile[];
  limits: ExtractionLimits;
  outFolder: string;
}

export interface ReadingListener {
  /** Before a file is touched, so that a crash can be laid at its door. */
  onFile(file: { place: Place; fileName: string; displayName: string }): void;
  onPages(file: { place: Place; pagesDone: number; pageCount: number }): void;
  /** A reader threw what it should have said in words. */
  onFault(fault: { place: Place; message: string }): void;
}

interface FileToRead extends SourceFile {
  place: Place;
  displayName: string;
  depth: number;
}

interface Reading extends DocumentToRead, ReadingListener {
  /** Of the top-level file being read. */
  budget: UnpackBudget;
  pagesSoFar: number;
  textBytesSoFar: number;
}

/** Reads the files of a document and all that is in them. How each one ended lies in `outFolder` afterwards. */
export async function readDocument(document: DocumentToRead, listener: ReadingListener): Promise<void> {
  const reading: Reading = {
    ...document,
    ...listener,
    budget: new UnpackBudget(document.limits),
    pagesSoFar: 0,
    textBytesSoFar: 0,
  };
  await countEnded(reading);
  for (const [index, file] of document.files.entries()) {
    reading.budget = new UnpackBudget(document.limits);
    const place = `${index + 1}`;
    await readOne(reading, { ...file, place, displayName: file.fileName, depth: 1 }).catch((error: unknown) => {
      if (!(error instanceof BudgetExceeded)) throw error;
    });
  }
}

/** Both are shown in lists, whatever a file calls itself or its sheets. */
const longestTitle = 500;
const longestLabel = 200;

async function readOne(reading: Reading, file: FileToRead): Promise<void> {
  const { place, fileName, displayName } = file;
  if ((await findOutcome(reading.outFolder, place)) !== undefined) return;
  reading.onFile({ place, fileName, displayName });
  try {
    const { title, ...facts } = await readPagesAndMembers(reading, file);
    const shown = { ...facts, ...(title !== undefined && { title: shortened(title, longestTitle) }) };
    await writeOutcome(reading.outFolder, place, { fileName, displayName, facts: shown });
  } catch (error) {
    if (isMachineFault(error)) throw error;
    await writeOutcome(reading.outFolder, place, { fileName, displayName, failureReason: reasonOf(error) });
    // Through every container up to the file that was sent: each has its outcome, and nothing more of it is unpacked.
    if (error instanceof BudgetExceeded) throw error;
    if (!(error instanceof UnreadableFile)) reading.onFault({ place, message: inspect(error) });
  }
}

/** What an earlier try has read counts like what this one reads. */
async function countEnded(reading: Reading): Promise<void> {
  for (const place of await listPlaces(reading.outFolder)) {
    const { facts } = (await findOutcome(reading.outFolder, place)) ?? {};
    if (facts === undefined) continue;
    const { pageCount } = facts;
    reading.pagesSoFar += pageCount;
    reading.textBytesSoFar += await unpackedSize(await findPageRanges(join(reading.outFolder, place)));
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
    let textBytes = await unpackedSize(earlier);
    if (pagesDone < pageCount) {
      const writer = openPageWriter(folder);
      for await (const page of read.pages(firstPage)) {
        // Before it is written as well: the words of one page alone may be too many.
        refuseTextBeyond(reading, textBytes + page.text.length);
        textBytes += await writer.add({ ...page, label: shortened(page.label, longestLabel) });
        refuseTextBeyond(reading, textBytes);
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

function refuseTextBeyond({ textBytesSoFar, limits: { maxTextBytes } }: Reading, bytes: number): void {
  if (textBytesSoFar + bytes <= maxTextBytes) return;
  throw new UnreadableFile(
    `With this file the document has more than ${sizeInWords(maxTextBytes)} of text, which is the most that is read.`,
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

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  // A reader should have said it in words; what a library says is no sentence for people, so it stays out.
  return "The file is damaged and cannot be read.";
}
