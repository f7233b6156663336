import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MessagePort } from "node:worker_threads";
import { Tokenizer } from "@huggingface/tokenizers";
import { interrupted } from "../analysis/analyser.ts";
import { type Connection, openConnection } from "../platform/worker-thread.ts";
import { type ModelFile, modelFolder, type Row } from "./model-runtime.ts";
import type { ModelMethods } from "./model-thread.ts";
import type { ModelThreads } from "./model-threads.ts";

export interface ModelSession {
  sha256: string;
  /** Tokens without special tokens. */
  tokens(text: string): number[];
  /** One row of figures per row of tokens. */
  run(rows: Row[]): Promise<Float32Array[]>;
}

export interface ModelUse {
  cores: number;
  threads: Pick<ModelThreads, "connect">;
}

type ModelOptions = ModelFile & ModelUse;

export const specialTokens = { begin: 101, separator: 102 };

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

type Core = (rows: Row[]) => Promise<Float32Array[]>;

/** Fails with the error itself when the model cannot be loaded at first, and as retryable later. */
async function openCore(connect: () => Promise<MessagePort>): Promise<Core> {
  let opening: Promise<Connection<ModelMethods>> | undefined;
  const open = async () => {
    try {
      const connection = openConnection<ModelMethods>(await connect());
      connection.signal.addEventListener("abort", () => {
        opening = undefined;
      });
      return connection;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
  opening = open();
  await opening;
  return async (rows) => {
    opening ??= open().catch((error: unknown) => {
      throw interrupted(error);
    });
    return (await opening).call("runBatch", rows);
  };
}

/** One is computed, and others are on their way while the thread that asks is busy with something else. */
const batchesPerCore = 6;
/** A batch is lost with its thread, and then done by another core; where there is only one, by the thread that takes its place. */
const mostTries = 2;

interface Place {
  runBatch: Core;
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
function shareOut(cores: Core[]): (rows: Row[]) => Promise<Float32Array[]> {
  const waiting: Batch[] = [];
  const places: Place[] = cores.map((runBatch) => ({ runBatch, underWay: 0 }));

  function compute(place: Place, batch: Batch): void {
    place.underWay += 1;
    batch.tries += 1;
    place
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
export async function openModel({ cores, threads, ...model }: ModelOptions): Promise<ModelSession> {
  const { sha256, rowsAtOnce, folder = modelFolder } = model;
  const opening = Array.from({ length: cores }, (_, core) => openCore(() => threads.connect(model, core)));
  // Read while the threads load the weights.
  const [tokenizer, compute] = await Promise.all([tokenizerIn(folder), Promise.all(opening).then(shareOut)]);

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
  };
}
