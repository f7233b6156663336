import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry, ZipFile } from "yauzl";
import { UnreadableFile } from "../extracted-file.ts";
import { isMachineFault } from "../machine-fault.ts";
import type { ContainerReader, FileMember } from "./file-members.ts";
import { lastPartOf, shownName } from "./member-name.ts";
import type { UnpackBudget } from "./unpack-budget.ts";
import { DamagedMember, memberName, memberProblem, openZipFile, unpackedChunks } from "./zip-member.ts";

/**
 * A ZIP: no pages, only members, unpacked one at a time. What its headers say is used to refuse early and never
 * believed: bytes are counted as they come out.
 */
export const readArchive: ContainerReader = async (file, _limits, budget) => {
  const zip = await openZipFile(file.path).catch((error: unknown) => {
    if (isMachineFault(error)) throw error;
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
      const rawName = memberName(entry);
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
    if (error instanceof UnreadableFile || isMachineFault(error)) throw error;
    throw new UnreadableFile("The archive is damaged: its list of contents cannot be read to the end.", {
      cause: error,
    });
  }
  if (count === 0) throw new UnreadableFile("The archive has no files in it.");
}

/** Undefined when the member lies at `path`, else why it does not. */
async function unpack(zip: ZipFile, entry: Entry, path: string, budget: UnpackBudget): Promise<string | undefined> {
  const problem = memberProblem(entry);
  if (problem !== undefined) return problem;
  budget.refuseBeyond(entry.uncompressedSize);
  const target = await open(path, "wx", 0o600);
  try {
    for await (const chunk of unpackedChunks(zip, entry, (bytes) => budget.takeBytes(bytes))) {
      // All of it: a nearly full disk may take only a part of a single write.
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

/** What operating systems add to folders by themselves; no one means to send it. */
function isClutter(name: string): boolean {
  return /(^|\/)__MACOSX\//.test(name) || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);
}
