import { AssayError } from "../assay-error.ts";
import type { FileSource } from "./file-source.ts";
import type { UploadTarget } from "./upload-target.ts";

/** Where an upload stands, as far as the service does not know it itself. */
export interface ResumePoint {
  sessionId: string;
  files: ResumeFile[];
  complianceReviewId: string | undefined;
  /** What the documents are for, as `targetKey` has it; undefined in tokens of older versions. */
  target: string | undefined;
}

export interface ResumeFile {
  fileId: string;
  size: number;
  chunkSizeBytes: number;
  totalChunks: number;
  lastModified: number | undefined;
  documentId: string | undefined;
  /** Undefined in tokens of older versions. */
  name: string | undefined;
  /** The last chunk that is known to be stored: knows the content again where no `lastModified` does. */
  lastChunk: StoredChunk | undefined;
}

/** A chunk by its index, and the beginning of its digest. */
export type StoredChunk = [index: number, digest: string];

type Packed = [string, number, number, number, number | null, string | null, (string | null)?, (StoredChunk | null)?];
type Token = [number, string, Packed[], string | null, (string | null)?];

/** 128 bits and a little: enough to tell contents apart, and the token stays small. */
const digestLetters = 22;

/** Without the name of the algorithm, and shortened: for a token. */
export const shortDigest = (digest: string): string =>
  digest.slice("sha-256=:".length, "sha-256=:".length + digestLetters);

/** Equal for equal targets. Their framework is left out: the control tells it, and the SDK finds it where it is absent. */
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
  ].join();
}

/** Base64 of ASCII that goes into addresses and file names as it is. */
export function toResumeToken({ sessionId, files, complianceReviewId, target }: ResumePoint): string {
  const packed = files.map(
    (file): Packed => [
      file.fileId,
      file.size,
      file.chunkSizeBytes,
      file.totalChunks,
      file.lastModified ?? null,
      file.documentId ?? null,
      file.name ?? null,
      file.lastChunk ?? null,
    ],
  );
  const token: Token = [1, sessionId, packed, complianceReviewId ?? null, target ?? null];
  // Names are in every script there is; `btoa` knows Latin letters only.
  const text = JSON.stringify(token).replaceAll(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const mismatch = (message: string) => new AssayError("resume_mismatch", message);

export function readResumeToken(token: string): ResumePoint {
  try {
    const text = atob(token.replaceAll("-", "+").replaceAll("_", "/"));
    const [version, sessionId, packed, complianceReviewId, target] = JSON.parse(text) as Token;
    if (version !== 1 || typeof sessionId !== "string") throw new Error("another form");
    const files = packed.map(
      ([fileId, size, chunkSizeBytes, totalChunks, lastModified, documentId, name, lastChunk]) => ({
        ...{ fileId, size, chunkSizeBytes, totalChunks },
        ...{ lastModified: lastModified ?? undefined, documentId: documentId ?? undefined },
        ...{ name: name ?? undefined, lastChunk: lastChunk ?? undefined },
      }),
    );
    return {
      ...{ sessionId, files },
      ...{ complianceReviewId: complianceReviewId ?? undefined, target: target ?? undefined },
    };
  } catch (cause) {
    throw new AssayError("resume_mismatch", "This is no resume token of Assay.", { cause });
  }
}

export const wasChanged = (name: string): AssayError =>
  mismatch(`${name} was changed since the upload began; upload it anew.`);

/** Whether `checkSameUpload` has told a file from a later version of itself; otherwise its content must. */
export const isKnownByDate = (file: ResumeFile, source: FileSource): boolean =>
  file.lastModified !== undefined && source.lastModified !== undefined;

/**
 * A half-sent file that was changed meanwhile would arrive as neither the one nor the other; and the documents of an upload
 * for something else are not what was asked for.
 */
export function checkSameUpload(point: ResumePoint, sources: FileSource[], target: UploadTarget): void {
  if (point.target !== undefined && point.target !== targetKey(target)) {
    throw mismatch("The upload to resume has another target; resume it with its own, or upload without the token.");
  }
  if (point.files.length !== sources.length) {
    throw mismatch(`The upload to resume has ${point.files.length} files, not ${sources.length}.`);
  }
  for (const [index, source] of sources.entries()) {
    const file = point.files[index];
    if (file?.name !== undefined && file.name !== source.name) {
      throw mismatch(`The upload to resume has ${file.name} where ${source.name} is given now; upload it anew.`);
    }
    if (file?.size !== source.size || (isKnownByDate(file, source) && file.lastModified !== source.lastModified)) {
      throw wasChanged(source.name);
    }
  }
}
