import { pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { isSystemError } from "../system-error.ts";

/** The member does not match its header. `detail` follows the member's name in a sentence. */
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
    // yauzl's own checks would reject the whole archive for one bad entry; we check each entry.
    decodeStrings: false,
    validateEntrySizes: false,
  });
  // An abandoned read stream may still emit an error.
  zip.on("error", () => undefined);
  return zip;
}

/** Without the UTF-8 flag the standard says code page 437, but macOS and many libraries write UTF-8. */
export function decodeMemberName(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const isFlagged = (entry.generalPurposeBitFlag & 0x800) !== 0;
  const hasUnicodeField = entry.extraFields.some(({ id }) => id === 0x7075);
  if (!isFlagged && !hasUnicodeField) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(raw);
    } catch {
      // Not UTF-8: code page 437.
    }
  }
  return getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false);
}

/** Why a member cannot be unpacked. */
export function findMemberProblem(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return "The file is protected by a password.";
  if (isLink(entry)) return "It is a link to another place, not a file.";
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    return "It is packed by a method that cannot be unpacked; pack it as an ordinary ZIP.";
  }
  return undefined;
}

/** For Unix (3) and macOS (19) the upper half of the attributes is the file mode; 0o120000 is a symbolic link. */
function isLink(entry: Entry): boolean {
  const system = entry.versionMadeBy >>> 8;
  return (system === 3 || system === 19) && ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

/**
 * Unpacks a member. `onChunk` is called for every chunk before it is yielded, and may throw to stop; its error is passed on
 * unchanged, other errors become DamagedMember.
 */
export async function* unpackMember(
  zip: ZipFile,
  entry: Entry,
  onChunk: (chunkBytes: number, bytesSoFar: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  let checksum = 0;
  let refusal: unknown;
  try {
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    for await (const chunk of entry.compressionMethod === 8 ? inflate(packed) : (packed as AsyncIterable<Buffer>)) {
      bytes += chunk.length;
      if (bytes > entry.uncompressedSize) throw new DamagedMember("is longer than the archive says");
      try {
        onChunk(chunk.length, bytes);
      } catch (error) {
        refusal = error;
        throw error;
      }
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    if (error === refusal || error instanceof DamagedMember || isSystemError(error)) throw error;
    throw new DamagedMember("cannot be unpacked", error);
  }
  if (bytes < entry.uncompressedSize) throw new DamagedMember("is shorter than the archive says");
  // Some programs write no checksum.
  if (entry.crc32 !== 0 && checksum !== entry.crc32) throw new DamagedMember("does not match its checksum");
}

function inflate(packed: Readable): AsyncIterable<Buffer> {
  // Errors are thrown by the iteration; the callback would report them a second time.
  return pipeline(packed, createInflateRaw(), () => undefined);
}
