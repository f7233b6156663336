import type { ReadFile, ReadLimits, SourceFile } from "../extracted-file.ts";
import type { UnpackBudget } from "./unpack-budget.ts";

/**
 * A file within a file. `path` exists until the next member is read. A member that cannot be unpacked has a failure reason
 * instead, so that it fails alone.
 */
export type FileMember = {
  /** Without folders. */
  fileName: string;
  /** The path within the container: "contracts/2024/lease.docx". */
  displayName: string;
} & ({ path: string; failureReason?: undefined } | { path?: undefined; failureReason: string });

/** A file with members. An email has pages of its own too, an archive has none. */
export interface ReadContainer extends ReadFile {
  /** In the order of the file; can be called once. */
  members(): AsyncIterable<FileMember>;
}

export type ContainerReader = (file: SourceFile, limits: ReadLimits, budget: UnpackBudget) => Promise<ReadContainer>;

export function hasMembers(read: ReadFile): read is ReadContainer {
  return "members" in read;
}
