import type { FileSource } from "./file-source.ts";
import { type ResumePoint, toResumeToken } from "./resume-token.ts";

/** How far one file has come. */
export interface FileProgress {
  /** The file's name. */
  name: string;
  /** Bytes that the service has stored. */
  sentBytes: number;
  /** Bytes of the file. */
  totalBytes: number;
  /** Chunks that the service has stored. */
  sentChunks: number;
  /** Chunks of the file; 1 when it goes in a form. */
  totalChunks: number;
  /** The document it has become, once all of it is there. */
  documentId?: string;
}

/** How far an upload has come. What counts as sent is stored by the service and will not be sent again. */
export interface UploadProgress {
  /** Bytes that the service has stored, of all files. */
  sentBytes: number;
  /** Bytes of all files. */
  totalBytes: number;
  /** Chunks that the service has stored, of all files. */
  sentChunks: number;
  /** Chunks of all files. */
  totalChunks: number;
  /** Each file, in the order in which they were given. */
  files: FileProgress[];
  /** Keep it to go on later, also in another process, as `resume`. Absent when the files go in one form. */
  resumeToken?: string;
  /** The session that the chunks go to, for `cancelUpload`. Absent when the files go in one form. */
  sessionId?: string;
}

export function summed(files: FileProgress[], point: ResumePoint | undefined): UploadProgress {
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

export function notYet({ name, size }: FileSource, totalChunks: number): FileProgress {
  return { name, sentBytes: 0, totalBytes: size, sentChunks: 0, totalChunks };
}
