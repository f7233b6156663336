import { AssayError } from "../assay-error.ts";
import type { FileSource } from "./file-source.ts";
import type { UploadTarget } from "./upload-target.ts";

/** The state of an upload that the service does not know. */
export interface ResumePoint {
  sessionId: string;
  files: ResumeFile[];
  complianceReviewId: string | undefined;
  /** See `targetKey`. */
  target: string;
}

export interface ResumeFile {
  fileId: string;
  size: number;
  chunkSizeBytes: number;
  totalChunks: number;
  lastModified: number | undefined;
  documentId: string | undefined;
  name: string;
  /** The last chunk known to be stored. It identifies the content if there is no `lastModified`; absent without Web Crypto. */
  lastChunk: StoredChunk | undefined;
}

/** The index of a chunk, and the beginning of its digest. */
export type StoredChunk = [index: number, digest: string];

type PackedFile = [string, number, number, number, number | null, string | null, string, StoredChunk | null];
type Token = [version: number, sessionId: string, PackedFile[], complianceReviewId: string | null, target: string];

/** 132 bits: enough to distinguish contents, and the token stays small. */
const digestLetters = 22;

/** The beginning of a digest without the name of the algorithm. */
export const shortDigest = (digest: string): string =>
  digest.slice("sha-256=:".length, "sha-256=:".length + digestLetters);

/** Equal for equal targets. The framework is left out because it follows from the control. */
export function targetKey(target: UploadTarget): string {
  const list = (ids: string[] | undefined) => (ids === undefined ? "" : [...ids].sort().join("+"));
  return [
    target.complianceReviewId,
    target.businessEntityId,
    target.controlId,
    list(target.selectedControlItemIds),
    list(target.selectedControlClusterIds),
    target.auditLanguageId,
    target.isConsolidated ? 1 : "",
    ...(target.subject === undefined ? [] : [JSON.stringify(target.subject)]),
    ...(target.documentsCount === undefined ? [] : [target.documentsCount]),
    ...(target.supersedes === undefined ? [] : [target.supersedes]),
    ...(["effectiveFrom", "validUntil", "reviewBy"] as const).flatMap((name) =>
      target[name] === undefined ? [] : [`${name}=${target[name]}`],
    ),
    ...(target.facts === undefined ? [] : [JSON.stringify(Object.entries(target.facts).sort())]),
  ].join();
}

/** In base64url, so that it can be part of URLs and file names. */
export function toResumeToken({ sessionId, files, complianceReviewId, target }: ResumePoint): string {
  const packed = files.map(
    (file): PackedFile => [
      file.fileId,
      file.size,
      file.chunkSizeBytes,
      file.totalChunks,
      file.lastModified ?? null,
      file.documentId ?? null,
      file.name,
      file.lastChunk ?? null,
    ],
  );
  const token: Token = [1, sessionId, packed, complianceReviewId ?? null, target];
  // File names may contain any character; `btoa` accepts only Latin-1.
  const text = JSON.stringify(token).replaceAll(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const mismatchError = (message: string) => new AssayError("resume_mismatch", message);

export function readResumeToken(token: string): ResumePoint {
  try {
    const text = atob(token.replaceAll("-", "+").replaceAll("_", "/"));
    const [version, sessionId, packed, complianceReviewId, target] = JSON.parse(text) as Token;
    if (version !== 1 || typeof sessionId !== "string") throw new Error("unknown version");
    const files = packed.map(
      ([fileId, size, chunkSizeBytes, totalChunks, lastModified, documentId, name, lastChunk]) => ({
        ...{ fileId, size, chunkSizeBytes, totalChunks, name },
        ...{ lastModified: lastModified ?? undefined, documentId: documentId ?? undefined },
        lastChunk: lastChunk ?? undefined,
      }),
    );
    return { sessionId, files, complianceReviewId: complianceReviewId ?? undefined, target };
  } catch (cause) {
    throw new AssayError("resume_mismatch", "This is not a resume token of Assay.", { cause });
  }
}

export const changedFileError = (name: string): AssayError =>
  mismatchError(`${name} was changed since the upload began; start a new upload.`);

/** Whether `checkSameUpload` can detect a changed file by its modification time; otherwise its content is compared. */
export const hasComparableDates = (file: ResumeFile, source: FileSource): boolean =>
  file.lastModified !== undefined && source.lastModified !== undefined;

/** Refuses other files and another target: a file that was changed halfway would arrive as a mixture of both versions. */
export function checkSameUpload(point: ResumePoint, sources: FileSource[], target: UploadTarget): void {
  if (point.target !== targetKey(target)) {
    throw mismatchError(
      "The upload to resume has another target. Resume it with its own target, or upload without the token.",
    );
  }
  if (point.files.length !== sources.length) {
    throw mismatchError(`The upload to resume has ${point.files.length} files, not ${sources.length}.`);
  }
  for (const [index, source] of sources.entries()) {
    const file = point.files[index];
    if (file?.name !== source.name) {
      throw mismatchError(`The upload to resume has ${file?.name} instead of ${source.name}; start a new upload.`);
    }
    if (file.size !== source.size || (hasComparableDates(file, source) && file.lastModified !== source.lastModified)) {
      throw changedFileError(source.name);
    }
  }
}
