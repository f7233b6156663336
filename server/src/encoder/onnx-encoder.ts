import type { Encoder } from "../analysis/encoder.ts";
import { type ModelUse, marks, openModel } from "./model-session.ts";

/** What the encoder was trained with; the rest of a longer passage is cut. */
const mostTokens = 128;

export async function openOnnxEncoder(use: ModelUse): Promise<Encoder> {
  const model = await openModel({
    file: "evidence-encoder.int8.onnx",
    sha256: "b5db3d06c024fcc142f9bab734a1258b70d3f5b9656f80b4150de60b95578d3f",
    output: "embedding",
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
    close: () => model.close(),
  };
}
