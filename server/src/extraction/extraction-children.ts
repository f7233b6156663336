import { tmpdir } from "node:os";
import { ExtractionChild } from "./child/extraction-child.ts";
import type { Sandbox } from "./child/sandbox.ts";

/** WebAssembly memory never shrinks and libraries leak, so a child is replaced after this many documents or above this size. */
const documentsPerChild = 100;
const maxIdleBytes = 300 * 1024 ** 2;

interface ChildrenOptions {
  memoryBytes: number;
  maxIdle?: number;
  /** Holds the folders of the children. Preferably on the file system of the documents, and reachable for other accounts. */
  folder?: string;
  /** For the log: how the children are confined on this machine. */
  onFirstStarted?(sandbox: Sandbox): void;
}

/** A pool of child processes. Starting one takes half a second, as long as reading 60 pages of a PDF. */
export class ExtractionChildren {
  readonly #memoryBytes: number;
  readonly #maxIdle: number;
  readonly #folder: string;
  #onFirstStarted: ((sandbox: Sandbox) => void) | undefined;
  readonly #idle: ExtractionChild[] = [];
  readonly #all = new Set<ExtractionChild>();
  #isClosed = false;

  constructor({ memoryBytes, maxIdle = 1, folder = tmpdir(), onFirstStarted }: ChildrenOptions) {
    this.#memoryBytes = memoryBytes;
    this.#maxIdle = maxIdle;
    this.#folder = folder;
    this.#onFirstStarted = onFirstStarted;
  }

  /** True once the pool has stopped its children. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  async acquire(): Promise<ExtractionChild> {
    if (this.#isClosed) throw new Error("Documents are no longer read: the service is stopping");
    for (let child = this.#idle.pop(); child !== undefined; child = this.#idle.pop()) {
      if (child.isUsable) return child;
      await this.#drop(child);
    }
    const child = await ExtractionChild.start(this.#memoryBytes, this.#folder);
    this.#onFirstStarted?.(child.sandbox);
    this.#onFirstStarted = undefined;
    this.#all.add(child);
    if (this.#isClosed) await this.#drop(child);
    return child;
  }

  async release(child: ExtractionChild): Promise<void> {
    const isReusable =
      !this.#isClosed &&
      child.isUsable &&
      this.#idle.length < this.#maxIdle &&
      child.documentsRead < documentsPerChild &&
      (await child.residentBytes()) <= maxIdleBytes;
    if (isReusable && !this.#isClosed) this.#idle.push(child);
    else await this.#drop(child);
  }

  async use<Result>(work: (child: ExtractionChild) => Promise<Result>): Promise<Result> {
    const child = await this.acquire();
    try {
      return await work(child);
    } finally {
      await this.release(child);
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
