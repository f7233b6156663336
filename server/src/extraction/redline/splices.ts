interface Splice {
  start: number;
  end: number;
  text: string;
}

/** Changes of a text that are made at once. All that they do not name stays as it is, character for character. */
export class Splices {
  readonly #splices: Splice[] = [];

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** Replaced ranges must not overlap. What is inserted at the same place keeps its order. */
  replace(start: number, end: number, text: string): void {
    this.#splices.push({ start, end, text });
  }

  apply(text: string): string {
    const pieces: string[] = [];
    let at = 0;
    // What is inserted where a replaced range begins comes before it.
    for (const splice of this.#splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
      pieces.push(text.slice(at, splice.start), splice.text);
      at = splice.end;
    }
    return [...pieces, text.slice(at)].join("");
  }
}
