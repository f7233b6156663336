import type { Word } from "./dictionary.ts";

/** What a language needs to be put into English word for word. */
export interface Glossing {
  /** The text in the order in which it is taken word for word. */
  inOrder(text: string): string;
  /** Tells, from the first word to the last, what stands for the words; `english` ends what was said before. */
  reader(text: string, words: Word[]): (at: number, english: string) => Piece;
}

export interface Piece {
  /** How many words it stands for. */
  count: number;
  /** Empty for words that have no counterpart, undefined for one that is not known. */
  gloss: string | undefined;
}
