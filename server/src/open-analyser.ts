import { type Models, type OfflineAnalyser, openOfflineAnalyser } from "./analysis/offline-analyser.ts";
import { openOnnxEncoder } from "./encoder/onnx-encoder.ts";
import { openOnnxReader } from "./encoder/onnx-reader.ts";

interface AnalyserOptions {
  /** Batches of the models under way at once, one core each. */
  parallel: number;
  /** Told once when the models cannot be loaded: the service then judges by words alone. */
  onModelsMissing: (error: unknown) => void;
}

/** The one place that decides which engine judges. */
export function openAnalyser({ parallel, onModelsMissing }: AnalyserOptions): OfflineAnalyser {
  return openOfflineAnalyser({
    async models(): Promise<Models | undefined> {
      try {
        return { encoder: await openOnnxEncoder({ parallel }), reader: await openOnnxReader({ parallel }) };
      } catch (error) {
        onModelsMissing(error);
        return undefined;
      }
    },
  });
}
