import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import type { ReadVerdict } from "../../server/src/analysis/findings/findings.ts";
import { featureNames } from "../../server/src/analysis/verdict/features.ts";
import { readVerdicts, weighFeatures } from "../../server/src/analysis/verdict/judge-criterion.ts";
import type { VerdictWeights } from "../../server/src/analysis/verdict/verdict-weights.ts";

const path = new URL("frozen-features.json.gz", import.meta.url);
/** Of 1/100; the features need no more digits. */
const scale = 100;

/** A labelled criterion of a real document and what the engine saw of it, by which weights can be measured in seconds. */
export interface FrozenRow {
  kind: keyof VerdictWeights;
  label: ReadVerdict;
  features: number[];
}

interface FrozenSet {
  featureNames: string[];
  /** Kind, label, then the features as integers. */
  rows: [kind: number, label: number, ...features: number[]][];
}

const kinds = ["given", "derived"] as const;

export function writeFrozenSet(rows: FrozenRow[]): void {
  const frozen: FrozenSet = {
    featureNames,
    rows: rows.map(({ kind, label, features }) => [
      kinds.indexOf(kind),
      readVerdicts.indexOf(label),
      ...features.map((value) => Math.round(value * scale)),
    ]),
  };
  writeFileSync(path, gzipSync(JSON.stringify(frozen), { level: 9 }));
}

export function readFrozenSet(): FrozenRow[] {
  const frozen = JSON.parse(gunzipSync(readFileSync(path)).toString()) as FrozenSet;
  if (frozen.featureNames.join() !== featureNames.join())
    throw new Error("The features have changed: node tools/verdict-features.ts FILE --freeze");
  return frozen.rows.map(([kind, label, ...features]) => ({
    kind: kinds[kind] ?? "given",
    label: readVerdicts[label] ?? "missing",
    features: features.map((value) => value / scale),
  }));
}

/** The share of right verdicts, and the mean surprise at the right one. */
export function measureWeights(rows: FrozenRow[], weights: VerdictWeights): { right: number; logLoss: number } {
  let right = 0;
  let logLoss = 0;
  for (const { kind, label, features } of rows) {
    const probabilities = weighFeatures(weights[kind], features);
    const probability = probabilities[label];
    if (readVerdicts.every((verdict) => probabilities[verdict] <= probability)) right++;
    logLoss -= Math.log(Math.max(probability, 1e-9));
  }
  return { right: right / rows.length, logLoss: logLoss / rows.length };
}
