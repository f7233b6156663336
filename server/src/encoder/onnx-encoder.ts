import type { Encoder } from "../analysis/search/encoder.ts";
import { type ModelUse, openModel, specialTokens } from "./model-session.ts";

/** The limit of the training; the rest of a longer passage is cut. */
const maxTokens = 128;

export async function openOnnxEncoder(use: ModelUse): Promise<Encoder> {
  const model = await openModel({
    file: "evidence-encoder.int8.onnx",
    sha256: "e109b3aa5b610b9b5349130a28afc56441e5ddcd2f0471980bf8d47f0236450f",
    output: "embedding",
    // Measured: one row per batch takes a quarter longer, and more than eight rows are not faster.
    rowsPerBatch: 8,
    ...use,
  });
  return {
    modelSha256: model.sha256,
    encode: (texts) =>
      model.run(
        texts.map((text) => {
          const ids = [specialTokens.begin, ...model.tokens(text).slice(0, maxTokens - 2), specialTokens.separator];
          return { ids, types: [] };
        }),
      ),
  };
}
