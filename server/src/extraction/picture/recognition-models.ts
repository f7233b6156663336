import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Every language there is data for. */
export const allModels = ["eng", "deu", "fra", "spa"];

/** Each language is a package of its own. */
export function modelPath(model: string): string {
  const folder = dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${model}/package.json`));
  return join(folder, "4.0.0_best_int", `${model}.traineddata.gz`);
}
