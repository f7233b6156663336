import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";

const modelFolder = join(import.meta.dirname, "../../../model");
/** Measured on two cores: larger batches are slower, because their rows are padded to the longest. */
const batchSize = 8;

/** One text or two, as the model takes them: token ids, and for each whether it belongs to the first text or the second. */
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

interface ModelFile {
  file: string;
  /** What was measured is these weights: others would give other findings under the same name. */
  sha256: string;
  output: string;
  /** Cores one batch may use. */
  threads: number;
  /** Where the weights and the tokenizer lie; the ones that ship with this version unless named. */
  folder?: string;
}

export const marks = { begin: 101, separator: 102 };

export async function openModel(model: ModelFile): Promise<ModelSession> {
  const { file, sha256, output, threads, folder = modelFolder } = model;
  const weights = await readFile(join(folder, file));
  const found = createHash("sha256").update(weights).digest("hex");
  if (found !== sha256) throw new Error(`${file} is not the file this version was measured with`);
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));
  const tokenizer = new Tokenizer(await read("tokenizer.json"), await read("tokenizer_config.json"));
  // Loaded only here: without the native runtime the service works on words alone.
  const onnx = await import("onnxruntime-node");
  const session = await onnx.InferenceSession.create(weights, {
    intraOpNumThreads: threads,
    // Threads that wait asleep: spinning, two of them took twice the CPU of one and were slower than it.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
  });

  async function runBatch(rows: Row[]): Promise<Float32Array[]> {
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
  }

  /** Rows of like length go together: a batch is as long as its longest. */
  async function run(rows: Row[]): Promise<Float32Array[]> {
    const results = new Array<Float32Array>(rows.length);
    const order = rows.map((_, at) => at).sort((a, b) => (rows[a]?.ids.length ?? 0) - (rows[b]?.ids.length ?? 0));
    for (let from = 0; from < order.length; from += batchSize) {
      const chosen = order.slice(from, from + batchSize);
      const figures = await runBatch(chosen.map((at) => rows[at] as Row));
      chosen.forEach((at, row) => {
        results[at] = figures[row] as Float32Array;
      });
    }
    return results;
  }

  return {
    sha256: found,
    tokens: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
    run,
    close: () => session.release(),
  };
}
