import { PgBoss } from "pg-boss";
import type { JobHandlers, JobName, JobPayloads } from "../jobs/job.ts";
import type { JobQueue, JobSender } from "../jobs/job-queue.ts";
import type { QueryRunner } from "./query.ts";

/** Connections of the queue itself; claims are short, so a few serve many workers. */
const queueConnections = 3;
const days = 86_400;

/** How each job is retried, how long it may take, and how long it may wait before it is given up. */
const queues: Record<JobName, { retryLimit: number; expireInSeconds: number; retentionSeconds: number }> = {
  "analyse-document": { retryLimit: 3, expireInSeconds: 3600, retentionSeconds: 365 * days },
  "remove-expired": { retryLimit: 0, expireInSeconds: 300, retentionSeconds: days },
};

interface QueueOptions {
  url: string;
  /** Workers keep the queue's tables in order and run what is due by the clock; API processes only add jobs. */
  isWorker: boolean;
  onError: (error: Error) => void;
}

export interface PostgresQueue extends JobQueue {
  /** Adds jobs through that connection, and so in its transaction. */
  senderOn(run: QueryRunner): JobSender;
}

export async function openQueue({ url, isWorker, onError }: QueueOptions): Promise<PostgresQueue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "assay-queue",
    max: queueConnections,
    useListenNotify: true,
    supervise: isWorker,
    schedule: isWorker,
  });
  boss.on("error", onError);
  await boss.start();
  for (const [name, options] of Object.entries(queues)) await boss.createQueue(name, { ...options, notify: true });

  return {
    async work(handlers, schedules) {
      for (const name of Object.keys(handlers) as JobName[]) await workOn(boss, name, handlers[name]);
      for (const { job, cron } of schedules) await boss.schedule(job, cron);
    },
    senderOn: (run) => ({
      async enqueue(name, payload, groupId) {
        const db = { executeSql: (text: string, values: unknown[] = []) => run.query({ name: "", text, values }) };
        await boss.send(name, payload, { db, ...(groupId !== undefined && { group: { id: groupId } }) });
      },
    }),
    async check() {
      if (!(await boss.isInstalled())) throw new Error("the queue's tables are missing");
    },
    // Jobs that are running get time to end; those that do not are taken up again by another node.
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

async function workOn<Name extends JobName>(boss: PgBoss, name: Name, handler: JobHandlers[Name]): Promise<void> {
  if (handler === undefined) return;
  await boss.work<JobPayloads[Name]>(name, async (jobs) => {
    for (const job of jobs) await handler(job.data, job.signal);
  });
}
