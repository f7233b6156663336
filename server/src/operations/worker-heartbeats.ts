import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";

/** An external model that judges items. Its API key is never part of this. */
export interface ExternalModel {
  provider: string;
  baseUrl: string;
  model: string;
  tokensPerDocument: number;
}

export interface WorkerHeartbeatStore {
  save(workerId: Id, externalModel: ExternalModel | undefined, now: Date): Promise<void>;
  remove(workerId: Id): Promise<void>;
  removeBefore(time: Date): Promise<void>;
  /** The external model of each worker with a heartbeat since then; undefined for a worker that judges offline. */
  listModelsSince(time: Date): Promise<(ExternalModel | undefined)[]>;
}

interface HeartbeatDeps {
  db: { workerHeartbeats: WorkerHeartbeatStore };
  clock: Clock;
}

const heartbeatMilliseconds = 20_000;
/** Several heartbeats, so that a failed or late one does not hide a worker that sends text to a model. */
const aliveSeconds = 120;

/** Which models judge documents at the moment. */
export interface AnalysisModels {
  /** Each external model in use, once. */
  externalModels: ExternalModel[];
  workers: number;
  workersWithExternalModel: number;
}

/** Reads what the workers report, because they do the sending. Falls back to this process's own setting when none runs. */
export async function readAnalysisModels(
  { db, clock }: HeartbeatDeps,
  ownModel: ExternalModel | undefined,
): Promise<AnalysisModels> {
  const reported = await db.workerHeartbeats.listModelsSince(secondsAfter(clock.now(), -aliveSeconds));
  const models = (reported.length === 0 ? [ownModel] : reported).filter((model) => model !== undefined);
  const distinct = new Map(models.map((model) => [JSON.stringify(withoutKey(model)), withoutKey(model)]));
  return {
    // Sorted, so that the order does not depend on which worker started first.
    externalModels: [...distinct.keys()].sort().flatMap((key) => distinct.get(key) ?? []),
    workers: reported.length,
    workersWithExternalModel: reported.filter((model) => model !== undefined).length,
  };
}

function withoutKey({ provider, baseUrl, model, tokensPerDocument }: ExternalModel): ExternalModel {
  return { provider, baseUrl, model, tokensPerDocument };
}

/** Reports this worker's model before it starts to judge, and until it is closed. */
export async function startHeartbeat(
  { db, clock, ids }: HeartbeatDeps & { ids: IdSource },
  externalModel: ExternalModel | undefined,
): Promise<{ close(): Promise<void> }> {
  const workerId = ids.next();
  const model = externalModel && withoutKey(externalModel);
  const beat = async () => {
    const now = clock.now();
    await db.workerHeartbeats.save(workerId, model, now);
    await db.workerHeartbeats.removeBefore(secondsAfter(now, -aliveSeconds));
  };
  await beat();
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // While the database cannot be reached, nobody can read heartbeats either.
    beating = beat().catch(() => undefined);
  }, heartbeatMilliseconds);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await beating;
      await db.workerHeartbeats.remove(workerId).catch(() => undefined);
    },
  };
}
