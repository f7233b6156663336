import { buffer } from "node:stream/consumers";
import { type Entry, validateFileName, type ZipFile } from "yauzl";
import type { PackedMember } from "../../platform/zip-file.ts";
import { UnreadableFile } from "../extracted-file.ts";
import { formatSize } from "../extraction-limits.ts";
import { DamagedMember, decodeMemberName, findMemberProblem, openZipFile, unpackMember } from "./zip-member.ts";

/**
 * A member of an Office file's ZIP package. Limits are checked against the declared sizes before anything is unpacked, and
 * against the real sizes while unpacking, because headers may be wrong.
 */
export interface ZipMember {
  name: string;
  isFolder: boolean;
  /** As declared; `stream` throws if it is wrong. */
  unpackedBytes: number;
  /** Why this member must not be unpacked: its name points outside, it is encrypted, or its compression is unknown. */
  problem?: string;
}

export interface ZipLimits {
  maxEntries: number;
  maxUnpackedBytes: number;
}

export interface ZipEntries {
  members: ZipMember[];
  stream(member: ZipMember): AsyncIterable<Buffer>;
  read(member: ZipMember): Promise<Buffer>;
  /** As it is, for a copy of the file. */
  readPacked(member: ZipMember): Promise<PackedMember>;
  close(): Promise<void>;
}

/** Deflate reaches 1,032 to 1. Office XML stays under 100 to 1, even for a sheet of equal rows. */
const maxRatio = 250;
/** Smaller members are no bombs, whatever their ratio. */
const minBombBytes = 16 * 2 ** 20;

/** A reader reads a part twice at most. */
const maxReads = 4;
/** Small parts may be read more often. */
const sparedBytes = 16 * 2 ** 20;

const damaged = (detail: string): UnreadableFile => new UnreadableFile(`The file is damaged: ${detail}.`);

const tooLarge = (limits: ZipLimits): UnreadableFile =>
  new UnreadableFile(`The file unpacks to more than ${formatSize(limits.maxUnpackedBytes)}.`);

const isBomb = (unpackedBytes: number, packedBytes: number): boolean =>
  unpackedBytes > minBombBytes && unpackedBytes > packedBytes * maxRatio;

const bombError = (name: string): UnreadableFile =>
  new UnreadableFile(`The file is packed so tightly that it is not safe to unpack: ${name}.`);

function findProblem(entry: Entry, name: string): string | undefined {
  const nameProblem = name.includes("\0") ? "zero byte" : validateFileName(name);
  if (nameProblem !== null) return `The name "${name.slice(0, 100)}" points outside the archive.`;
  return findMemberProblem(entry);
}

async function open(path: string): Promise<ZipFile> {
  try {
    return await openZipFile(path);
  } catch (error) {
    throw damaged(`the archive cannot be opened (${error instanceof Error ? error.message.split(".")[0] : "unknown"})`);
  }
}

async function listEntries(zip: ZipFile, limits: ZipLimits): Promise<Map<ZipMember, Entry>> {
  const entries = new Map<ZipMember, Entry>();
  let declaredBytes = 0;
  for await (const entry of zip.eachEntry()) {
    // Counted here, because the declared number may be wrong.
    if (entries.size >= limits.maxEntries) {
      throw new UnreadableFile(`The archive has more than ${limits.maxEntries.toLocaleString("en")} entries.`);
    }
    const name = decodeMemberName(entry);
    const problem = findProblem(entry, name);
    const isFolder = name.endsWith("/");
    declaredBytes += entry.uncompressedSize;
    if (declaredBytes > limits.maxUnpackedBytes) throw tooLarge(limits);
    if (isBomb(entry.uncompressedSize, entry.compressedSize)) throw bombError(name);
    entries.set({ name, isFolder, unpackedBytes: entry.uncompressedSize, ...(problem && { problem }) }, entry);
  }
  return entries;
}

export async function openZip(path: string, limits: ZipLimits): Promise<ZipEntries> {
  const zip = await open(path);
  let entries: Map<ZipMember, Entry>;
  try {
    entries = await listEntries(zip, limits);
  } catch (error) {
    zip.close();
    if (error instanceof UnreadableFile) throw error;
    throw damaged("the archive's list of contents cannot be read");
  }

  /** Sheets and slides may all refer to one part: what is read again counts, too, against a limit of its own. */
  const maxReadBytes = sparedBytes + maxReads * [...entries.keys()].reduce((sum, one) => sum + one.unpackedBytes, 0);
  let readBytes = 0;
  /** Real bytes by member; reading a member again does not count twice. */
  const unpacked = new Map<ZipMember, number>();
  let unpackedBytes = 0;

  async function* stream(member: ZipMember): AsyncGenerator<Buffer> {
    const entry = entries.get(member);
    if (entry === undefined) throw new TypeError("The member belongs to another archive.");
    if (member.problem !== undefined) throw new UnreadableFile(member.problem);
    const countBytes = (chunkBytes: number, bytes: number) => {
      readBytes += chunkBytes;
      if (readBytes > maxReadBytes) throw damaged("its parts refer to one another again and again");
      if (isBomb(bytes, entry.compressedSize)) throw bombError(member.name);
      const before = unpacked.get(member) ?? 0;
      if (bytes <= before) return;
      unpacked.set(member, bytes);
      unpackedBytes += bytes - before;
      if (unpackedBytes > limits.maxUnpackedBytes) throw tooLarge(limits);
    };
    try {
      yield* unpackMember(zip, entry, countBytes);
    } catch (error) {
      if (error instanceof DamagedMember) throw damaged(`${member.name} ${error.detail}`);
      throw error;
    }
  }

  return {
    members: [...entries.keys()],
    stream,
    async read(member) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream(member)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    async readPacked(member) {
      const entry = entries.get(member);
      if (entry === undefined) throw new TypeError("The member belongs to another archive.");
      const bytes = await buffer(await zip.openReadStreamPromise(entry, { decodeFileData: false }));
      const { compressionMethod: method, crc32: crc, uncompressedSize: sizeBytes } = entry;
      return { name: member.name, method, crc, sizeBytes, compressed: [bytes], compressedBytes: bytes.length };
    },
    async close() {
      zip.close();
    },
  };
}
