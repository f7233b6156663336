import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { type ModelFile, modelFolder, type OneCore, type Row } from "./one-core.ts";
import { openThreadedCore } from "./threaded-core.ts";

export interface ModelSession {
  sha256: string;
  /** Tokens without the marks that begin and end a text. */
  tokens(text: string): number[];
  /** One row of figures per row of tokens. */
  run(rows: Row[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** What whoever opens a model decides. */
export interface ModelUse {
  /** Cores it may use. */
  threads: number;
  /** One of its threads ended by itself. Its batches are done elsewhere, and the next use starts another. */
  onModelThreadLost: (error: Error) => void;
}

type ModelOptions = ModelFile & ModelUse;

export const marks = { begin: 101, separator: 102 };

const tokenizers = new Map<string, Promise<Tokenizer>>();

/** Both models take their words apart the same way: one serves them all. */
export function tokenizerIn(folder: string): Promise<Tokenizer> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));
  const known = tokenizers.get(folder);
  if (known !== undefined) return known;
  const opened = (async () => new Tokenizer(await read("tokenizer.json"), await read("tokenizer_config.json")))();
  tokenizers.set(folder, opened);
  // What cannot be read now may be there the next time.
  opened.catch(() => tokenizers.delete(folder));
  return opened;
}

/** When one cannot be opened, the others are closed: whoever goes on without the model goes on without its memory. */
export async function allOrNone<T extends { close(): Promise<void> }>(opening: Promise<T>[]): Promise<T[]> {
  const opened = await Promise.allSettled(opening);
  const failed = opened.find((one) => one.status === "rejected");
  const open = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (failed === undefined) return open;
  await Promise.allSettled(open.map((one) => one.close()));
  throw failed.reason;
}

/** One is computed, and others are on their way while the thread that asks is busy with something else. */
const batchesPerCore = 6;
/** A batch is lost with its thread, and then done by another core; where there is only one, by the thread that takes its place. */
const mostTries = 2;

interface Place {
  core: OneCore;
  underWay: number;
}

interface Batch {
  rows: Row[];
  tries: number;
  failedAt: Place | undefined;
  resolve(figures: Float32Array[]): void;
  reject(error: unknown): void;
}

/** Hands batches out as cores become free, in the order in which they came. */
function shareOut(cores: OneCore[]): (rows: Row[]) => Promise<Float32Array[]> {
  const waiting: Batch[] = [];
  const places: Place[] = cores.map((core) => ({ core, underWay: 0 }));

  function compute(place: Place, batch: Batch): void {
    place.underWay += 1;
    batch.tries += 1;
    place.core
      .runBatch(batch.rows)
      .then(batch.resolve, (error: unknown) => {
        if (batch.tries >= mostTries) return batch.reject(error);
        batch.failedAt = place;
        waiting.unshift(batch);
      })
      .finally(() => {
        place.underWay -= 1;
        handOut();
      });
  }

  function handOut(): void {
    for (let batch = waiting[0]; batch !== undefined; batch = waiting[0]) {
      const { failedAt } = batch;
      const others = places.filter((place) => place !== failedAt);
      const place = (others.length > 0 ? others : places).reduce((best, one) =>
        one.underWay < best.underWay ? one : best,
      );
      if (place.underWay >= batchesPerCore) return;
      waiting.shift();
      compute(place, batch);
    }
  }

  return (rows) =>
    new Promise((resolve, reject) => {
      waiting.push({ rows, tries: 0, failedAt: undefined, resolve, reject });
      handOut();
    });
}

/**
 * Each core computes whole batches by itself: two cores on one batch were 1.3 times as fast as one, two batches side by
 * side nearly twice. The thread that asks computes nothing: it searches and writes while they do. What a batch gives does not
 * depend on where it is computed.
 */
export async function openModel({ threads, onModelThreadLost, ...model }: ModelOptions): Promise<ModelSession> {
  const { sha256, rowsAtOnce, folder = modelFolder } = model;
  const opening = allOrNone(Array.from({ length: threads }, () => openThreadedCore(model, onModelThreadLost)));
  // Read while the threads load the weights.
  const [tokenizing, opened] = await Promise.allSettled([tokenizerIn(folder), opening]);
  if (opened.status === "rejected") throw opened.reason;
  const cores = opened.value;
  if (tokenizing.status === "rejected") {
    await Promise.all(cores.map((core) => core.close()));
    throw tokenizing.reason;
  }
  const tokenizer = tokenizing.value;
  const compute = shareOut(cores);

  /** Rows of like length go together: a batch is as long as its longest. The longest batches go first, so that all cores end at about the same time. */
  async function run(rows: Row[]): Promise<Float32Array[]> {
    const results = new Array<Float32Array>(rows.length);
    const order = rows.map((_, at) => at).sort((a, b) => (rows[a]?.ids.length ?? 0) - (rows[b]?.ids.length ?? 0));
    const batches: number[][] = [];
    for (let from = 0; from < order.length; from += rowsAtOnce) batches.push(order.slice(from, from + rowsAtOnce));
    await Promise.all(
      batches.toReversed().map(async (chosen) => {
        const figures = await compute(chosen.map((at) => rows[at] as Row));
        chosen.forEach((at, row) => {
          results[at] = figures[row] as Float32Array;
        });
      }),
    );
    return results;
  }

  return {
    sha256,
    tokens: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
    run,
    async close() {
      await Promise.all(cores.map((core) => core.close()));
    },
  };
}
