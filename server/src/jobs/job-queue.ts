import type { JobHandlers, JobName, JobPayloads } from "./job.ts";

/** Work that runs by the clock, on one node at a time however many there are. */
export interface Schedule {
  job: JobName;
  /** Five fields, UTC. */
  cron: string;
}

/** Adds jobs in the caller's transaction: they exist exactly when what they are about does. */
export interface JobSender {
  /** Those with a lower turn are taken first, and of equal ones the older. */
  enqueue<Name extends JobName>(name: Name, payload: JobPayloads[Name], groupId?: string, turn?: number): Promise<void>;
}

export interface JobQueue {
  work(handlers: JobHandlers, schedules: Schedule[]): Promise<void>;
  /** Takes no more jobs, and tells those that are running to end. Resolves when they have. */
  stopWork(): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
