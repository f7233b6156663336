/** Every kind of background job, with its payload. */
export interface JobPayloads {
  "analyse-document": { companyId: string; documentId: string; requestId?: string };
  /** Follows an "analyse-document" that has used up its retries. */
  "give-up-document": { companyId: string; documentId: string; requestId?: string };
  /** Deletes what is left of a company after it was hidden. */
  "erase-company": { companyId: string; requestId: string };
  /** Erases what the company has deleted. */
  "erase-documents": { companyId: string; requestId: string };
  "apply-retention": Record<string, never>;
  "remove-expired": Record<string, never>;
  "complete-scores": Record<string, never>;
  "notify-of-dates": Record<string, never>;
  "notify-of-gaps": Record<string, never>;
  "send-digests": Record<string, never>;
  "send-mail": { mailId: string };
  /** Queues the next documents of all bulk judgements. */
  "judge-affected": Record<string, never>;
}

export type JobName = keyof JobPayloads;

/**
 * The jobs this process handles; a name without a handler is left to other processes. A handler whose signal is aborted
 * throws as soon as it can: when the process is stopping, the job returns to the queue and does not count as failed.
 */
export type JobHandlers = { [Name in JobName]?: (payload: JobPayloads[Name], signal: AbortSignal) => Promise<void> };

/** Thrown by a handler whose job another one should run before: it returns to the queue and does not count as failed. */
export class JobDeferred extends Error {}
