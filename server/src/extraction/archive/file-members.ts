import type { ReadFile, ReadLimits, SourceFile } from "../extracted-file.ts";
import type { UnpackBudget } from "./unpack-budget.ts";

/**
 * A file within a file. `path` is a file of ours that is there until the next member is asked for; a member that
 * cannot even be unpacked comes with the reason instead, so that it fails alone.
 */
export type FileMember = {
  /** What the container calls it, without folders. */
  fileName: string;
  /** Where it lies in the container, for people: "contracts/2024/lease.docx". */
  displayName: string;
} & ({ path: string; failureReason?: undefined } | { path?: undefined; failureReason: string });

/** A file with others in it. It may have pages of its own, as a mail has and an archive has not. */
export interface ReadContainer extends ReadFile {
  /** In their order in the file, one after the other, to be used once. */
  members(): AsyncIterable<FileMember>;
}

export type ContainerReader = (file: SourceFile, limits: ReadLimits, budget: UnpackBudget) => Promise<ReadContainer>;

export function hasMembers(read: ReadFile): read is ReadContainer {
  return "members" in read;
}
