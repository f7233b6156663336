import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { VerdictFrequencies } from "../analysis/verdict/verdict-frequencies.ts";

/** For each labelled criterion of the catalogue: how often it was met, partly met, contradicted, missing; `npm run generate` writes it. */
export const verdictFrequenciesFile = join(import.meta.dirname, "../../../model/verdict-frequencies.json");

type Counts = [met: number, partly: number, contradicted: number, missing: number];

export async function readShippedVerdictFrequencies(): Promise<VerdictFrequencies> {
  const byKey = JSON.parse(await readFile(verdictFrequenciesFile, "utf8")) as Record<string, Counts>;
  return new Map(
    Object.entries(byKey).map(([key, [met, partly, contradicted, missing]]) => [
      key,
      { met, partly, contradicted, missing },
    ]),
  );
}

export function formatVerdictFrequencies(frequencies: VerdictFrequencies): string {
  const lines = [...frequencies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, { met, partly, contradicted, missing }]) => `  "${key}": [${met}, ${partly}, ${contradicted}, ${missing}]`,
    );
  return `{\n${lines.join(",\n")}\n}\n`;
}
