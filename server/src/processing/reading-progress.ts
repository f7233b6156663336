import type { ReadingProgress } from "../documents/document.ts";

/** Often enough for whoever watches, seldom enough for the database. */
const millisecondsBetween = 1000;

/** Writes down the latest news at most once a second, one after the other; older news that has not been written is dropped. */
export class ProgressWriter<News extends ReadingProgress> {
  readonly #write: (news: News) => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  #writing: Promise<void> | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(write: (news: News) => Promise<void>, onFailure: (error: unknown) => void) {
    this.#write = write;
    this.#onFailure = onFailure;
  }

  tell(news: News): void {
    if (this.#writing !== undefined || performance.now() - this.#writtenAt < millisecondsBetween) return;
    this.#writtenAt = performance.now();
    this.#writing = this.#write(news)
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
