import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ShippedFrequencies, VerdictFrequencies } from "../analysis/verdict/verdict-frequencies.ts";

/** For each labelled criterion of the catalogue: how often it was met, partly met, contradicted, missing; `npm run generate` writes it. */
export const verdictFrequenciesFile = join(import.meta.dirname, "../../../model/verdict-frequencies.json");

type Counts = [met: number, partly: number, contradicted: number, missing: number];

export async function readShippedVerdictFrequencies(): Promise<ShippedFrequencies> {
  const text = await readFile(verdictFrequenciesFile, "utf8");
  const byKey = JSON.parse(text) as Record<string, Counts>;
  const counts: VerdictFrequencies = new Map();
  for (const [key, [met, partly, contradicted, missing]] of Object.entries(byKey))
    counts.set(key, { met, partly, contradicted, missing });
  return { sha256: createHash("sha256").update(text).digest("hex"), counts };
}

export function formatVerdictFrequencies(frequencies: VerdictFrequencies): string {
  const lines = [...frequencies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, { met, partly, contradicted, missing }]) => `  "${key}": [${met}, ${partly}, ${contradicted}, ${missing}]`,
    );
  return `{\n${lines.join(",\n")}\n}\n`;
}
