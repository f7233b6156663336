import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { StoredFile } from "../documents/document-file.ts";
import type { ExtractionChildren } from "../extraction/extraction-children.ts";
import type { ExtractionLimits } from "../extraction/extraction-limits.ts";
import { type Redline, type RedlineAnswer, redlineFiles } from "../extraction/redline-edit.ts";
import { writeRedline } from "../extraction/write-redline.ts";
import { AppError } from "../platform/app-error.ts";
import { toDiskError } from "../platform/disk-error.ts";
import type { Id } from "../platform/ids.ts";
import type { BlobStore } from "../uploads/blob-store.ts";

export interface RedlineWriterOptions {
  blobs: BlobStore;
  children: ExtractionChildren;
  limits: ExtractionLimits;
  /** Used by nothing else. */
  folder: string;
  /** For the log: contains nothing of the document. */
  onFault(fileId: Id, message: string): void;
}

export interface FileToChange {
  file: StoredFile;
  /** The uploaded file: the same one, or the archive or mail that contains it. */
  uploaded: StoredFile & { blobKey: string };
  redline: Redline;
}

/** A Word file of this size has hundreds of pages with pictures; the copy is held in memory. */
const maxFileBytes = 128 * 1024 ** 2;
/** Each takes a core. */
const maxWriting = 2;
const maxWaiting = 20;
const retryAfterSeconds = 5;

/** Writes redlines in child processes, at most two at a time. */
export class RedlineWriter {
  readonly #options: RedlineWriterOptions;
  readonly #waiting: (() => void)[] = [];
  #writing = 0;

  constructor(options: RedlineWriterOptions) {
    this.#options = options;
  }

  /** The changed file. */
  async write({ file, uploaded, redline }: FileToChange): Promise<Buffer> {
    if ((uploaded.sizeBytes ?? 0) > maxFileBytes)
      throw new AppError("unprocessable", "A file of more than 128 MiB is too large for a redline.");
    await this.#waitForSlot();
    try {
      return await this.#inFolder(async (folder) => {
        const { blobs, children, limits, onFault } = this.#options;
        const [path, outFolder] = [join(folder, "original"), join(folder, "out")];
        await mkdir(outFolder, { mode: 0o700 });
        await pipeline(await blobs.read(uploaded.blobKey), createWriteStream(path, { mode: 0o600 }));
        const answer = await writeRedline(
          { children, limits },
          {
            ...{ file: { path, fileName: uploaded.fileName }, place: file.place, redline, outFolder },
            onFault: (message) => onFault(file.id, message),
          },
        );
        checkAnswer(answer);
        return await readFile(join(outFolder, redlineFiles.document));
      });
    } finally {
      this.#writing -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
    try {
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(this.#options.folder, "redline-"));
      try {
        return await use(folder);
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    } catch (error) {
      throw toDiskError(error) ?? error;
    }
  }

  async #waitForSlot(): Promise<void> {
    if (this.#writing >= maxWriting) {
      if (this.#waiting.length >= maxWaiting)
        throw new AppError("unavailable", "Too many redlines are being written; try again in a few seconds.", {
          retryAfterSeconds,
        });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#writing += 1;
  }
}

function checkAnswer(answer: RedlineAnswer): void {
  if (!answer.isWordFile)
    throw new AppError("unprocessable", "Only Word files (DOCX) can be redlined; for others there is the clause pack.");
  if ("problem" in answer) throw new AppError("unprocessable", `No redline can be made: ${answer.problem}`);
}
