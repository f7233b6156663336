/** The bi-encoder: embeds texts, so that texts about the same subject have similar vectors. */
export interface Encoder {
  /** Of the weights; every result names them. */
  modelSha256: string;
  /** One vector of length 1 per text, in order. */
  encode(texts: string[]): Promise<Float32Array[]>;
}

/** Many vectors in one array: thousands of small arrays would cost many times the memory. */
export interface Embeddings {
  width: number;
  values: Float32Array;
  /** For each text the row of its vector; equal texts share one. */
  rows: Uint32Array;
}

/** The cosine similarity of each text to `vector`; all vectors have length 1. */
export function similarities({ width, values, rows }: Embeddings, vector: Float32Array): Float64Array {
  const distinct = new Float64Array(width === 0 ? 0 : values.length / width);
  // Converted to 64 bits once, not again for every row.
  const wide = Float64Array.from(vector);
  for (let row = 0; row < distinct.length; row++) {
    const start = row * width;
    // Four sums at once: a single one waits for each addition, and this is the innermost loop of the search.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let at = 0;
    for (; at + 3 < width; at += 4) {
      a += (values[start + at] as number) * (wide[at] as number);
      b += (values[start + at + 1] as number) * (wide[at + 1] as number);
      c += (values[start + at + 2] as number) * (wide[at + 2] as number);
      d += (values[start + at + 3] as number) * (wide[at + 3] as number);
    }
    for (; at < width; at++) a += (values[start + at] as number) * (wide[at] as number);
    distinct[row] = a + b + c + d;
  }
  const all = new Float64Array(rows.length);
  for (let at = 0; at < all.length; at++) all[at] = distinct[rows[at] as number] as number;
  return all;
}
