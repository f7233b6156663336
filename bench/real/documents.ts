import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CriterionLabel, DocumentLabels, Verdict } from "./reading.ts";

const root = join(import.meta.dirname, "..", "..");
/** The texts are not part of the project: they lie beside it. */
export const corpusFolder = process.env["ASSAY_CORPUS"] ?? join(root, "..", "shared", "corpus");

/**
 * What a document is for: training the models; fitting the weights around them; looking at errors, and fitting, too; or testing.
 */
export type Split = "train" | "fit" | "dev" | "test";
/** Documents that no model was trained on, and that are not sealed. */
export const fittingSplits: Split[] = ["dev", "fit"];

export interface AskedCriterion {
  key: string;
  statement: string;
  phrases: string[];
  contradictions: string[];
  level: "must" | "should";
  weight: number;
  appliesWhen?: string;
}
export interface AskedCondition {
  statement: string;
  phrases: string[];
  contradictions: string[];
  whenSilent: "applies" | "does_not_apply";
}
export interface AskedItem {
  externalId: string;
  name: string;
  objective: string;
  appliesWhen?: string;
  criteria: AskedCriterion[];
}
export interface AskedControl {
  code: string;
  name: string;
  conditions?: Record<string, AskedCondition>;
  clusters: { items: AskedItem[] }[];
}

interface Collected {
  file: string;
  kind: string;
  split: Split;
  language: string;
  organisation: string;
}

export interface LabelledControl extends Omit<Collected, "file"> {
  labels: DocumentLabels;
  control: AskedControl;
}

export interface RealDocument extends LabelledControl {
  path: string;
  /** As the file has it; labels are offsets into it. */
  text: string;
}

const readLines = <Line>(path: string): Line[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);

/** Labels of the sealed test set have a folder of their own. */
const labelFolders = ["bench/real/labels", "bench/real/test-labels"];

function readLabels(): DocumentLabels[] {
  return labelFolders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder))
        .sort()
        .flatMap((name) => readLines<DocumentLabels>(join(root, folder, name))),
    );
}

function readControls(): AskedControl[] {
  return globSync("catalogue/*/*.json", { cwd: root })
    .filter((path) => !/(?:\.(?:de|fr|es)|framework)\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(root, path), "utf8")) as AskedControl);
}

const readCollected = () => readLines<Collected>(join(root, "bench/real/documents.jsonl"));

export function readUnlabelled(wanted: Split[]): Collected[] {
  const labelled = new Set(readLabels().map(({ file }) => file));
  return readCollected().filter(({ file, split }) => wanted.includes(split) && !labelled.has(file));
}

/** The labels of some splits, with what each document was held against; the documents' texts are not needed. */
export function readLabelled(wanted: Split[]): LabelledControl[] {
  const controls = readControls();
  const collected = new Map(readCollected().map((one) => [one.file, one]));
  return readLabels().flatMap((labels) => {
    const found = collected.get(labels.file);
    if (found === undefined || !wanted.includes(found.split)) return [];
    const { split, kind, language, organisation } = found;
    const control = controls.find(({ code }) => code === labels.control);
    if (control === undefined) throw new Error(`There is no control ${labels.control}.`);
    return [{ labels, control, kind, split, language, organisation }];
  });
}

/** The labelled documents of some splits whose texts are at hand; the others are named. */
export async function* readRealDocuments(wanted: Split[]): AsyncGenerator<RealDocument> {
  for (const labelled of readLabelled(wanted)) {
    const path = join(corpusFolder, labelled.labels.file);
    if (existsSync(path)) yield { ...labelled, path, text: await readFile(path, "utf8") };
    else console.error(`${labelled.labels.file} is missing in ${corpusFolder}.`);
  }
}

export interface LabelledStatement
  extends Pick<AskedCriterion, "statement" | "phrases" | "contradictions">,
    Pick<CriterionLabel, "start" | "end" | "doubt"> {
  verdict: Verdict;
}

const holds: Record<"yes" | "no" | "silent", Verdict> = { yes: "met", no: "contradicted", silent: "missing" };

/** The control's conditions and criteria with their labels; a condition holds as a criterion is met. */
export function labelledStatements(control: AskedControl, labels: DocumentLabels): LabelledStatement[] {
  const conditions = labels.conditions.flatMap(({ key, holds: answer, ...label }) => {
    const condition = control.conditions?.[key];
    return condition === undefined ? [] : [{ ...condition, ...label, verdict: holds[answer] }];
  });
  const criteria = labels.items.flatMap(({ externalId, criteria: labelled }) => {
    const asked = control.clusters.flatMap(({ items }) => items).find((item) => item.externalId === externalId);
    return labelled.flatMap((label) => {
      const criterion = asked?.criteria.find(({ key }) => key === label.key);
      return criterion === undefined ? [] : [{ ...criterion, ...label }];
    });
  });
  return [...conditions, ...criteria];
}
