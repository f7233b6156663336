/** Words of a page, with the words around them, which distinguish them from the same words elsewhere in the file. */
export interface TextPlace {
  text: string;
  before: string;
  after: string;
  /** How far into the file they are, from 0 to 1. */
  position: number;
}

/** The heading of a new section. */
export interface NewSection {
  title: string;
  /** "9.": left out where the file counts the headings itself. */
  number: string | undefined;
  /** The heading whose style it takes. */
  like: TextPlace | undefined;
}

/** A text for a Word file, as a tracked change with a comment. */
export interface RedlineEdit {
  /** Paragraphs are separated by line breaks. */
  text: string;
  /** Its paragraphs. */
  comment: string[];
  /** Wordings that the text replaces. If none of them can be changed, the text is inserted. */
  replaces: TextPlace[];
  /** It is inserted below the first of these paragraphs that is found; if none is, at the end. */
  after: TextPlace[];
  /** The paragraph whose style and numbering it takes. */
  like: TextPlace | undefined;
  /** "4.3": left out where the file counts its paragraphs itself. */
  number: string | undefined;
  section: NewSection | undefined;
}

/** Whose changes they are. */
export interface RedlineAuthor {
  name: string;
  initials: string;
  /** ISO 8601. */
  date: string;
}

export interface Redline {
  edits: RedlineEdit[];
  author: RedlineAuthor;
}

/** How many edits became what. */
export interface RedlineOutcome {
  inserted: number;
  replaced: number;
  /** Their place was not found in the file, so that they are at its end. */
  insertedAtEnd: number;
}

/** What the child answers, beside the changed file. `problem` is for the user. */
export type RedlineAnswer =
  | { isWordFile: false }
  | { isWordFile: true; problem: string }
  | { isWordFile: true; outcome: RedlineOutcome };

/** Names of the files that a child writes. */
export const redlineFiles = { document: "redline.docx", answer: "answer.json" } as const;
