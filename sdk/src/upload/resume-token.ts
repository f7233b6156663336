import { AssayError } from "../assay-error.ts";
import type { FileSource } from "./file-source.ts";

/** Where an upload stands, as far as the service does not know it itself. */
export interface ResumePoint {
  sessionId: string;
  files: ResumeFile[];
  complianceReviewId: string | undefined;
}

export interface ResumeFile {
  fileId: string;
  size: number;
  chunkSizeBytes: number;
  totalChunks: number;
  lastModified: number | undefined;
  documentId: string | undefined;
}

type Packed = [string, number, number, number, number | null, string | null];

/** Base64 of UTF-8 that goes into addresses and file names as it is. */
export function toResumeToken({ sessionId, files, complianceReviewId }: ResumePoint): string {
  const packed = files.map(
    (file): Packed => [
      file.fileId,
      file.size,
      file.chunkSizeBytes,
      file.totalChunks,
      file.lastModified ?? null,
      file.documentId ?? null,
    ],
  );
  const text = JSON.stringify([1, sessionId, packed, complianceReviewId ?? null]);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const mismatch = (message: string) => new AssayError("resume_mismatch", message);

export function readResumeToken(token: string): ResumePoint {
  try {
    const text = atob(token.replaceAll("-", "+").replaceAll("_", "/"));
    const [version, sessionId, packed, complianceReviewId] = JSON.parse(text) as [
      number,
      string,
      Packed[],
      string | null,
    ];
    if (version !== 1 || typeof sessionId !== "string") throw new Error("another form");
    const files = packed.map(([fileId, size, chunkSizeBytes, totalChunks, lastModified, documentId]) => ({
      ...{ fileId, size, chunkSizeBytes, totalChunks },
      ...{ lastModified: lastModified ?? undefined, documentId: documentId ?? undefined },
    }));
    return { sessionId, files, complianceReviewId: complianceReviewId ?? undefined };
  } catch (cause) {
    throw new AssayError("resume_mismatch", "This is no resume token of Assay.", { cause });
  }
}

/** A half-sent file that was changed meanwhile would arrive as neither the one nor the other. */
export function checkSameFiles(point: ResumePoint, sources: FileSource[]): void {
  if (point.files.length !== sources.length) {
    throw mismatch(`The upload to resume has ${point.files.length} files, not ${sources.length}.`);
  }
  for (const [index, source] of sources.entries()) {
    const file = point.files[index];
    const isChanged =
      file?.lastModified !== undefined &&
      source.lastModified !== undefined &&
      file.lastModified !== source.lastModified;
    if (file?.size !== source.size || isChanged) {
      throw mismatch(`${source.name} was changed since the upload began; upload it anew.`);
    }
  }
}
