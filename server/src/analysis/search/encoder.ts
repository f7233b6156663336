/** Turns texts into directions: texts that bear on each other point the same way. */
export interface Encoder {
  /** Of the weights, so that a result can name them. */
  modelSha256: string;
  /** One vector of length 1 per text, in their order. */
  encode(texts: string[]): Promise<Float32Array[]>;
}

/** Vectors one after another: thousands of them side by side cost a fraction of thousands of objects. */
export interface Vectors {
  width: number;
  figures: Float32Array;
  /** Which of them is whose: the same words have the same one. */
  rows: Uint32Array;
}

/** How like each is to this one, by the cosine: all have length 1. */
export function similarities({ width, figures, rows }: Vectors, vector: Float32Array): Float64Array {
  const distinct = new Float64Array(width === 0 ? 0 : figures.length / width);
  // Made long once, not again for every row.
  const long = Float64Array.from(vector);
  for (let row = 0; row < distinct.length; row++) {
    const start = row * width;
    // Four sums at once: one alone waits for each addition, and this is the innermost loop of the search.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let at = 0;
    for (; at + 3 < width; at += 4) {
      a += (figures[start + at] as number) * (long[at] as number);
      b += (figures[start + at + 1] as number) * (long[at + 1] as number);
      c += (figures[start + at + 2] as number) * (long[at + 2] as number);
      d += (figures[start + at + 3] as number) * (long[at + 3] as number);
    }
    for (; at < width; at++) a += (figures[start + at] as number) * (long[at] as number);
    distinct[row] = a + b + c + d;
  }
  const all = new Float64Array(rows.length);
  for (let at = 0; at < all.length; at++) all[at] = distinct[rows[at] as number] as number;
  return all;
}
