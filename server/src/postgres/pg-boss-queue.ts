import { PgBoss } from "pg-boss";
import type { JobHandlers, JobName } from "../jobs/job.ts";
import type { JobQueue } from "../jobs/job-queue.ts";

/** Connections of the queue itself; claims are short, so a few serve many workers. */
const queueConnections = 3;

/** How each job is retried and how long it may take. */
const queues: Record<JobName, { retryLimit: number; expireInSeconds: number }> = {
  "remove-expired": { retryLimit: 0, expireInSeconds: 300 },
};

interface QueueOptions {
  url: string;
  /** Workers keep the queue's tables in order and run what is due by the clock; API processes only add jobs. */
  isWorker: boolean;
  onError: (error: Error) => void;
}

export async function openQueue({ url, isWorker, onError }: QueueOptions): Promise<JobQueue> {
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
      for (const name of Object.keys(handlers) as JobName[]) await workOn(boss, name, handlers);
      for (const { job, cron } of schedules) await boss.schedule(job, cron);
    },
    async check() {
      if (!(await boss.isInstalled())) throw new Error("the queue's tables are missing");
    },
    // Jobs that are running get time to end; those that do not are taken up again by another node.
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

async function workOn<Name extends JobName>(boss: PgBoss, name: Name, handlers: JobHandlers): Promise<void> {
  await boss.work<Parameters<JobHandlers[Name]>[0]>(name, async (jobs) => {
    for (const job of jobs) await handlers[name](job.data, job.signal);
  });
}
