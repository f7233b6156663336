import { PgBoss } from "pg-boss";
import type { JobName } from "../jobs/job.ts";
import type { QueuedDocument } from "./seeded-growth.ts";

/** The queue as a worker sees it, for measurements. */
export interface JobClaims {
  /** Finished jobs stay in the table for a while, and every claim has to skip them. */
  fill(jobs: { finished: QueuedDocument[]; waiting: QueuedDocument[] }): Promise<void>;
  /** Claims the next job and returns it to the queue; resolves with the milliseconds of the claim. */
  claim(): Promise<number>;
  close(): Promise<void>;
}

const name: JobName = "analyse-document";
const batchSize = 1000;

export async function openJobClaims(url: string): Promise<JobClaims> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  async function send(documents: QueuedDocument[]): Promise<void> {
    const jobs = documents.map(({ queueRound, ...data }) => ({
      data,
      priority: -queueRound,
      group: { id: data.companyId },
    }));
    for (let first = 0; first < jobs.length; first += batchSize)
      await boss.insert(name, jobs.slice(first, first + batchSize));
  }
  return {
    async fill({ finished, waiting }) {
      await send(finished);
      await boss
        .getDb()
        .executeSql(
          `UPDATE pgboss.job SET state = 'completed', started_on = created_on, completed_on = created_on WHERE name = $1`,
          [name],
        );
      await send(waiting);
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
