import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import type { Entry, ZipFile } from "yauzl";
import { UnreadableFile } from "../extracted-file.ts";
import { isSystemError } from "../system-error.ts";
import type { ContainerReader, FileMember } from "./container-reader.ts";
import { toDisplayName } from "./display-name.ts";
import type { UnpackBudget } from "./unpack-budget.ts";
import { DamagedMember, decodeMemberName, findMemberProblem, openZipFile, unpackMember } from "./zip-member.ts";

/** A ZIP archive has members and no pages. Declared sizes serve to refuse it early; real sizes are counted too. */
export const readArchive: ContainerReader = async (file, _limits, budget) => {
  const zip = await openZipFile(file.path).catch((error: unknown) => {
    if (isSystemError(error)) throw error;
    throw new UnreadableFile("The archive is damaged: its list of contents is missing.", { cause: error });
  });
  const folder = await mkdtemp(join(tmpdir(), "archive-"));
  return {
    facts: { pageCount: 0 },
    async *pages() {},
    members: () => unpackMembers(zip, folder, budget),
    async close() {
      zip.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

async function* unpackMembers(zip: ZipFile, folder: string, budget: UnpackBudget): AsyncGenerator<FileMember> {
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const rawName = decodeMemberName(entry);
      const displayName = toDisplayName(rawName);
      if (rawName.endsWith("/") || isSystemFile(displayName)) continue;
      budget.addMember();
      count += 1;
      const names = { fileName: posix.basename(displayName), displayName };
      const path = join(folder, `${count}`);
      const failureReason = await unpack(zip, entry, path, budget);
      yield failureReason === undefined ? { ...names, path } : { ...names, failureReason };
      // Only one member is on disk at a time.
      await rm(path, { force: true });
    }
  } catch (error) {
    if (error instanceof UnreadableFile || isSystemError(error)) throw error;
    throw new UnreadableFile("The archive is damaged: its list of contents cannot be read to the end.", {
      cause: error,
    });
  }
  if (count === 0) throw new UnreadableFile("The archive has no files in it.");
}

/** Unpacks a member to `path`. Returns a failure reason if that is impossible. */
async function unpack(zip: ZipFile, entry: Entry, path: string, budget: UnpackBudget): Promise<string | undefined> {
  const problem = findMemberProblem(entry);
  if (problem !== undefined) return problem;
  budget.checkBytes(entry.uncompressedSize);
  const target = await open(path, "wx", 0o600);
  try {
    for await (const chunk of unpackMember(zip, entry, (bytes) => budget.addBytes(bytes))) {
      // appendFile writes the whole chunk; a single write to a nearly full disk may be partial.
      await target.appendFile(chunk);
    }
    return undefined;
  } catch (error) {
    if (error instanceof DamagedMember) return `It is damaged: it ${error.detail}.`;
    throw error;
  } finally {
    await target.close();
  }
}

/** Files that operating systems add to folders. */
function isSystemFile(name: string): boolean {
  return /(^|\/)__MACOSX\//.test(name) || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);
}
