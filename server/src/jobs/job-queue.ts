import type { JobHandlers, JobName, JobPayloads } from "./job.ts";

/** Work that runs by the clock, on one node at a time however many there are. */
export interface Schedule {
  job: JobName;
  /** Five fields, UTC. */
  cron: string;
}

/** Adds jobs in the caller's transaction: they exist exactly when what they are about does. */
export interface JobSender {
  /** Jobs of one group take turns with those of others, so that one company's many do not starve another's one. */
  enqueue<Name extends JobName>(name: Name, payload: JobPayloads[Name], groupId?: string): Promise<void>;
}

export interface JobQueue {
  work(handlers: JobHandlers, schedules: Schedule[]): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
