import { PgBoss } from "pg-boss";
import type { JobName } from "../jobs/job.ts";

/** The queue as a worker meets it, one claim at a time: for measuring. */
export interface JobClaims {
  fill(waiting: { companyId: string; documentId: string; turn: number }[]): Promise<void>;
  /** Takes the next job, as a worker does; yields the milliseconds. The queue is as long afterwards as it was before. */
  claim(): Promise<number>;
  close(): Promise<void>;
}

const name: JobName = "analyse-document";
const batchSize = 1000;

export async function openJobClaims(url: string): Promise<JobClaims> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  return {
    async fill(waiting) {
      const jobs = waiting.map(({ turn, ...data }) => ({ data, priority: -turn, group: { id: data.companyId } }));
      for (let first = 0; first < jobs.length; first += batchSize)
        await boss.insert(name, jobs.slice(first, first + batchSize));
    },
    async claim() {
      const startedAt = performance.now();
      const [job] = await boss.fetch<object>(name, { includeMetadata: true });
      const milliseconds = performance.now() - startedAt;
      if (job === undefined) throw new Error("there is no job to claim");
      await boss.complete(name, job.id);
      await boss.send(name, job.data, { priority: job.priority, ...(job.groupId && { group: { id: job.groupId } }) });
      return milliseconds;
    },
    close: () => boss.stop({ graceful: false }),
  };
}
