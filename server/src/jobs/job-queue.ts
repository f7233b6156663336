import type { JobHandlers, JobName } from "./job.ts";

/** Work that runs by the clock, on one node at a time however many there are. */
export interface Schedule {
  job: JobName;
  /** Five fields, UTC. */
  cron: string;
}

export interface JobQueue {
  work(handlers: JobHandlers, schedules: Schedule[]): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
