/** Turns texts into directions: texts that bear on each other point the same way. */
export interface Encoder {
  /** Of the weights, so that a result can name them. */
  modelSha256: string;
  /** One vector of length 1 per text, in their order. */
  encode(texts: string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Vectors one after another: thousands of them side by side cost a fraction of thousands of objects. */
export interface Vectors {
  width: number;
  count: number;
  figures: Float32Array;
}

/** How like each of them is to this one, by the cosine: all have length 1. */
export function similarities({ width, count, figures }: Vectors, vector: Float32Array): Float64Array {
  const all = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    const start = row * width;
    // Four sums at once: one alone waits for each addition, and this is the innermost loop of the search.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let at = 0;
    for (; at + 3 < width; at += 4) {
      a += (figures[start + at] as number) * (vector[at] as number);
      b += (figures[start + at + 1] as number) * (vector[at + 1] as number);
      c += (figures[start + at + 2] as number) * (vector[at + 2] as number);
      d += (figures[start + at + 3] as number) * (vector[at + 3] as number);
    }
    for (; at < width; at++) a += (figures[start + at] as number) * (vector[at] as number);
    all[row] = a + b + c + d;
  }
  return all;
}
