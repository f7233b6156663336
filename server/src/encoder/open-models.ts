import type { Models } from "../analysis/offline-analyser.ts";
import type { Reader } from "../analysis/reading/reader.ts";
import type { Encoder } from "../analysis/search/encoder.ts";
import { allOrNone, type ModelUse } from "./model-session.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import { openOnnxReader } from "./onnx-reader.ts";
import { readShippedQueryEmbeddings } from "./shipped-query-embeddings.ts";

/** Undefined, and told once, where they cannot be loaded: documents are then judged by words alone. */
export async function openModels(
  threads: number,
  onMissing: (error: unknown) => void,
  onModelThreadLost: ModelUse["onModelThreadLost"] = () => undefined,
): Promise<Models | undefined> {
  const use = { threads, onModelThreadLost };
  try {
    const opening = [openOnnxEncoder(use), openOnnxReader(use)] as const;
    await allOrNone<Encoder | Reader>([...opening]);
    const [encoder, reader] = await Promise.all(opening);
    const close = async () => {
      await encoder.close();
      await reader.close();
    };
    const queryEmbeddings = await readShippedQueryEmbeddings(encoder.modelSha256).catch(async (error: unknown) => {
      await close();
      throw error;
    });
    return { encoder, reader, queryEmbeddings, close };
  } catch (error) {
    onMissing(error);
    return undefined;
  }
}
