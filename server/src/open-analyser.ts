import type { Analyser } from "./analysis/analyser.ts";
import { openOfflineAnalyser } from "./analysis/offline-analyser.ts";
import type { Config } from "./config.ts";

/** The one place that decides which engine judges. */
export function openAnalyser(_config: Config): Promise<Analyser> {
  return openOfflineAnalyser();
}
