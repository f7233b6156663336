import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";

/** A model outside that items are judged by; its key is no part of this. */
export interface OutsideModel {
  provider: string;
  baseUrl: string;
  model: string;
  tokensPerDocument: number;
}

export interface JudgingWorkerStore {
  tell(workerId: Id, outsideModel: OutsideModel | undefined, now: Date): Promise<void>;
  forget(workerId: Id): Promise<void>;
  /** Those who have not told since went without a word. */
  forgetSilent(since: Date): Promise<void>;
  /** What each worker that has told since judges by. */
  listSince(since: Date): Promise<(OutsideModel | undefined)[]>;
}

interface JudgingDeps {
  db: { judgingWorkers: JudgingWorkerStore };
  clock: Clock;
}

const tellMilliseconds = 20_000;
/** Several tellings, so that one which fails or comes late does not make a worker that sends look like none. */
const aliveSeconds = 120;

/** What documents are judged by at the moment. */
export interface Judging {
  /** Of the workers that ask outside, each model once. */
  outsideModels: OutsideModel[];
  workers: number;
  workersAsking: number;
}

/**
 * As the workers say, whatever is set for the process that is asked: they do the sending. While none has told, what is
 * set here is the best there is to say.
 */
export async function readJudging({ db, clock }: JudgingDeps, ownModel: OutsideModel | undefined): Promise<Judging> {
  const told = await db.judgingWorkers.listSince(secondsAfter(clock.now(), -aliveSeconds));
  const asking = (told.length === 0 ? [ownModel] : told).filter((model) => model !== undefined);
  const different = new Map(asking.map((model) => [JSON.stringify(toShown(model)), toShown(model)]));
  return {
    // In an order that stays, however workers come and go.
    outsideModels: [...different.keys()].sort().flatMap((key) => different.get(key) ?? []),
    workers: told.length,
    workersAsking: told.filter((model) => model !== undefined).length,
  };
}

function toShown({ provider, baseUrl, model, tokensPerDocument }: OutsideModel): OutsideModel {
  return { provider, baseUrl, model, tokensPerDocument };
}

/** Tells what this worker judges by, before it does and for as long as it may. */
export async function tellJudging(
  { db, clock, ids }: JudgingDeps & { ids: IdSource },
  outsideModel: OutsideModel | undefined,
): Promise<{ close(): Promise<void> }> {
  const workerId = ids.next();
  const model = outsideModel && toShown(outsideModel);
  const tell = async () => {
    const now = clock.now();
    await db.judgingWorkers.tell(workerId, model, now);
    await db.judgingWorkers.forgetSilent(secondsAfter(now, -aliveSeconds));
  };
  await tell();
  let telling: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // While the database is out of reach nobody can ask, either.
    telling = tell().catch(() => undefined);
  }, tellMilliseconds);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await telling;
      await db.judgingWorkers.forget(workerId).catch(() => undefined);
    },
  };
}
