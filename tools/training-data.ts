import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { Language } from "../server/src/analysis/language/words.ts";

export const trainingFolder = join(import.meta.dirname, "..", "model", "training");

export interface LabelledDocument {
  name: string;
  control: string;
  language: string;
  text: string;
  items: { externalId: string; criteria: { verdict: string; quote?: string }[] }[];
}

export interface LabelledContract {
  name: string;
  kind: string;
  text: string;
  statements: { name: string; requirement: string; verdict: string; quotes?: string[] }[];
}

/** Every other property is a role (`met`, `partly`, `near`, …) with its passages. */
export interface PassageSet {
  collection: string;
  language?: Language;
  domain: string;
  name: string;
  requirement: string;
  [role: string]: unknown;
}

interface TrainingFiles {
  documents: LabelledDocument;
  "validation-documents": LabelledDocument;
  contracts: LabelledContract;
  "validation-contracts": LabelledContract;
  "passage-sets": PassageSet;
}

/** Streams one packed file of model/training, one parsed line at a time. */
export async function* readTrainingData<Name extends keyof TrainingFiles>(
  name: Name,
): AsyncGenerator<TrainingFiles[Name]> {
  const input = createReadStream(join(trainingFolder, `${name}.jsonl.gz`)).pipe(createGunzip());
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield JSON.parse(line);
}
