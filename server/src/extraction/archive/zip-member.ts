import { pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { isMachineFault } from "../machine-fault.ts";

/** What holds for every ZIP, an archive that was sent and the package of an Office file alike: no header is believed. */

/** What comes out of a member is not what its headers promise. `detail` goes on from its name. */
export class DamagedMember extends Error {
  readonly detail: string;

  constructor(detail: string, cause?: unknown) {
    super(`The member ${detail}`, { cause });
    this.detail = detail;
  }
}

export async function openZipFile(path: string): Promise<ZipFile> {
  const zip = await openPromise(path, {
    autoClose: false,
    // Both would let one odd entry end the whole archive; names are decoded and sizes checked here, entry by entry.
    decodeStrings: false,
    validateEntrySizes: false,
  });
  // A reading stream in flight may fail once more after it was given up; nobody is left to hear of it.
  zip.on("error", () => undefined);
  return zip;
}

/** Without the flag the standard says code page 437, but macOS and many libraries write UTF-8 all the same. */
export function memberName(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const isFlagged = (entry.generalPurposeBitFlag & 0x800) !== 0;
  const hasUnicodeField = entry.extraFields.some(({ id }) => id === 0x7075);
  if (!isFlagged && !hasUnicodeField) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(raw);
    } catch {
      // Not UTF-8: as the standard says.
    }
  }
  return getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false);
}

/** Why a member is not unpacked at all. */
export function memberProblem(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return "The file is protected by a password.";
  if (isLink(entry)) return "It is a link to another place, not a file.";
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    return "It is packed by a method that cannot be unpacked; pack it as an ordinary ZIP.";
  }
  return undefined;
}

/** Made on Unix (3) or macOS (19): the upper half of the attributes is the mode, and 0o120000 in it a symbolic link. */
function isLink(entry: Entry): boolean {
  const system = entry.versionMadeBy >>> 8;
  return (system === 3 || system === 19) && ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

/**
 * The bytes of a member. `take` hears of every piece before it is handed on, and throws when it is one too many; its own
 * error comes out as it is, all else as DamagedMember.
 */
export async function* unpackedChunks(
  zip: ZipFile,
  entry: Entry,
  take: (pieceBytes: number, bytesSoFar: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  let checksum = 0;
  let refusal: unknown;
  try {
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    for await (const chunk of entry.compressionMethod === 8 ? inflated(packed) : (packed as AsyncIterable<Buffer>)) {
      bytes += chunk.length;
      if (bytes > entry.uncompressedSize) throw new DamagedMember("is longer than the archive says");
      try {
        take(chunk.length, bytes);
      } catch (error) {
        refusal = error;
        throw error;
      }
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    if (error === refusal || error instanceof DamagedMember || isMachineFault(error)) throw error;
    throw new DamagedMember("cannot be unpacked", error);
  }
  if (bytes < entry.uncompressedSize) throw new DamagedMember("is shorter than the archive says");
  // Some writers leave the checksum out.
  if (entry.crc32 !== 0 && checksum !== entry.crc32) throw new DamagedMember("does not match its checksum");
}

function inflated(packed: Readable): AsyncIterable<Buffer> {
  // The iteration reports errors; pipeline's own report would come a second time.
  return pipeline(packed, createInflateRaw(), () => undefined);
}
