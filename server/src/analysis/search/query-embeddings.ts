import { createHash } from "node:crypto";
import type { ControlDocument } from "../../catalogue/catalogue-format.ts";
import { type Criterion, criteriaOf, criterionOfCondition, nameOfCondition } from "../criteria.ts";
import type { Encoder } from "./encoder.ts";

/** The embeddings of items, by `queryKeyOf` their texts: one for the name, then one for each criterion. */
export type QueryEmbeddings = Map<string, Float32Array[]>;

const maxCached = 4_000;
/**
 * The weight of the statement beside the mean of the statement and its wordings. With it, 77 of 100 passages that people
 * quoted are found first, without it 75, on documents no model was trained on (docs/decisions/0015).
 */
const statementWeight = 1.6;

/** The texts behind each embedding: the item's name, then each statement with the catalogue's wordings of it. */
export function queryTextsOf(name: string, criteria: Pick<Criterion, "statement" | "phrases" | "contradictions">[]) {
  return [
    [name],
    ...criteria.map(({ statement, phrases, contradictions }) => [statement, ...phrases, ...contradictions]),
  ];
}

/** The texts of every query that judging by a control makes: those of its items, then of its conditions. */
export function listQueryTexts({ clusters, conditions = {} }: Pick<ControlDocument, "clusters" | "conditions">) {
  const items = clusters.flatMap((cluster) => cluster.items);
  return [
    ...items.map((item) => queryTextsOf(item.name, criteriaOf(item))),
    ...Object.entries(conditions).map(([key, condition]) =>
      queryTextsOf(nameOfCondition(key), [criterionOfCondition(key, condition)]),
    ),
  ];
}

export const queryKeyOf = (texts: string[][]) =>
  createHash("sha256")
    .update(JSON.stringify([statementWeight, texts]))
    .digest("base64url");

/**
 * Encodes all texts of an item in one call: with 8-bit weights a vector depends a little on the others of its batch, so
 * that otherwise findings would depend on which items were judged before.
 */
export async function embedQueries(
  encoder: Encoder,
  [shipped, cache]: [shipped: QueryEmbeddings, cache: QueryEmbeddings],
  texts: string[][],
): Promise<Float32Array[]> {
  const key = queryKeyOf(texts);
  const known = shipped.get(key) ?? cache.get(key);
  if (known !== undefined) return known;
  const vectors = (await encoder.encode(texts.flat())).values();
  const embeddings = texts.map((some) => combine(some.map(() => vectors.next().value as Float32Array)));
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, embeddings);
  return embeddings;
}

function combine([statement = new Float32Array(0), ...wordings]: Float32Array[]): Float32Array {
  const mean = normalizedSum([statement, ...wordings]);
  return normalizedSum([mean, statement.map((value) => value * statementWeight)]);
}

function normalizedSum(vectors: Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [at, value] of vector.entries()) sum[at] = (sum[at] ?? 0) + value;
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
