import type { UploadedDocument, UploadProgress, UploadTarget } from "@assay/sdk";
import { assay } from "../service/assay.ts";
import { forgetUpload, type KeptFile, type KeptUpload, keepUpload, whileHeld } from "./kept-uploads.ts";
import type { PickedFile } from "./picked-file.ts";

interface Common {
  id: string;
  /** The owner: a tab can outlive a sign-out. */
  companyId: string;
  fileNames: string[];
}

/** An upload of this tab. It continues while the user visits other pages of the portal. */
export type RunningUpload = Common &
  (
    | { state: "sending"; progress: UploadProgress | undefined }
    | { state: "failed"; progress: UploadProgress | undefined; error: unknown }
    | { state: "sent"; complianceReviewId: string; documents: UploadedDocument[] }
  );

interface Submission {
  companyId: string;
  target: UploadTarget;
  /** The name of the new review; absent: the service names it. */
  reviewName: string | undefined;
  files: PickedFile[];
}

let uploads: readonly RunningUpload[] = [];
const listeners = new Set<() => void>();
const endings = new Map<string, AbortController>();

function change(id: string, next: RunningUpload | undefined): void {
  const isNew = !uploads.some((one) => one.id === id);
  if (next !== undefined && isNew) uploads = [next, ...uploads];
  else uploads = uploads.flatMap((one) => (one.id !== id ? [one] : next === undefined ? [] : [next]));
  for (const listener of listeners) listener();
}

export const allUploads = (): readonly RunningUpload[] => uploads;

export function onUploadsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `crypto.randomUUID` is missing on pages that were not loaded over https. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export function startUpload(submission: Submission): void {
  void run(newId(), submission, undefined);
}

/** Resumes an interrupted upload: only the missing chunks are sent. */
export function resumeUpload(
  { id, companyId, target, reviewName, files, resumeToken }: KeptUpload,
  opened: File[],
): void {
  const picked = opened.map((file, index): PickedFile => {
    const { handle } = files[index] ?? {};
    return handle === undefined ? { file } : { file, handle };
  });
  void run(id, { companyId, target, reviewName, files: picked }, resumeToken);
}

/** Stops sending; stored chunks stay, so the upload can be resumed. */
export function pauseUpload(id: string): void {
  endings.get(id)?.abort();
}

export function dismissUpload(id: string): void {
  change(id, undefined);
}

function run(
  id: string,
  { companyId, target, reviewName, files }: Submission,
  resume: string | undefined,
): Promise<void> {
  const ending = new AbortController();
  endings.set(id, ending);
  const common = { id, companyId, fileNames: files.map(({ file }) => file.name) };
  const keptFiles = files.map(({ file: { name, size, lastModified }, handle }): KeptFile => {
    return handle === undefined ? { name, size, lastModified } : { name, size, lastModified, handle };
  });
  let progress: UploadProgress | undefined;
  let keeping: Promise<unknown> = Promise.resolve();
  const onProgress = (news: UploadProgress) => {
    progress = news;
    change(id, { ...common, state: "sending", progress });
    const { resumeToken, sessionId, sentBytes, totalBytes } = news;
    if (resumeToken === undefined || sessionId === undefined) return;
    const keptAt = new Date().toISOString();
    // Without storage the upload still works; it just cannot be resumed.
    const saved = { resumeToken, sessionId, sentBytes, totalBytes, keptAt };
    keeping = keeping
      .then(() => keepUpload({ id, companyId, target, reviewName, files: keptFiles, ...saved }))
      .catch(() => undefined);
  };
  change(id, { ...common, state: "sending", progress });
  return whileHeld(id, async () => {
    try {
      // Always chunked: a multipart upload could not be resumed.
      const options = { maxFormBytes: 0, resume, signal: ending.signal, onProgress };
      const sent = await assay.uploadDocuments(
        files.map(({ file }) => file),
        target,
        options,
      );
      if (reviewName !== undefined) await assay.updateComplianceReview(sent.complianceReviewId, { name: reviewName });
      await keeping.then(() => forgetUpload(id)).catch(() => undefined);
      change(id, { ...common, state: "sent", ...sent });
    } catch (error) {
      change(id, { ...common, state: "failed", progress, error });
    } finally {
      endings.delete(id);
    }
  });
}
