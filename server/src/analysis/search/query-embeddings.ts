import { createHash } from "node:crypto";
import type { Criterion } from "../criteria.ts";
import type { Encoder } from "./encoder.ts";

/** What an item looks for, in meaning: one direction for its name, then one for each criterion; by `queryKeyOf` its texts. */
export type QueryEmbeddings = Map<string, Float32Array[]>;

/** The items of a catalogue come again with every document. */
const mostKept = 4_000;
/**
 * Beside the mean of a statement and its wordings the statement counts once more, so much: of the passages people quoted, in
 * documents no model has learned from, 77 of 100 then come first, and 75 with the mean alone (docs/decisions/0015).
 */
const statementCounts = 1.6;

/** A criterion looks where its statement and the wordings the catalogue knows of it point together. */
export function queryTextsOf(name: string, criteria: Pick<Criterion, "statement" | "phrases" | "contradictions">[]) {
  return [
    [name],
    ...criteria.map(({ statement, phrases, contradictions }) => [statement, ...phrases, ...contradictions]),
  ];
}

export const queryKeyOf = (texts: string[][]) =>
  createHash("sha256")
    .update(JSON.stringify([statementCounts, texts]))
    .digest("base64url");

/**
 * An item's texts are encoded together, because the encoder's 8-bit weights make a vector depend a little on the texts it
 * is made with: one by one, findings would depend on which items were judged before.
 */
export async function embedQueries(
  encoder: Encoder,
  [made, kept]: [made: QueryEmbeddings, kept: QueryEmbeddings],
  texts: string[][],
): Promise<Float32Array[]> {
  const key = queryKeyOf(texts);
  const known = made.get(key) ?? kept.get(key);
  if (known !== undefined) return known;
  const vectors = (await encoder.encode(texts.flat())).values();
  const directions = texts.map((some) => directionOf(some.map(() => vectors.next().value as Float32Array)));
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, directions);
  return directions;
}

function directionOf([statement = new Float32Array(0), ...wordings]: Float32Array[]): Float32Array {
  const all = towards([statement, ...wordings]);
  return towards([all, statement.map((figure) => figure * statementCounts)]);
}

/** Where they point together; of length 1, as all directions are. */
function towards(vectors: Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [at, figure] of vector.entries()) sum[at] = (sum[at] ?? 0) + figure;
  const length = Math.hypot(...sum) || 1;
  return sum.map((figure) => figure / length);
}
