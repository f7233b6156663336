/** Every kind of work done in the background, with what it needs to know. */
export interface JobPayloads {
  "remove-expired": Record<string, never>;
}

export type JobName = keyof JobPayloads;

export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name], signal: AbortSignal) => Promise<void> };
