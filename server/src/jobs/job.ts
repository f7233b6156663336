/** Every kind of work done in the background, with what it needs to know. */
export interface JobPayloads {
  "analyse-document": { companyId: string; documentId: string };
  "remove-expired": Record<string, never>;
}

export type JobName = keyof JobPayloads;

/** What this process works on; a name without a handler is left to others. */
export type JobHandlers = { [Name in JobName]?: (payload: JobPayloads[Name], signal: AbortSignal) => Promise<void> };
