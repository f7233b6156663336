import { type ConstructorOptions, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import type { JobHandlers, JobName, JobPayloads } from "../jobs/job.ts";
import type { JobQueue, JobSender } from "../jobs/job-queue.ts";
import { isId } from "../platform/ids.ts";
import { monotonicClock } from "./monotonic-clock.ts";
import { type QueryRunner, statement } from "./query.ts";

/** Some of the queue's own statements tidy up whole tables; one that takes longer than this is not answered at all. */
const silenceMilliseconds = 30_000;
/** Connections of the queue itself; claims are short, so a few serve many workers. */
const queueConnections = 3;
const hours = 3600;
const days = 24 * hours;

/** A worker that is silent for this long is taken for dead, and looked for this often: its job goes on within a minute. */
const heartbeatSeconds = 20;
const superviseSeconds = 10;
/** Workers are woken when a job comes in; this is for what becomes due by time, such as another try. */
const pollSeconds = 2;

interface QueueSettings {
  retryLimit: number;
  /** Before the second try; doubled for each further one, up to `longestRetrySeconds`. */
  retrySeconds?: number;
  longestRetrySeconds?: number;
  expireInSeconds: number;
  retentionSeconds: number;
  heartbeatSeconds?: number;
  deadLetter?: JobName;
}

/** How each job is retried, how long it may take, and how long it may wait before it is given up. */
const queues: Record<JobName, QueueSettings> = {
  // Never given up in silence: it goes on failing until a person has looked after what keeps it from being written down.
  "give-up-document": {
    retryLimit: 1000,
    retrySeconds: 2,
    longestRetrySeconds: 300,
    expireInSeconds: 300,
    retentionSeconds: 365 * days,
  },
  // Twenty tries are over an hour: a store or a database that is away for that long does not cost anyone a document.
  "analyse-document": {
    retryLimit: 20,
    retrySeconds: 2,
    longestRetrySeconds: 300,
    expireInSeconds: 12 * hours,
    retentionSeconds: 365 * days,
    heartbeatSeconds,
    deadLetter: "give-up-document",
  },
  // What was promised to be erased is: it is tried until it is.
  "erase-company": {
    retryLimit: 1000,
    retrySeconds: 2,
    longestRetrySeconds: 300,
    expireInSeconds: 12 * hours,
    retentionSeconds: 365 * days,
    heartbeatSeconds,
  },
  "apply-retention": { retryLimit: 0, expireInSeconds: 12 * hours, retentionSeconds: days, heartbeatSeconds },
  "remove-expired": { retryLimit: 0, expireInSeconds: 300, retentionSeconds: days },
};

function toBossOptions(settings: QueueSettings, retryScale: number): Omit<Queue, "name"> {
  const { retrySeconds = 0, longestRetrySeconds = 0, ...options } = settings;
  const retryDelay = Math.round(retrySeconds * retryScale);
  const backoff = { retryBackoff: true, retryDelayMax: Math.max(1, Math.round(longestRetrySeconds * retryScale)) };
  return { ...options, notify: true, retryDelay, ...(retryDelay > 0 ? backoff : { retryBackoff: false }) };
}

interface QueueOptions {
  url: string;
  /** Workers keep the queue's tables in order and run what is due by the clock; API processes only add jobs. */
  isWorker: boolean;
  onError: (error: Error) => void;
  /** No other process works: what is under way at the start was left by one that died, and need not be waited for. */
  isAlone?: boolean;
  /** A factor on the time between tries. */
  retryScale?: number;
  /** A try at a job has ended. */
  onWorked?: (job: WorkedJob) => void;
  /** What pg-boss takes the database for; the service itself runs on PostgreSQL only: see docs/databases.md. */
  backend?: NonNullable<ConstructorOptions["backend"]>;
  /** How many jobs of a kind are worked on at once; one, unless it says otherwise. None: they are left to others. */
  concurrency?: Partial<Record<JobName, number>>;
}

export interface WorkedJob {
  name: JobName;
  outcome: "done" | "failed" | "given_back";
  seconds: number;
  /** What the job is about, as far as it says. */
  requestId?: string | undefined;
  documentId?: string | undefined;
}

export interface QueueDepth {
  name: string;
  waiting: number;
  active: number;
  /** How long the oldest job that is due has waited. */
  oldestSeconds: number;
}

// In the words of the queue's own indexes of what waits (job_i11) and what is active in a group (job_i7): millions of jobs
// that have ended are kept beside them. Every job of ours has a group.
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
const beginAtOnce = statement(
  "UPDATE pgboss.job SET start_after = created_on WHERE state = 'retry' AND name = ANY ($1) AND id = ANY ($2)",
);

export interface PostgresQueue extends JobQueue {
  depths(): Promise<QueueDepth[]>;
  /** Adds jobs through that connection, and so in its transaction. */
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
    // Handed to the driver, which knows more settings than the queue's types do.
    ...{ keepAlive: true, query_timeout: silenceMilliseconds },
  });
  boss.on("error", onError);
  await boss.start();
  for (const [name, settings] of Object.entries(queues)) {
    const bossOptions = toBossOptions(settings, retryScale);
    await boss.createQueue(name, bossOptions);
    // An earlier version of the service may have made it with other settings.
    await boss.updateQueue(name, bossOptions);
  }
  if (isWorker && isAlone) await takeBack(boss);
  const stopping = new AbortController();
  const worked = new Set<JobName>();

  async function workOn<Name extends JobName>(name: Name, handler: NonNullable<JobHandlers[Name]>): Promise<void> {
    worked.add(name);
    let workerId: string | undefined;
    const work = { includeMetadata: true, notifyPollingIntervalSeconds: pollSeconds } as const;
    workerId = await boss.work(name, work, async (jobs: JobWithMetadata<JobPayloads[Name]>[]) => {
      for (const { data, signal, priority, groupId } of jobs) {
        const startedAt = performance.now();
        const tell = (outcome: "done" | "failed" | "given_back") =>
          onWorked?.({ name, outcome, seconds: (performance.now() - startedAt) / 1000, ...aboutOf(data) });
        try {
          await handler(data, AbortSignal.any([signal, stopping.signal]));
          tell("done");
        } catch (error) {
          tell(stopping.signal.aborted ? "given_back" : "failed");
          if (!stopping.signal.aborted) {
            onError(error instanceof Error ? error : new Error(String(error)));
            throw error;
          }
          // Given back: a new job in its place, at once and as if this one had never been taken. Should we end between the
          // two, there are two jobs for the same work, which does no harm.
          await boss.send(name, data, { priority, ...(groupId && { group: { id: groupId } }) });
        } finally {
          // Otherwise it would wait for its next poll although more may be waiting for it.
          if (workerId !== undefined) boss.notifyWorker(workerId);
        }
      }
    });
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
      async enqueue(name, payload, groupId, turn = 0) {
        const db = { executeSql: (text: string, values: unknown[] = []) => run.query({ name: "", text, values }) };
        await boss.send(name, payload, {
          db,
          priority: -turn,
          group: { id: groupId ?? name },
        });
      },
    }),
    async depths() {
      const { rows } = await boss.getDb().executeSql(countDepths.text, [Object.keys(queues)]);
      return rows as QueueDepth[];
    },
    async check() {
      if (!(await boss.isInstalled())) throw new Error("the queue's tables are missing");
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Ids and nothing else: whatever lies in the queue may have been written by another version. */
function aboutOf(data: object | null): Pick<WorkedJob, "requestId" | "documentId"> {
  const { requestId, documentId } = { ...data } as Record<string, unknown>;
  const id = (value: unknown) => (typeof value === "string" && isId(value) ? value : undefined);
  return { requestId: id(requestId), documentId: id(documentId) };
}

/**
 * As its heartbeat would have it, only sooner: it counts as a try, so that what kills the service is not tried for ever,
 * but need not wait, because whoever started the service again has waited already.
 */
async function takeBack(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  const names = Object.keys(queues);
  const left = (await db.executeSql(listActive.text, [names])).rows as { name: string; id: string }[];
  for (const { name, id } of left)
    await boss.fail(name, id, { message: "the service ended while it was at work on this" });
  const ids = left.map(({ id }) => id);
  await db.executeSql(beginAtOnce.text, [names, ids]);
}
