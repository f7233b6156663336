/** What a passage does to a requirement, as four chances that sum to 1. */
export interface Reading {
  met: number;
  partly: number;
  contradicted: number;
  neutral: number;
}

/** A requirement, and the passages that bear on it most, best first. */
export interface Question {
  statement: string;
  passages: string[];
}

export interface Answer {
  /** What all passages together do to the requirement; neutral means that none of them speaks of it. */
  whole: Reading;
  /** One each, in the order of the question, read in the light of the others. */
  passages: Reading[];
}

/** Reads a requirement and passages together; slower and closer than the encoder, so it sees only the best passages. */
export interface Reader {
  modelSha256: string;
  read(questions: Question[]): Promise<Answer[]>;
}
