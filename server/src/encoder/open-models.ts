import type { Models } from "../analysis/offline-analyser.ts";
import { type ModelThreads, openModelThreads } from "./model-threads.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import { openOnnxReader } from "./onnx-reader.ts";
import { readShippedQueryEmbeddings } from "./shipped-query-embeddings.ts";
import { readShippedVerdictFrequencies } from "./shipped-verdict-frequencies.ts";

/** Undefined, after one call of `onMissing`, when the models cannot be loaded: documents are then judged by words alone. */
export async function openModels(
  cores: number,
  onMissing: (error: unknown) => void,
  threads: ModelThreads = openModelThreads(),
): Promise<Models | undefined> {
  try {
    const use = { cores, threads };
    const [encoder, reader] = await Promise.all([openOnnxEncoder(use), openOnnxReader(use)]);
    return {
      encoder,
      reader,
      queryEmbeddings: await readShippedQueryEmbeddings(encoder.modelSha256),
      frequencies: await readShippedVerdictFrequencies(),
      close: threads.close,
    };
  } catch (error) {
    // Frees the memory of a model that was loaded.
    await threads.close();
    onMissing(error);
    return undefined;
  }
}
