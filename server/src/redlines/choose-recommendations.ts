import { AppError } from "../platform/app-error.ts";
import type { DocumentRecommendation } from "./document-recommendation.ts";

/** Those with these ids, else the preselected ones; only those for the file, if one is given. */
export function chooseRecommendations(
  all: DocumentRecommendation[],
  chosen: string[] | undefined,
  file?: number,
): DocumentRecommendation[] {
  if (chosen === undefined) {
    const taken = all.filter((one) => one.isPreselected && (file === undefined || one.file === file));
    if (taken.length > 0) return taken;
    throw new AppError("unprocessable", "There is no text to suggest: choose recommendations by their ids.");
  }
  const byId = new Map(all.map((one) => [one.id, one]));
  for (const id of chosen) {
    const found = byId.get(id);
    if (found === undefined)
      throw new AppError(
        "unprocessable",
        `recommendations: the document's result has none with the id ${id.slice(0, 100)}.`,
      );
    if (file !== undefined && found.file !== file)
      throw new AppError("unprocessable", `recommendations: ${id} is for another file of the document.`);
  }
  const ids = new Set(chosen);
  return all.filter(({ id }) => ids.has(id));
}
