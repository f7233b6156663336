import type { FileHandle } from "node:fs/promises";
import { UnreadableFile } from "../extracted-file.ts";

/** The first bytes of every Compound File (MS-CFB 2.2): old Office formats, Outlook messages, encrypted new ones. */
export const compoundFileMagic = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

const entryBytes = 128;
const firstSpecialSector = 0xfffffffa;
const noEntry = 0xffffffff;
/** Far more than any message or workbook has; a directory of this size is 12 MiB. */
const maxEntries = 100_000;

interface Entry {
  name: string;
  left: number;
  right: number;
  child: number;
}

/**
 * The names at the top level of a compound file: they tell what it is. Everything is checked against cycles, because
 * a chain of sectors that bites its own tail is the easiest way to make a reader run for ever.
 */
export async function namesInCompoundFile(file: FileHandle): Promise<string[]> {
  const header = await readAt(file, 0, 512);
  const sectorBytes = header.readUInt16LE(30) === 12 ? 4096 : 512;
  const sector = (index: number) => readAt(file, (index + 1) * sectorBytes, sectorBytes);
  const allocation = await allocationSectors(header, sector, sectorBytes);
  const perSector = sectorBytes / 4;

  const entries: Entry[] = [];
  const seen = new Set<number>();
  let current = header.readUInt32LE(48);
  while (current < firstSpecialSector) {
    if (seen.has(current) || entries.length > maxEntries) throw damaged();
    seen.add(current);
    entries.push(...entriesOf(await sector(current)));
    const table = allocation[Math.floor(current / perSector)];
    if (table === undefined) throw damaged();
    current = (await sector(table)).readUInt32LE((current % perSector) * 4);
  }
  return namesBelowRoot(entries);
}

async function allocationSectors(
  header: Buffer,
  sector: (index: number) => Promise<Buffer>,
  sectorBytes: number,
): Promise<number[]> {
  const sectors: number[] = [];
  const take = (from: Buffer, start: number, end: number) => {
    for (let at = start; at < end; at += 4) {
      const index = from.readUInt32LE(at);
      if (index < firstSpecialSector) sectors.push(index);
    }
  };
  take(header, 76, 512);
  const seen = new Set<number>();
  let next = header.readUInt32LE(68);
  while (next < firstSpecialSector) {
    if (seen.has(next)) throw damaged();
    seen.add(next);
    const more = await sector(next);
    take(more, 0, sectorBytes - 4);
    next = more.readUInt32LE(sectorBytes - 4);
  }
  return sectors;
}

function entriesOf(sector: Buffer): Entry[] {
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

function namesBelowRoot(entries: Entry[]): string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  const waiting = [entries[0]?.child ?? noEntry];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (index === noEntry) continue;
    const entry = entries[index];
    if (entry === undefined || seen.has(index)) throw damaged();
    seen.add(index);
    names.push(entry.name);
    waiting.push(entry.left, entry.right);
  }
  return names;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  // The last sector may be cut short by writers that do not pad; a sector wholly beyond the end is damage.
  if (bytesRead === 0 || (position === 0 && bytesRead < length)) throw damaged();
  return buffer;
}

function damaged(): UnreadableFile {
  return new UnreadableFile("The file is damaged: its directory cannot be read.");
}
