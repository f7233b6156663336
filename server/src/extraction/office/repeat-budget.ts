/**
 * ODF writes a cell or row once with the number of its repetitions, which may be a million. A file's repetitions are read up to
 * this number, tables within cells included; real sheets repeat values in a few hundred cells.
 */
const maxRepeatedCells = 10_000;
/** In one row, so that a row stays a readable paragraph. */
const maxRepeatsOfCell = 1000;
const maxRepeatedCharacters = 200_000;

export class RepeatBudget {
  #cells = maxRepeatedCells;
  #characters = maxRepeatedCharacters;
  #shortfalls = 0;

  /** How often repetitions were left out. */
  get shortfalls(): number {
    return this.#shortfalls;
  }

  /** How often something of this size is read; at least once. */
  take(attribute: string | undefined, { cells, characters }: { cells: number; characters: number }): number {
    const wanted = Number(attribute ?? 1);
    if (!(wanted > 1)) return 1;
    const further = Math.min(
      Math.floor(wanted) - 1,
      maxRepeatsOfCell - 1,
      Math.floor(this.#cells / Math.max(1, cells)),
      Math.floor(this.#characters / Math.max(1, characters)),
    );
    this.#cells -= further * cells;
    this.#characters -= further * characters;
    if (further < Math.floor(wanted) - 1) this.#shortfalls += 1;
    return 1 + further;
  }
}

/** Goes into a footer: it is not the file's own text and must not become evidence. */
export const repeatsLeftOut = `[Not all repetitions of equal cells were read: a file's first ${maxRepeatedCells.toLocaleString("en")}, and ${maxRepeatsOfCell.toLocaleString("en")} of one cell.]`;
