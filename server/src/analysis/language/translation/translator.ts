import type { Word } from "./dictionary.ts";

/** Translates one language word for word. */
export interface Translator {
  /** The text in English word order, as far as that matters. */
  reorder(text: string): string;
  /** Returns a function that translates from the first word to the last; `english` is the end of what came before. */
  start(text: string, words: Word[]): (at: number, english: string) => Piece;
}

export interface Piece {
  /** How many words it translates. */
  count: number;
  /** Empty for words without a counterpart, undefined for an unknown word. */
  translation: string | undefined;
}
