import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The languages with a model, as tesseract names them. */
export const allModels = ["eng", "deu", "fra", "spa"];

export function modelPath(model: string): string {
  const folder = dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${model}/package.json`));
  return join(folder, "4.0.0_best_int", `${model}.traineddata.gz`);
}
