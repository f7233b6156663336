import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileFacts } from "./extracted-file.ts";
import { findPageRanges, type PageRange } from "./page-ranges.ts";

/** The result of reading one file. It is stored beside the file's pages, so that nothing is read twice after a crash. */
export type FileOutcome = {
  fileName: string;
  /** With the path in its container: "bundle.zip/contracts/lease.docx". */
  displayName: string;
} & ({ facts: FileFacts; failureReason?: undefined } | { facts?: undefined; failureReason: string });

/**
 * A file's number: "2" is the second file of the document, "2.1" the first member of that file. The folder with the file's
 * pages has the same name.
 */
export type Place = string;

/** A file with its pages and members. Without `facts` reading failed and the pages are incomplete. */
export type ExtractedFile = FileOutcome & { place: Place; pages: PageRange[]; members: ExtractedFile[] };

const outcomeName = "outcome.json";

/** A file and all of its members, containers before their members. */
export function flattenMembers(file: ExtractedFile): ExtractedFile[] {
  return [file, ...file.members.flatMap(flattenMembers)];
}

export async function writeOutcome(outFolder: string, place: Place, outcome: FileOutcome): Promise<void> {
  const folder = join(outFolder, place);
  await mkdir(folder, { recursive: true });
  const path = join(folder, outcomeName);
  await writeFile(`${path}.unfinished`, JSON.stringify(outcome));
  await rename(`${path}.unfinished`, path);
}

export async function findOutcome(outFolder: string, place: Place): Promise<FileOutcome | undefined> {
  try {
    return JSON.parse(await readFile(join(outFolder, place, outcomeName), "utf8")) as FileOutcome;
  } catch {
    // Missing or incomplete: the file is read again.
    return undefined;
  }
}

/** The files with a folder, containers before their members. */
export async function listReadFiles(outFolder: string): Promise<Place[]> {
  return (await readdir(outFolder)).filter((name) => /^\d+(\.\d+)*$/.test(name)).sort(comparePlaces);
}

/**
 * The files of a document in their order, each with its members. An uploaded file is complete when it has an outcome and all its
 * members have one; others are left out, because they are being read or moved.
 */
export async function findExtractedFiles(outFolder: string): Promise<ExtractedFile[]> {
  const top: ExtractedFile[] = [];
  const incomplete = new Set<Place>();
  const known = new Map<Place, ExtractedFile>();
  for (const place of await listReadFiles(outFolder)) {
    const outcome = await findOutcome(outFolder, place);
    if (outcome === undefined) {
      incomplete.add(place.split(".", 1)[0] ?? place);
      continue;
    }
    const file = { ...outcome, place, pages: await findPageRanges(join(outFolder, place)), members: [] };
    known.set(place, file);
    const container = known.get(place.slice(0, Math.max(0, place.lastIndexOf("."))));
    if (container !== undefined) container.members.push(file);
    else if (!place.includes(".")) top.push(file);
  }
  return top.filter(({ place }) => !incomplete.has(place));
}

function comparePlaces(left: Place, right: Place): number {
  const a = left.split(".").map(Number);
  const b = right.split(".").map(Number);
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
