import type { JobHandlers, JobName, JobPayloads } from "./job.ts";

/** A job that is started on a schedule, by one node at a time. */
export interface Schedule {
  job: JobName;
  /** Five fields, UTC. */
  cron: string;
}

/** Rounds from here on are of documents that are judged in bulk: everything else is started before them. */
export const lowPriorityRound = 1_000_000_000;

/** Adds jobs in the caller's transaction: a job exists exactly when the rows it refers to do. */
export interface JobSender {
  /** Jobs of a lower round are started first; within a round, the oldest. */
  enqueue<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    groupId?: string,
    queueRound?: number,
  ): Promise<void>;
}

export interface JobQueue {
  work(handlers: JobHandlers, schedules: Schedule[]): Promise<void>;
  /** Starts no more jobs and aborts the running ones. Resolves when they have ended. */
  stopWork(): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
