import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { openHelpingThread } from "./helping-thread.ts";
import { type ModelFile, modelFolder, type OneCore, openSession, type Row } from "./one-core.ts";

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
  /** A helping thread ended by itself. Its batches are done elsewhere, and the next use starts another. */
  onHelperLost: (error: Error) => void;
}

type ModelOptions = ModelFile & ModelUse;

export const marks = { begin: 101, separator: 102 };

const tokenizers = new Map<string, Promise<Tokenizer>>();

/** Both models take their words apart the same way: one serves them all. */
function tokenizerIn(folder: string): Promise<Tokenizer> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));
  const known = tokenizers.get(folder);
  if (known !== undefined) return known;
  const opened = (async () => new Tokenizer(await read("tokenizer.json"), await read("tokenizer_config.json")))();
  tokenizers.set(folder, opened);
  // What cannot be read now may be there the next time.
  opened.catch(() => tokenizers.delete(folder));
  return opened;
}

/** Longest first, each to whoever has least to do, so that all end at about the same time. */
function sharedOut<T>(batches: T[], cores: number, costOf: (batch: T) => number): T[][] {
  const shares = Array.from({ length: cores }, () => ({ batches: [] as T[], cost: 0 }));
  for (const batch of batches.toReversed()) {
    const least = shares.reduce((best, one) => (one.cost < best.cost ? one : best));
    least.batches.push(batch);
    least.cost += costOf(batch);
  }
  return shares.map((share) => share.batches);
}

/** When one cannot be opened, the others are closed: whoever goes on without the model goes on without its memory. */
async function allOrNone(opening: Promise<OneCore>[]): Promise<OneCore[]> {
  const opened = await Promise.allSettled(opening);
  const failed = opened.find((one) => one.status === "rejected");
  const cores = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (failed === undefined) return cores;
  await Promise.allSettled(cores.map((core) => core.close()));
  throw failed.reason;
}

/**
 * Each core computes whole batches by itself: two cores on one batch were 1.3 times as fast as one, two batches side by
 * side nearly twice. What a batch gives does not depend on where it is computed, so that what a helping thread could not
 * do is done here.
 */
export async function openModel({ threads, onHelperLost, ...model }: ModelOptions): Promise<ModelSession> {
  const { sha256, rowsAtOnce, folder = modelFolder } = model;
  const tokenizer = await tokenizerIn(folder);
  // The own thread comes last: it is busy from when it is asked.
  const cores = await allOrNone([
    ...Array.from({ length: threads - 1 }, () => openHelpingThread(model, onHelperLost)),
    openSession(model),
  ]);
  const own = cores.at(-1) as OneCore;

  /** Rows of like length go together: a batch is as long as its longest. */
  async function run(rows: Row[]): Promise<Float32Array[]> {
    const results = new Array<Float32Array>(rows.length);
    const order = rows.map((_, at) => at).sort((a, b) => (rows[a]?.ids.length ?? 0) - (rows[b]?.ids.length ?? 0));
    const batches: number[][] = [];
    for (let from = 0; from < order.length; from += rowsAtOnce) batches.push(order.slice(from, from + rowsAtOnce));
    const compute = async (core: OneCore, chosen: number[]) => {
      const figures = await core.runBatch(chosen.map((at) => rows[at] as Row));
      chosen.forEach((at, row) => {
        results[at] = figures[row] as Float32Array;
      });
    };
    const shares = sharedOut(
      batches,
      cores.length,
      (chosen) => chosen.length * (rows[chosen.at(-1) ?? 0]?.ids.length ?? 0),
    );
    const left: number[][] = [];
    await Promise.all(
      cores.map(async (core, at) => {
        const mine = shares[at] ?? [];
        if (core === own) for (const chosen of mine) await compute(core, chosen);
        else await Promise.all(mine.map((chosen) => compute(core, chosen).catch(() => left.push(chosen))));
      }),
    );
    for (const chosen of left) await compute(own, chosen);
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
