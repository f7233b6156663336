import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileFacts } from "./extracted-file.ts";
import { findPageRanges, type PageRange } from "./page-ranges.ts";

/**
 * How reading one file ended. It lies beside the file's pages, so that neither a crash of the child nor one of the
 * service makes anything be read twice.
 */
export type FileOutcome = {
  fileName: string;
  /** Where it came from, for people: "bundle.zip/contracts/lease.docx"; the file's own name when it came by itself. */
  displayName: string;
} & ({ facts: FileFacts; failureReason?: undefined } | { facts?: undefined; failureReason: string });

/**
 * Files are numbered from 1 in the order in which they were given, members within their container: "2.1" is the first
 * member of the second file. The number is the name of the folder with its pages.
 */
export type Place = string;

/** A file, its pages and all that was in it. Pages that came before a failure are kept, but only `facts` make them whole. */
export type ExtractedFile = FileOutcome & { place: Place; pages: PageRange[]; members: ExtractedFile[] };

const outcomeName = "outcome.json";

/** A file and all that was found in it, each before what was found in it in turn. */
export function withMembers(file: ExtractedFile): ExtractedFile[] {
  return [file, ...file.members.flatMap(withMembers)];
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
    // Not there, or not whole: then the file is read again.
    return undefined;
  }
}

/** Those of which anything was written, a container before its members. */
export async function listPlaces(outFolder: string): Promise<Place[]> {
  return (await readdir(outFolder)).filter((name) => /^\d+(\.\d+)*$/.test(name)).sort(comparePlaces);
}

/** The files of a document in the order in which they were given, each with its members. */
export async function findExtractedFiles(outFolder: string): Promise<ExtractedFile[]> {
  const top: ExtractedFile[] = [];
  const known = new Map<Place, ExtractedFile>();
  for (const place of await listPlaces(outFolder)) {
    const outcome = await findOutcome(outFolder, place);
    if (outcome === undefined) continue;
    const file = { ...outcome, place, pages: await findPageRanges(join(outFolder, place)), members: [] };
    known.set(place, file);
    // A container comes before its members in the order of places.
    const container = known.get(place.slice(0, Math.max(0, place.lastIndexOf("."))));
    if (container !== undefined) container.members.push(file);
    else if (!place.includes(".")) top.push(file);
  }
  return top;
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
