/** Every kind of work done in the background, with what it needs to know. */
export interface JobPayloads {
  "analyse-document": { companyId: string; documentId: string; requestId?: string };
  /** What becomes of an "analyse-document" that has failed as often as it may. */
  "give-up-document": { companyId: string; documentId: string; requestId?: string };
  /** What is left to do after a company was taken out of sight. */
  "erase-company": { companyId: string; requestId: string };
  "apply-retention": Record<string, never>;
  "remove-expired": Record<string, never>;
}

export type JobName = keyof JobPayloads;

/**
 * What this process works on; a name without a handler is left to others. A handler whose signal is aborted ends as soon
 * as it can, by throwing: when the process is stopping, the job goes back to the queue and does not count as failed.
 */
export type JobHandlers = { [Name in JobName]?: (payload: JobPayloads[Name], signal: AbortSignal) => Promise<void> };
