import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { UnreadableFile } from "../extracted-file.ts";
import type { ContainerReader, FileMember } from "./file-members.ts";
import { lastPartOf, shownName } from "./member-name.ts";
import { BudgetExceeded, type UnpackBudget } from "./unpack-budget.ts";

/**
 * A ZIP: no pages, only members, unpacked one at a time. What its headers say is used to refuse early and never
 * believed: bytes are counted as they come out.
 */
export const readArchive: ContainerReader = async (file, _limits, budget) => {
  const zip = await openPromise(file.path, {
    autoClose: false,
    // Both would let one odd entry end the whole archive; names are decoded and sizes checked here, entry by entry.
    decodeStrings: false,
    validateEntrySizes: false,
  }).catch((error: unknown) => {
    throw new UnreadableFile("The archive is damaged: its list of contents is missing.", { cause: error });
  });
  const folder = await mkdtemp(join(tmpdir(), "archive-"));
  return {
    facts: { pageCount: 0 },
    async *pages() {},
    members: () => membersOf(zip, folder, budget),
    async close() {
      zip.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

async function* membersOf(zip: ZipFile, folder: string, budget: UnpackBudget): AsyncGenerator<FileMember> {
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const rawName = nameOf(entry);
      const displayName = shownName(rawName);
      if (rawName.endsWith("/") || isClutter(displayName)) continue;
      budget.takeMember();
      count += 1;
      const names = { fileName: lastPartOf(displayName), displayName };
      const path = join(folder, `${count}`);
      const failureReason = await unpack(zip, entry, path, budget);
      yield failureReason === undefined ? { ...names, path } : { ...names, failureReason };
      // The disk holds one member at a time, however large the archive is.
      await rm(path, { force: true });
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile("The archive is damaged: its list of contents cannot be read to the end.", {
      cause: error,
    });
  }
  if (count === 0) throw new UnreadableFile("The archive has no files in it.");
}

/** Undefined when the member lies at `path`, else why it does not. */
async function unpack(zip: ZipFile, entry: Entry, path: string, budget: UnpackBudget): Promise<string | undefined> {
  if (entry.isEncrypted()) return "The file is protected by a password.";
  if (isLink(entry)) return "It is a link to another place, not a file.";
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    return "It is packed by a method that cannot be unpacked; pack it as an ordinary ZIP.";
  }
  budget.refuseBeyond(entry.uncompressedSize);
  const target = await open(path, "wx", 0o600);
  try {
    let length = 0;
    let sum = 0;
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      budget.takeBytes(chunk.length);
      length += chunk.length;
      if (length > entry.uncompressedSize) return "It is damaged: it is longer than the archive says.";
      sum = crc32(chunk, sum);
      await target.write(chunk);
    }
    if (length < entry.uncompressedSize) return "It is damaged: it is shorter than the archive says.";
    if (sum !== entry.crc32) return "It is damaged: its checksum does not match.";
    return undefined;
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error;
    return "It is damaged: it cannot be unpacked.";
  } finally {
    await target.close();
  }
}

/** Without the flag the standard says code page 437, but macOS and many libraries write UTF-8 all the same. */
function nameOf(entry: Entry): string {
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

/** What operating systems add to folders by themselves; no one means to send it. */
function isClutter(name: string): boolean {
  return /(^|\/)__MACOSX\//.test(name) || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);
}

/** Made on Unix (3) or macOS (19): the upper half of the attributes is the mode, and 0o120000 in it a symbolic link. */
function isLink(entry: Entry): boolean {
  const system = entry.versionMadeBy >>> 8;
  return (system === 3 || system === 19) && ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}
