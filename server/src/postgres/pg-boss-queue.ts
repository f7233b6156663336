import { type ConstructorOptions, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import { JobDeferred, type JobHandlers, type JobName, type JobPayloads } from "../jobs/job.ts";
import type { JobQueue, JobSender } from "../jobs/job-queue.ts";
import { isId } from "../platform/ids.ts";
import { monotonicClock } from "./monotonic-clock.ts";
import { type QueryRunner, statement } from "./query.ts";
import { correctQueueTimes } from "./queue-times.ts";

/** Some of the queue's own maintenance statements scan whole tables; a connection that takes longer than this is dead. */
const queryTimeoutMilliseconds = 30_000;
/** Connections of the queue itself; claims are short, so a few serve many workers. */
const queueConnections = 3;
const hours = 3600;
const days = 24 * hours;

/** A worker without a heartbeat for this long counts as dead. Checked this often, so its job resumes within a minute. */
const heartbeatSeconds = 20;
const superviseSeconds = 10;
/** Workers are notified of new jobs; polling finds jobs that become due by time, such as retries. */
const pollSeconds = 2;
/** Otherwise the same job would be claimed again at once. */
const deferredSeconds = 1;
/** Longer than the restart of a worker takes. */
const unservedSeconds = 120;

interface QueueSettings {
  retryLimit: number;
  /** Delay before the first retry; doubled for each further one, up to `longestRetrySeconds`. */
  retrySeconds?: number;
  longestRetrySeconds?: number;
  expireInSeconds: number;
  retentionSeconds: number;
  heartbeatSeconds?: number;
  deadLetter?: JobName;
}

/** Erasure was promised to the caller, so it is retried until it succeeds. */
const erasure: QueueSettings = {
  retryLimit: 1000,
  retrySeconds: 2,
  longestRetrySeconds: 300,
  expireInSeconds: 12 * hours,
  retentionSeconds: 365 * days,
  heartbeatSeconds,
};

/** How each job is retried, how long it may run, and how long it may wait before it is dropped. */
const queues: Record<JobName, QueueSettings> = {
  // Never dropped silently: it is retried until somebody has fixed what prevents it from being saved.
  "give-up-document": {
    retryLimit: 1000,
    retrySeconds: 2,
    longestRetrySeconds: 300,
    expireInSeconds: 300,
    retentionSeconds: 365 * days,
  },
  // Twenty retries take over an hour: an outage of the store or the database for that long costs nobody a document.
  "analyse-document": {
    retryLimit: 20,
    retrySeconds: 2,
    longestRetrySeconds: 300,
    expireInSeconds: 12 * hours,
    retentionSeconds: 365 * days,
    heartbeatSeconds,
    deadLetter: "give-up-document",
  },
  "erase-company": erasure,
  "erase-documents": erasure,
  "apply-retention": { retryLimit: 0, expireInSeconds: 12 * hours, retentionSeconds: days, heartbeatSeconds },
  "remove-expired": { retryLimit: 0, expireInSeconds: 300, retentionSeconds: days },
  "notify-of-dates": { retryLimit: 0, expireInSeconds: 12 * hours, retentionSeconds: days, heartbeatSeconds },
  "notify-of-gaps": { retryLimit: 0, expireInSeconds: 12 * hours, retentionSeconds: days, heartbeatSeconds },
  "send-digests": { retryLimit: 0, expireInSeconds: 12 * hours, retentionSeconds: days, heartbeatSeconds },
  // A day: mail servers are restarted, and their limits end within hours.
  "send-mail": {
    retryLimit: 30,
    retrySeconds: 10,
    longestRetrySeconds: hours,
    expireInSeconds: 300,
    retentionSeconds: 3 * days,
    heartbeatSeconds,
  },
  // Its schedule starts it again within a minute.
  "judge-affected": { retryLimit: 0, expireInSeconds: 12 * hours, retentionSeconds: days, heartbeatSeconds },
  "complete-scores": { retryLimit: 0, expireInSeconds: 12 * hours, retentionSeconds: days, heartbeatSeconds },
};

function toBossOptions(settings: QueueSettings, retryScale: number): Omit<Queue, "name"> {
  const { retrySeconds = 0, longestRetrySeconds = 0, ...options } = settings;
  const retryDelay = Math.round(retrySeconds * retryScale);
  const backoff = { retryBackoff: true, retryDelayMax: Math.max(1, Math.round(longestRetrySeconds * retryScale)) };
  return { ...options, notify: true, retryDelay, ...(retryDelay > 0 ? backoff : { retryBackoff: false }) };
}

interface QueueOptions {
  url: string;
  /** Workers maintain the queue's tables and run schedules; API processes only add jobs. */
  isWorker: boolean;
  onError: (error: Error) => void;
  /** There is no other worker: jobs that are active at the start belong to a process that died. */
  isAlone?: boolean;
  /** A factor on the delay between retries. */
  retryScale?: number;
  /** Called when an attempt at a job has ended. */
  onWorked?: (job: WorkedJob) => void;
  /** The kind of database for pg-boss; the service itself runs on PostgreSQL only: see docs/databases.md. */
  backend?: NonNullable<ConstructorOptions["backend"]>;
  /** How many jobs of a kind run at once, one by default; zero leaves them to other processes. */
  concurrency?: Partial<Record<JobName, number>>;
}

export interface WorkedJob {
  name: JobName;
  outcome: "done" | "failed" | "returned";
  seconds: number;
  /** From the payload, where it has them. */
  requestId?: string | undefined;
  documentId?: string | undefined;
}

export interface QueueDepth {
  name: string;
  waiting: number;
  active: number;
  /** How long the oldest due job has waited. */
  oldestSeconds: number;
}

// The conditions match pg-boss's partial indexes on waiting jobs (job_i11) and on active jobs of a group (job_i7), because
// the table also holds millions of finished jobs. Every job of this service has a group.
const countDepths = statement(
  `SELECT q.name, w.waiting, a.active, w."oldestSeconds"
     FROM unnest($1::text[]) AS q (name),
          LATERAL (SELECT count(*)::int AS waiting,
                          coalesce(extract(epoch FROM now() - min(greatest(j.created_on, j.start_after))
                            FILTER (WHERE j.start_after <= now())), 0)::float8 AS "oldestSeconds"
                     FROM pgboss.job j WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked) w,
          LATERAL (SELECT count(*)::int AS active
                     FROM pgboss.job j WHERE j.name = q.name AND j.state = 'active' AND j.group_id IS NOT NULL) a
    ORDER BY q.name`,
);
const listActive = statement("SELECT name, id FROM pgboss.job WHERE state = 'active' AND name = ANY ($1)");
const skipRetryDelay = statement(
  "UPDATE pgboss.job SET start_after = created_on WHERE state = 'retry' AND name = ANY ($1) AND id = ANY ($2)",
);

export interface PostgresQueue extends JobQueue {
  /** Rejects when jobs have been due for a while and none is running. */
  checkProgress(name: JobName): Promise<void>;
  depths(): Promise<QueueDepth[]>;
  /** Adds jobs through that connection, inside its transaction. */
  senderOn(run: QueryRunner): JobSender;
}

export async function openQueue(options: QueueOptions): Promise<PostgresQueue> {
  const { url, isWorker, isAlone = false, onError, onWorked, retryScale = 1, concurrency = {} } = options;
  const { backend = "postgres" } = options;
  const boss = new PgBoss({
    connectionString: url,
    backend,
    application_name: "assay-queue",
    clock: monotonicClock,
    max: queueConnections,
    useListenNotify: true,
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    // Passed on to the driver; pg-boss's types lack these options.
    ...{ keepAlive: true, query_timeout: queryTimeoutMilliseconds },
  });
  boss.on("error", onError);
  await boss.start();
  for (const [name, settings] of Object.entries(queues)) {
    const bossOptions = toBossOptions(settings, retryScale);
    await boss.createQueue(name, bossOptions);
    // An earlier version of the service may have created it with other settings.
    await boss.updateQueue(name, bossOptions);
  }
  if (isWorker && isAlone) await requeueOrphans(boss);
  const correctTimes = () => correctQueueTimes(boss, Object.keys(queues)).catch(onError);
  const correcting = isWorker ? setInterval(correctTimes, superviseSeconds * 1000).unref() : undefined;
  const stopping = new AbortController();
  const worked = new Set<JobName>();

  async function workOn<Name extends JobName>(name: Name, handler: NonNullable<JobHandlers[Name]>): Promise<void> {
    worked.add(name);
    let workerId: string | undefined;
    const work = { includeMetadata: true, notifyPollingIntervalSeconds: pollSeconds } as const;
    workerId = await boss.work(name, work, async (jobs: JobWithMetadata<JobPayloads[Name]>[]) => {
      for (const { data, signal, priority, groupId } of jobs) {
        const startedAt = performance.now();
        const report = (outcome: WorkedJob["outcome"]) =>
          onWorked?.({ name, outcome, seconds: (performance.now() - startedAt) / 1000, ...idsOf(data) });
        try {
          await handler(data, AbortSignal.any([signal, stopping.signal]));
          report("done");
        } catch (error) {
          const isDeferred = error instanceof JobDeferred;
          report(stopping.signal.aborted || isDeferred ? "returned" : "failed");
          if (!stopping.signal.aborted && !isDeferred) {
            onError(error instanceof Error ? error : new Error(String(error)));
            throw error;
          }
          // Returned: a new job takes its place, without a delay and without a counted attempt. If the process ends before
          // this one completes, there are two jobs for the same work, which is harmless.
          await boss.send(name, data, {
            ...{ priority, startAfter: isDeferred ? deferredSeconds : 0 },
            ...(groupId && { group: { id: groupId } }),
          });
        } finally {
          // More jobs may be waiting; without this, the worker would sleep until its next poll.
          if (workerId !== undefined) boss.notifyWorker(workerId);
        }
      }
    });
  }

  async function countJobs(names: string[]): Promise<QueueDepth[]> {
    return (await boss.getDb().executeSql(countDepths.text, [names])).rows as QueueDepth[];
  }

  return {
    async work(handlers, schedules) {
      for (const name of Object.keys(handlers) as JobName[]) {
        const handler = handlers[name];
        if (handler === undefined) continue;
        for (let count = concurrency[name] ?? 1; count > 0; count--) await workOn(name, handler);
      }
      for (const { job, cron } of schedules) await boss.schedule(job, cron, null, { group: { id: job } });
    },
    async stopWork() {
      const stopped = [...worked].map((name) => boss.offWork(name, { wait: true }));
      stopping.abort(new Error("the service is stopping"));
      await Promise.all(stopped);
    },
    senderOn: (run) => ({
      async enqueue(name, payload, groupId, queueRound = 0) {
        const db = { executeSql: (text: string, values: unknown[] = []) => run.query({ name: "", text, values }) };
        await boss.send(name, payload, {
          db,
          priority: -queueRound,
          group: { id: groupId ?? name },
        });
      },
    }),
    depths: () => countJobs(Object.keys(queues)),
    async checkProgress(name) {
      const [depth] = await countJobs([name]);
      if (depth === undefined || depth.active > 0 || depth.oldestSeconds < unservedSeconds) return;
      throw new Error(`${depth.waiting} jobs wait, and no process takes them`);
    },
    async check() {
      if (!(await boss.isInstalled())) throw new Error("the queue's tables are missing");
    },
    close() {
      clearInterval(correcting);
      return boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** Validates the ids: another version of the service may have written the job. */
function idsOf(data: object | null): Pick<WorkedJob, "requestId" | "documentId"> {
  const { requestId, documentId } = { ...data } as Record<string, unknown>;
  const id = (value: unknown) => (typeof value === "string" && isId(value) ? value : undefined);
  return { requestId: id(requestId), documentId: id(documentId) };
}

/**
 * Does at once what a missed heartbeat would do later. It counts as an attempt, so that a job which crashes the service is
 * not retried for ever, but skips the retry delay, because the restart has already taken time.
 */
async function requeueOrphans(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  const names = Object.keys(queues);
  const orphans = (await db.executeSql(listActive.text, [names])).rows as { name: string; id: string }[];
  for (const { name, id } of orphans)
    await boss.fail(name, id, { message: "the service ended while this job was running" });
  await db.executeSql(skipRetryDelay.text, [names, orphans.map(({ id }) => id)]);
}
