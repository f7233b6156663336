import type { Models } from "../analysis/offline-analyser.ts";
import type { Reader } from "../analysis/reader.ts";
import type { ModelUse } from "./model-session.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import { openOnnxReader } from "./onnx-reader.ts";
import { readShippedDirections } from "./shipped-directions.ts";

/** Undefined, and told once, where they cannot be loaded: documents are then judged by words alone; without the glossed one, by the other. */
export async function openModels(
  threads: number,
  onMissing: (error: unknown) => void,
  onHelperLost: ModelUse["onHelperLost"] = () => undefined,
): Promise<Models | undefined> {
  const use = { threads, onHelperLost };
  try {
    const encoder = await openOnnxEncoder(use);
    const reader = await openOnnxReader(use, "written").catch(async (error: unknown) => {
      await encoder.close();
      throw error;
    });
    let glossed: Promise<Reader> | undefined;
    return {
      encoder,
      reader,
      directions: await readShippedDirections(encoder.modelSha256),
      // Many services never see a document that is not in English, and the model takes as much memory as the others.
      glossedReader() {
        glossed ??= openOnnxReader(use, "glossed").catch((error: unknown) => {
          onMissing(error);
          return reader;
        });
        return glossed;
      },
      async close() {
        await encoder.close();
        await reader.close();
        const other = await glossed;
        if (other !== reader) await other?.close();
      },
    };
  } catch (error) {
    onMissing(error);
    return undefined;
  }
}
