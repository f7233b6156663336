import { ExtractionChild } from "./child/child-process.ts";

/** WebAssembly memory never shrinks, and a library may leak: a child is replaced before either is felt. */
const documentsPerChild = 100;
const warmBytes = 300 * 1024 ** 2;

/** Children that have read a document and wait for the next one: starting one takes half a second, as long as reading 60 pages of a PDF. */
export class ExtractionChildren {
  readonly #memoryBytes: number;
  readonly #keptWarm: number;
  readonly #idle: ExtractionChild[] = [];
  readonly #all = new Set<ExtractionChild>();
  #isClosed = false;

  constructor({ memoryBytes, keptWarm = 1 }: { memoryBytes: number; keptWarm?: number }) {
    this.#memoryBytes = memoryBytes;
    this.#keptWarm = keptWarm;
  }

  /** Then every child has been stopped, and no document is to blame for that. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  async take(): Promise<ExtractionChild> {
    if (this.#isClosed) throw new Error("Documents are no longer read: the service is stopping");
    for (let child = this.#idle.pop(); child !== undefined; child = this.#idle.pop()) {
      if (child.isUsable) return child;
      await this.#drop(child);
    }
    const child = await ExtractionChild.start(this.#memoryBytes);
    this.#all.add(child);
    if (this.#isClosed) await this.#drop(child);
    return child;
  }

  async giveBack(child: ExtractionChild): Promise<void> {
    const isWelcome =
      !this.#isClosed &&
      child.isUsable &&
      this.#idle.length < this.#keptWarm &&
      child.documentsRead < documentsPerChild &&
      (await child.residentBytes()) <= warmBytes;
    if (isWelcome && !this.#isClosed) this.#idle.push(child);
    else await this.#drop(child);
  }

  async use<Result>(work: (child: ExtractionChild) => Promise<Result>): Promise<Result> {
    const child = await this.take();
    try {
      return await work(child);
    } finally {
      await this.giveBack(child);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle.length = 0;
    await Promise.all([...this.#all].map((child) => this.#drop(child)));
  }

  async #drop(child: ExtractionChild): Promise<void> {
    this.#all.delete(child);
    await child.stop();
  }
}
