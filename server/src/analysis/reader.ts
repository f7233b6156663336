/** What a passage does to a requirement, as four chances that sum to 1. */
export interface Reading {
  met: number;
  partly: number;
  contradicted: number;
  neutral: number;
}

/** Reads a requirement and a passage together; slower and closer than the encoder, so it sees only the best passages. */
export interface Reader {
  modelSha256: string;
  read(pairs: { statement: string; passage: string }[]): Promise<Reading[]>;
  close(): Promise<void>;
}
