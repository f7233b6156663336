import type { Encoder } from "../analysis/search/encoder.ts";
import { type ModelUse, openModel, specialTokens } from "./model-session.ts";

/** The limit of the training; the rest of a longer passage is cut. */
const maxTokens = 128;

export async function openOnnxEncoder(use: ModelUse): Promise<Encoder> {
  const model = await openModel({
    file: "evidence-encoder.int8.onnx",
    sha256: "32ed978eb08291fe82749a72f21015daad5f40ce85f29b46aa422e54ac6dedea",
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
