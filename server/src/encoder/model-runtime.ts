import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { silenceRuntime } from "./silent-runtime.ts";

export const modelFolder = join(import.meta.dirname, "../../../model");

/** The model's input: token ids, and for each token 0 in the first text and 1 in those after it. */
export interface Row {
  ids: number[];
  types: number[];
}

export interface ModelFile {
  file: string;
  /** Checked, because other weights would produce other findings under the same model name. */
  sha256: string;
  output: string;
  /** Rows of a batch are padded to the longest. With 8-bit weights, each output depends slightly on the other rows. */
  rowsPerBatch: number;
  /** Holds the weights and the tokenizer; default: the shipped models. */
  folder?: string;
}

/** A model in the native runtime, on one core. */
export interface ModelRuntime {
  runBatch(rows: Row[]): Promise<Float32Array[]>;
  release(): Promise<void>;
}

export async function openRuntime({ file, sha256, output, folder = modelFolder }: ModelFile): Promise<ModelRuntime> {
  const path = join(folder, file);
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  if (hash.digest("hex") !== sha256) throw new Error(`${file} is not the file this version was measured with`);
  silenceRuntime();
  // Imported here, because without the native runtime the service judges by words alone.
  const onnx = await import("onnxruntime-node");
  const session = await onnx.InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
    // Memory plans are kept for each shape of a batch, and nearly every batch has its own shape: 70 MB for no gain in time.
    enableMemPattern: false,
    // Unfused layer normalisation makes the encoder 20 % faster. The binding accepts `extra`, although its types say that only
    // WebAssembly does (1.30).
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
      const result = await session.run({
        input_ids: new onnx.Tensor("int64", ids, shape),
        attention_mask: new onnx.Tensor("int64", mask, shape),
        token_type_ids: new onnx.Tensor("int64", types, shape),
      });
      const data = result[output]?.data as Float32Array;
      const width = data.length / rows.length;
      return rows.map((_, at) => data.slice(at * width, (at + 1) * width));
    },
    release: () => session.release(),
  };
}
