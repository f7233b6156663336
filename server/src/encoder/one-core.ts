import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { silenceRuntime } from "./silent-runtime.ts";

export const modelFolder = join(import.meta.dirname, "../../../model");

/** A text, or one and those that come after it, as the model takes them: token ids, and for each 0 in the first text, 1 after it. */
export interface Row {
  ids: number[];
  types: number[];
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
    // Fused, norming goes number by number: step by step the encoder takes 20 % less time. The binding takes `extra`, although
    // its types say that only WebAssembly does (1.30).
    extra: { optimization: { disable_specified_optimizers: "LayerNormFusion;SkipLayerNormFusion" } },
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
