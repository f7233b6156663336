import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { QueryEmbeddings } from "../analysis/search/query-embeddings.ts";

/** One line for each item of the shipped catalogue, its embeddings quantized to 8 bits; `npm run generate` writes it. */
export const queryEmbeddingsFile = join(import.meta.dirname, "../../../model/catalogue-query-embeddings.jsonl");

interface Line {
  key: string;
  embeddings: string[];
}

/** Empty if the file was made with other weights: each embedding is then computed when it is needed. */
export async function readShippedQueryEmbeddings(encoderSha256: string): Promise<QueryEmbeddings> {
  const [head, ...lines] = (await readFile(queryEmbeddingsFile, "utf8").catch(() => "")).split("\n").filter(Boolean);
  if (head === undefined || JSON.parse(head).encoder !== encoderSha256) return new Map();
  return new Map(
    lines.map((line) => {
      const { key, embeddings } = JSON.parse(line) as Line;
      return [key, embeddings.map(dequantize)];
    }),
  );
}

export function formatQueryEmbeddings(encoderSha256: string, byKey: QueryEmbeddings): string {
  const lines = [...byKey].map(([key, embeddings]) => JSON.stringify({ key, embeddings: embeddings.map(quantize) }));
  return `${[JSON.stringify({ encoder: encoderSha256 }), ...lines].join("\n")}\n`;
}

/** Scaled so that the largest component becomes 127; `dequantize` makes the length 1 again. */
function quantize(embedding: Float32Array): string {
  const largest = Math.max(...embedding.map(Math.abs)) || 1;
  return Buffer.from(Int8Array.from(embedding, (value) => Math.round((value / largest) * 127)).buffer).toString(
    "base64",
  );
}

function dequantize(text: string): Float32Array {
  const values = Float32Array.from(new Int8Array(Buffer.from(text, "base64")));
  const length = Math.hypot(...values) || 1;
  return values.map((value) => value / length);
}
