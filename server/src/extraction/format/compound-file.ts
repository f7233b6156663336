import type { FileHandle } from "node:fs/promises";
import { UnreadableFile } from "../extracted-file.ts";

/** The signature of a compound file (MS-CFB 2.2): old Office formats, Outlook messages, encrypted OOXML files. */
export const compoundFileMagic = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

const entryBytes = 128;
const firstSpecialSector = 0xfffffffa;
const noEntry = 0xffffffff;
/** A directory of this size is 12 MiB, far more than any message or workbook has. */
const maxEntries = 100_000;

interface Entry {
  name: string;
  left: number;
  right: number;
  child: number;
}

/** Lists the names at the top level, which identify the format. Chains of sectors are checked for cycles. */
export async function listCompoundFileNames(file: FileHandle): Promise<string[]> {
  const header = await readAt(file, 0, 512);
  const sectorBytes = header.readUInt16LE(30) === 12 ? 4096 : 512;
  const sector = (index: number) => readAt(file, (index + 1) * sectorBytes, sectorBytes);
  const allocation = await listAllocationSectors(header, sector, sectorBytes);
  const perSector = sectorBytes / 4;

  const entries: Entry[] = [];
  const seen = new Set<number>();
  let current = header.readUInt32LE(48);
  while (current < firstSpecialSector) {
    if (seen.has(current) || entries.length > maxEntries) throw damaged();
    seen.add(current);
    entries.push(...parseEntries(await sector(current)));
    const table = allocation[Math.floor(current / perSector)];
    if (table === undefined) throw damaged();
    current = (await sector(table)).readUInt32LE((current % perSector) * 4);
  }
  return listNamesBelowRoot(entries);
}

async function listAllocationSectors(
  header: Buffer,
  sector: (index: number) => Promise<Buffer>,
  sectorBytes: number,
): Promise<number[]> {
  const sectors: number[] = [];
  const add = (from: Buffer, start: number, end: number) => {
    for (let at = start; at < end; at += 4) {
      const index = from.readUInt32LE(at);
      if (index < firstSpecialSector) sectors.push(index);
    }
  };
  add(header, 76, 512);
  const seen = new Set<number>();
  let next = header.readUInt32LE(68);
  while (next < firstSpecialSector) {
    if (seen.has(next)) throw damaged();
    seen.add(next);
    const more = await sector(next);
    add(more, 0, sectorBytes - 4);
    next = more.readUInt32LE(sectorBytes - 4);
  }
  return sectors;
}

function parseEntries(sector: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + entryBytes <= sector.length; at += entryBytes) {
    const nameBytes = Math.min(64, Math.max(0, sector.readUInt16LE(at + 64) - 2));
    entries.push({
      name: sector.toString("utf16le", at, at + nameBytes),
      left: sector.readUInt32LE(at + 68),
      right: sector.readUInt32LE(at + 72),
      child: sector.readUInt32LE(at + 76),
    });
  }
  return entries;
}

function listNamesBelowRoot(entries: Entry[]): string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  const pending = [entries[0]?.child ?? noEntry];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (index === noEntry) continue;
    const entry = entries[index];
    if (entry === undefined || seen.has(index)) throw damaged();
    seen.add(index);
    names.push(entry.name);
    pending.push(entry.left, entry.right);
  }
  return names;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  // Some programs do not pad the last sector; a sector beyond the end is damage.
  if (bytesRead === 0 || (position === 0 && bytesRead < length)) throw damaged();
  return buffer;
}

function damaged(): UnreadableFile {
  return new UnreadableFile("The file is damaged: its directory cannot be read.");
}
