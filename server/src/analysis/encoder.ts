/** Turns texts into directions: texts that bear on each other point the same way. */
export interface Encoder {
  /** Of the weights, so that a result can name them. */
  modelSha256: string;
  /** One vector of length 1 per text, in their order. */
  encode(texts: string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Both have length 1. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
