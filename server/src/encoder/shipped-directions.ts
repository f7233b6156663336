import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Directions } from "../analysis/search/query-embeddings.ts";

/** One line for each item of the shipped catalogue, its directions as figures of 8 bits: `npm run generate` writes it. */
export const directionsFile = join(import.meta.dirname, "../../../model/catalogue-directions.jsonl");

interface Line {
  key: string;
  directions: string[];
}

/** Those made with other weights would point elsewhere: then there are none, and each is made when it is needed. */
export async function readShippedDirections(encoderSha256: string): Promise<Directions> {
  const [head, ...lines] = (await readFile(directionsFile, "utf8").catch(() => "")).split("\n").filter(Boolean);
  if (head === undefined || JSON.parse(head).encoder !== encoderSha256) return new Map();
  return new Map(
    lines.map((line) => {
      const { key, directions } = JSON.parse(line) as Line;
      return [key, directions.map(unpacked)];
    }),
  );
}

export function toDirectionsFile(encoderSha256: string, directions: Directions): string {
  const lines = [...directions].map(([key, some]) => JSON.stringify({ key, directions: some.map(packed) }));
  return `${[JSON.stringify({ encoder: encoderSha256 }), ...lines].join("\n")}\n`;
}

/** The largest figure takes all of 7 bits and its sign; lengths are made 1 again when it is read. */
function packed(direction: Float32Array): string {
  const most = Math.max(...direction.map(Math.abs)) || 1;
  return Buffer.from(Int8Array.from(direction, (figure) => Math.round((figure / most) * 127)).buffer).toString(
    "base64",
  );
}

function unpacked(text: string): Float32Array {
  const figures = Float32Array.from(new Int8Array(Buffer.from(text, "base64")));
  const length = Math.hypot(...figures) || 1;
  return figures.map((figure) => figure / length);
}
