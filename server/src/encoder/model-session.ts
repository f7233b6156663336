import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { openHelpingThread } from "./helping-thread.ts";
import { silenceRuntime } from "./silent-runtime.ts";

const modelFolder = join(import.meta.dirname, "../../../model");
/** A text, or one and those that come after it, as the model takes them: token ids, and for each 0 in the first text, 1 after it. */
export interface Row {
  ids: number[];
  types: number[];
}

export interface ModelSession {
  sha256: string;
  /** Tokens without the marks that begin and end a text. */
  tokens(text: string): number[];
  /** One row of figures per row of tokens. */
  run(rows: Row[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export interface ModelFile {
  file: string;
  /** What was measured is these weights: others would give other findings under the same name. */
  sha256: string;
  output: string;
  /** Rows of one batch: they are padded to the longest, and 8-bit weights make each depend a little on the others. */
  rowsAtOnce: number;
  /** Where the weights and the tokenizer lie; the ones that ship with this version unless named. */
  folder?: string;
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

/** One batch after another, on one core. */
export interface OneCore {
  runBatch(rows: Row[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export async function openSession({ file, sha256, output, folder = modelFolder }: ModelFile): Promise<OneCore> {
  const path = join(folder, file);
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  if (hash.digest("hex") !== sha256) throw new Error(`${file} is not the file this version was measured with`);
  silenceRuntime();
  // Loaded only here: without the native runtime the service works on words alone.
  const onnx = await import("onnxruntime-node");
  const session = await onnx.InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
    // A plan of memory is kept for every shape of a batch; nearly every batch has its own. Measured: 70 MB, and no time.
    enableMemPattern: false,
  });
  return {
    async runBatch(rows) {
      const length = Math.max(...rows.map(({ ids }) => ids.length));
      const shape = [rows.length, length];
      const [ids, mask, types] = [0, 1, 2].map(() => new BigInt64Array(rows.length * length)) as [
        BigInt64Array,
        BigInt64Array,
        BigInt64Array,
      ];
      rows.forEach((row, at) => {
        row.ids.forEach((id, column) => {
          ids[at * length + column] = BigInt(id);
          mask[at * length + column] = 1n;
          types[at * length + column] = BigInt(row.types[column] ?? 0);
        });
      });
      const answer = await session.run({
        input_ids: new onnx.Tensor("int64", ids, shape),
        attention_mask: new onnx.Tensor("int64", mask, shape),
        token_type_ids: new onnx.Tensor("int64", types, shape),
      });
      const data = answer[output]?.data as Float32Array;
      const width = data.length / rows.length;
      return rows.map((_, at) => data.slice(at * width, (at + 1) * width));
    },
    close: () => session.release(),
  };
}

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
