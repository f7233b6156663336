import type { Encoder } from "../analysis/search/encoder.ts";
import { type ModelUse, marks, openModel } from "./model-session.ts";

/** What the encoder was trained with; the rest of a longer passage is cut. */
const mostTokens = 128;

export async function openOnnxEncoder(use: ModelUse): Promise<Encoder> {
  const model = await openModel({
    file: "evidence-encoder.int8.onnx",
    sha256: "e109b3aa5b610b9b5349130a28afc56441e5ddcd2f0471980bf8d47f0236450f",
    output: "embedding",
    // Passages are short: measured, one by one they take a quarter longer, and more than eight at once no less.
    rowsAtOnce: 8,
    ...use,
  });
  return {
    modelSha256: model.sha256,
    encode: (texts) =>
      model.run(
        texts.map((text) => {
          const ids = [marks.begin, ...model.tokens(text).slice(0, mostTokens - 2), marks.separator];
          return { ids, types: [] };
        }),
      ),
  };
}
