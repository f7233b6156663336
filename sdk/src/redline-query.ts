/** Which suggested texts go into a redline, and how. */
export interface RedlineQuery {
  /** Ids of recommendations; by default those that are preselected. */
  recommendations?: string[] | undefined;
  /** Needed only if the document has more than one Word file. */
  fileId?: string | undefined;
  /** Of the comments: en, de, fr or es. */
  language?: string | undefined;
}
