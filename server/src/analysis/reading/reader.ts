/** What a passage does to a requirement: four probabilities that sum to 1. */
export interface Reading {
  met: number;
  partly: number;
  contradicted: number;
  neutral: number;
}

/** Of what was not read. */
export const neutralReading: Reading = { met: 0, partly: 0, contradicted: 0, neutral: 1 };

/** A requirement and its most relevant passages, best first. */
export interface Question {
  statement: string;
  passages: string[];
}

export interface Answer {
  /** For all passages together; neutral if none of them is about the requirement. */
  overall: Reading;
  /** One per passage, in the order of the question, each read in the context of the others. */
  passages: Reading[];
}

/** The cross-encoder: reads a requirement together with passages. More exact and slower than the encoder. */
export interface Reader {
  modelSha256: string;
  read(questions: Question[]): Promise<Answer[]>;
}
