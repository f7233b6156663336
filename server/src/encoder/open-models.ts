import type { Models } from "../analysis/offline-analyser.ts";
import type { ModelUse } from "./model-session.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import { openOnnxReader } from "./onnx-reader.ts";
import { readShippedDirections } from "./shipped-directions.ts";

/** Undefined, and told once, where they cannot be loaded: documents are then judged by words alone. */
export async function openModels(
  threads: number,
  onMissing: (error: unknown) => void,
  onHelperLost: ModelUse["onHelperLost"] = () => undefined,
): Promise<Models | undefined> {
  const use = { threads, onHelperLost };
  try {
    const encoder = await openOnnxEncoder(use);
    const reader = await openOnnxReader(use).catch(async (error: unknown) => {
      await encoder.close();
      throw error;
    });
    return {
      encoder,
      reader,
      directions: await readShippedDirections(encoder.modelSha256),
      async close() {
        await encoder.close();
        await reader.close();
      },
    };
  } catch (error) {
    onMissing(error);
    return undefined;
  }
}
