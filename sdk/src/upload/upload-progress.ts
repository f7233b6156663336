import type { FileSource } from "./file-source.ts";
import { type ResumePoint, toResumeToken } from "./resume-token.ts";

/** The progress of one file. */
export interface FileProgress {
  /** The file's name. */
  name: string;
  /** Bytes stored by the service. */
  sentBytes: number;
  /** Bytes of the file. */
  totalBytes: number;
  /** Chunks stored by the service. */
  sentChunks: number;
  /** Chunks of the file; 1 for a form. */
  totalChunks: number;
  /** The id of the document, once it is created. */
  documentId?: string;
}

/** The progress of an upload. Sent bytes and chunks are stored by the service and are not sent again. */
export interface UploadProgress {
  /** Bytes of all files stored by the service. */
  sentBytes: number;
  /** Bytes of all files. */
  totalBytes: number;
  /** Chunks of all files stored by the service. */
  sentChunks: number;
  /** Chunks of all files. */
  totalChunks: number;
  /** The files, in their given order. */
  files: FileProgress[];
  /** Save it to resume the upload later, also in another process. Absent for a form. */
  resumeToken?: string;
  /** The upload session, for `cancelUpload`. Absent for a form. */
  sessionId?: string;
}

export function sumProgress(files: FileProgress[], point: ResumePoint | undefined): UploadProgress {
  const sum = (field: "sentBytes" | "totalBytes" | "sentChunks" | "totalChunks") =>
    files.reduce((total, file) => total + file[field], 0);
  return {
    sentBytes: sum("sentBytes"),
    totalBytes: sum("totalBytes"),
    sentChunks: sum("sentChunks"),
    totalChunks: sum("totalChunks"),
    files: files.map((file) => ({ ...file })),
    ...(point !== undefined && { resumeToken: toResumeToken(point), sessionId: point.sessionId }),
  };
}

export function startProgress({ name, size }: FileSource, totalChunks: number): FileProgress {
  return { name, sentBytes: 0, totalBytes: size, sentChunks: 0, totalChunks };
}
