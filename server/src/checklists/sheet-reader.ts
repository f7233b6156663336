import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExtractionChildren } from "../extraction/extraction-children.ts";
import type { ExtractionLimits } from "../extraction/extraction-limits.ts";
import { readWorkbookCells } from "../extraction/read-workbook-cells.ts";
import type { SheetCellsAnswer } from "../extraction/sheet-cells.ts";
import { toDiskError } from "../platform/disk-error.ts";

export interface SheetReaderOptions {
  children: ExtractionChildren;
  limits: ExtractionLimits;
  /** Used by nothing else. */
  folder: string;
  /** For the log: contains nothing of the file. */
  onFault(message: string): void;
}

/** Reads the sheets of a file in a child process, one file after another: operators import a few a day. */
export class SheetReader {
  readonly #options: SheetReaderOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: SheetReaderOptions) {
    this.#options = options;
  }

  read(bytes: Buffer): Promise<SheetCellsAnswer> {
    const read = this.#last.then(() => this.#read(bytes));
    this.#last = read.catch(() => undefined);
    return read;
  }

  async #read(bytes: Buffer): Promise<SheetCellsAnswer> {
    const { children, limits, folder, onFault } = this.#options;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const own = await mkdtemp(join(folder, "checklist-"));
      try {
        const [path, outFolder] = [join(own, "original"), join(own, "out")];
        await mkdir(outFolder, { mode: 0o700 });
        await writeFile(path, bytes, { mode: 0o600 });
        const file = { path, fileName: "checklist" };
        return await readWorkbookCells({ children, limits }, { file, outFolder, onFault });
      } finally {
        await rm(own, { recursive: true, force: true, maxRetries: 3 });
      }
    } catch (error) {
      throw toDiskError(error) ?? error;
    }
  }
}
