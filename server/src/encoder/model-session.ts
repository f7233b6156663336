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
  /** One row of output per row of tokens. */
  run(rows: Row[]): Promise<Float32Array[]>;
}

export interface ModelUse {
  cores: number;
  threads: Pick<ModelThreads, "connect">;
}

type ModelOptions = ModelFile & ModelUse;

export const specialTokens = { begin: 101, separator: 102 };

const tokenizers = new Map<string, Promise<Tokenizer>>();

/** Both models use the same tokenizer. */
export function openTokenizer(folder: string): Promise<Tokenizer> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));
  const known = tokenizers.get(folder);
  if (known !== undefined) return known;
  const opened = (async () => new Tokenizer(await read("tokenizer.json"), await read("tokenizer_config.json")))();
  tokenizers.set(folder, opened);
  // The next call tries again.
  opened.catch(() => tokenizers.delete(folder));
  return opened;
}

type Core = (rows: Row[]) => Promise<Float32Array[]>;

/** If the model cannot be loaded, the first attempt fails with the error itself, later ones with a retryable error. */
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

/** One is computed and the others are queued, so that a core never waits for the calling thread. */
const batchesPerCore = 6;
/** A batch whose thread crashed is retried on another core, or on the restarted one if there is no other. */
const maxAttempts = 2;

interface Slot {
  runBatch: Core;
  running: number;
}

interface Batch {
  rows: Row[];
  attempts: number;
  failedOn: Slot | undefined;
  resolve(output: Float32Array[]): void;
  reject(error: unknown): void;
}

/** Distributes batches to the cores as they become free, in order of arrival. */
function distribute(cores: Core[]): (rows: Row[]) => Promise<Float32Array[]> {
  const waiting: Batch[] = [];
  const slots: Slot[] = cores.map((runBatch) => ({ runBatch, running: 0 }));

  function compute(slot: Slot, batch: Batch): void {
    slot.running += 1;
    batch.attempts += 1;
    slot
      .runBatch(batch.rows)
      .then(batch.resolve, (error: unknown) => {
        if (batch.attempts >= maxAttempts) return batch.reject(error);
        batch.failedOn = slot;
        waiting.unshift(batch);
      })
      .finally(() => {
        slot.running -= 1;
        startWaiting();
      });
  }

  function startWaiting(): void {
    for (let batch = waiting[0]; batch !== undefined; batch = waiting[0]) {
      const { failedOn } = batch;
      const others = slots.filter((slot) => slot !== failedOn);
      const slot = (others.length > 0 ? others : slots).reduce((best, one) =>
        one.running < best.running ? one : best,
      );
      if (slot.running >= batchesPerCore) return;
      waiting.shift();
      compute(slot, batch);
    }
  }

  return (rows) =>
    new Promise((resolve, reject) => {
      waiting.push({ rows, attempts: 0, failedOn: undefined, resolve, reject });
      startWaiting();
    });
}

/**
 * Each core computes whole batches: two cores on one batch were 1.3 times as fast as one core, on two batches nearly twice.
 * The calling thread computes nothing, so that it can search and write meanwhile. The output does not depend on the core.
 */
export async function openModel({ cores, threads, ...model }: ModelOptions): Promise<ModelSession> {
  const { sha256, rowsPerBatch, folder = modelFolder } = model;
  const opening = Array.from({ length: cores }, (_, core) => openCore(() => threads.connect(model, core)));
  // The tokenizer is read while the threads load the weights.
  const [tokenizer, compute] = await Promise.all([openTokenizer(folder), Promise.all(opening).then(distribute)]);

  /** Batches hold rows of similar length, because all are padded to the longest. The longest go first, so that all cores end at about the same time. */
  async function run(rows: Row[]): Promise<Float32Array[]> {
    const results = new Array<Float32Array>(rows.length);
    const order = rows.map((_, at) => at).sort((a, b) => (rows[a]?.ids.length ?? 0) - (rows[b]?.ids.length ?? 0));
    const batches: number[][] = [];
    for (let from = 0; from < order.length; from += rowsPerBatch) batches.push(order.slice(from, from + rowsPerBatch));
    await Promise.all(
      batches.toReversed().map(async (chosen) => {
        const output = await compute(chosen.map((at) => rows[at] as Row));
        chosen.forEach((at, row) => {
          results[at] = output[row] as Float32Array;
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
