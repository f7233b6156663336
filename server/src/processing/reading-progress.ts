import type { ReadingProgress } from "../documents/document.ts";

const writeIntervalMilliseconds = 1000;

/** Writes progress at most once a second, one write at a time. Reports in between are dropped. */
export class ProgressWriter<Progress extends ReadingProgress> {
  readonly #write: (progress: Progress) => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  #writing: Promise<void> | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(write: (progress: Progress) => Promise<void>, onFailure: (error: unknown) => void) {
    this.#write = write;
    this.#onFailure = onFailure;
  }

  report(progress: Progress): void {
    if (this.#writing !== undefined || performance.now() - this.#writtenAt < writeIntervalMilliseconds) return;
    this.#writtenAt = performance.now();
    this.#writing = this.#write(progress)
      .catch(this.#onFailure)
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** Nothing is written after this. */
  async end(): Promise<void> {
    this.#writtenAt = Number.POSITIVE_INFINITY;
    await this.#writing;
  }
}
