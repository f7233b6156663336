import { createWriteStream } from "node:fs";
import { access, mkdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { StoredFile } from "../documents/document-file.ts";
import { drawPage } from "../extraction/draw-page.ts";
import type { ExtractionChildren } from "../extraction/extraction-children.ts";
import type { ExtractionLimits } from "../extraction/extraction-limits.ts";
import { type PageView, viewFiles } from "../extraction/page-view.ts";
import { AppError } from "../platform/app-error.ts";
import { toDiskError } from "../platform/disk-error.ts";
import type { Id } from "../platform/ids.ts";
import type { BlobStore } from "../uploads/blob-store.ts";

export interface PageViewsOptions {
  blobs: BlobStore;
  children: ExtractionChildren;
  limits: ExtractionLimits;
  /** Used by nothing else. */
  folder: string;
  /** For the log: contains nothing of the document. */
  onFault(fileId: Id, message: string): void;
}

export interface PageToView {
  file: StoredFile;
  /** The uploaded file: the same one, or the archive or mail that contains it. */
  uploaded: StoredFile;
  pageNumber: number;
}

/** Of files and images together. A larger file has no images, because downloading it would take too long. */
const maxBytes = 1024 ** 3;
const maxEntries = 10_000;
/** Drawing takes a core. */
const maxDrawing = 2;
const maxWaiting = 50;
const retryAfterSeconds = 5;

interface Entry {
  path: string;
  bytes: number;
  users: number;
  /** Created before the last invalidation; removed when it is no longer used. */
  isStale?: boolean;
}

interface DrawnPage extends Entry {
  /** Known to have no image. */
  isAbsent: boolean;
}

/**
 * Draws images of pages on request and caches them up to a size. The cache may be cleared at any time.
 */
export class PageViews {
  readonly #options: PageViewsOptions;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Entry>>();
  readonly #waiting: (() => void)[] = [];
  #drawing = 0;
  #bytes = 0;
  #generation = 0;

  constructor(options: PageViewsOptions) {
    this.#options = options;
  }

  /** Called when a document was erased, whose pages may be cached. */
  invalidate(): void {
    this.#generation += 1;
    for (const entry of this.#entries.values()) entry.isStale = true;
    this.#evict().catch((error: unknown) => this.#options.onFault("", String(error)));
  }

  /** Positions of the characters; undefined if the page has no image. */
  async findWords(page: PageToView): Promise<PageView | undefined> {
    const words = await this.#findFile(page, viewFiles.words);
    return words && (JSON.parse(words.toString("utf8")) as PageView);
  }

  /** A PNG file; undefined if the page has no image. */
  findImage(page: PageToView): Promise<Buffer | undefined> {
    return this.#findFile(page, viewFiles.image);
  }

  async #findFile(page: PageToView, name: string): Promise<Buffer | undefined> {
    if (!(await this.#mayHaveImage(page))) return undefined;
    return this.#use(
      `${page.file.id}-${page.pageNumber}`,
      (path) => this.#draw(page, path),
      ({ path, isAbsent }) => (isAbsent ? Promise.resolve(undefined) : readFile(join(path, name))),
    );
  }

  /** Reads at most the first bytes of the file. */
  async #mayHaveImage({ file, uploaded, pageNumber }: PageToView): Promise<boolean> {
    const { blobs } = this.#options;
    if (file.reading.state !== "read" || file.reading.isRendered) return false;
    if (uploaded.blobKey === undefined || (uploaded.sizeBytes ?? 0) > maxBytes) return false;
    if (file.id !== uploaded.id || this.#entries.has(`${file.id}-${pageNumber}`)) return true;
    const head = await buffer(await blobs.readRange(uploaded.blobKey, 0, 1024));
    return head.includes("%PDF-");
  }

  async #draw({ file, uploaded, pageNumber }: PageToView, path: string): Promise<DrawnPage> {
    await this.#waitForSlot();
    try {
      const { children, limits, onFault } = this.#options;
      await mkdir(path, { recursive: true, mode: 0o700 });
      const view = await this.#use(
        uploaded.id,
        (copy) => this.#fetch(uploaded, copy),
        (source) =>
          drawPage(
            { children, limits },
            {
              file: { path: source.path, fileName: uploaded.fileName },
              place: file.place,
              pageNumber,
              outFolder: path,
              onFault: (message) => onFault(file.id, message),
            },
          ),
      );
      const bytes = view === undefined ? 0 : await sizeOf(path);
      return { path, bytes, users: 0, isAbsent: view === undefined };
    } finally {
      this.#drawing -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #fetch({ blobKey = "" }: StoredFile, path: string): Promise<Entry> {
    await pipeline(await this.#options.blobs.read(blobKey), createWriteStream(path, { mode: 0o600 }));
    return { path, bytes: (await stat(path)).size, users: 0 };
  }

  async #waitForSlot(): Promise<void> {
    if (this.#drawing >= maxDrawing) {
      if (this.#waiting.length >= maxWaiting) {
        throw new AppError("unavailable", "Too many pages are being drawn; try again in a few seconds.", {
          retryAfterSeconds,
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#drawing += 1;
  }

  /** Creates the entry if needed. An entry in use is not evicted. */
  async #use<Made extends Entry, Result>(
    key: string,
    make: (path: string) => Promise<Made>,
    use: (entry: Made) => Promise<Result>,
  ): Promise<Result> {
    const entry = (await this.#acquireCached<Made>(key)) ?? (await this.#acquireNew(key, make));
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    try {
      return await use(entry);
    } finally {
      entry.users -= 1;
      await this.#evict();
    }
  }

  /** An entry whose file was removed from disk is created again. */
  async #acquireCached<Made extends Entry>(key: string): Promise<Made | undefined> {
    const cached = this.#entries.get(key) as Made | undefined;
    if (cached === undefined) return undefined;
    cached.users += 1;
    const isThere = await access(cached.path).then(
      () => true,
      () => false,
    );
    if (isThere) return cached;
    cached.users -= 1;
    if (this.#entries.get(key) === cached) {
      this.#entries.delete(key);
      this.#bytes -= cached.bytes;
    }
    return undefined;
  }

  async #acquireNew<Made extends Entry>(key: string, make: (path: string) => Promise<Made>): Promise<Made> {
    const made = await this.#make(key, make);
    made.users += 1;
    return made;
  }

  async #make<Made extends Entry>(key: string, make: (path: string) => Promise<Made>): Promise<Made> {
    const path = join(this.#options.folder, key);
    const generation = this.#generation;
    let making = this.#making.get(key) as Promise<Made> | undefined;
    if (making === undefined) {
      making = mkdir(this.#options.folder, { recursive: true, mode: 0o700 })
        .then(() => make(path))
        .then((made) => {
          made.isStale = generation !== this.#generation;
          this.#entries.set(key, made);
          this.#bytes += made.bytes;
          return made;
        })
        .catch(async (error: unknown) => {
          await rm(path, { recursive: true, force: true });
          throw toDiskError(error) ?? error;
        })
        .finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    return making;
  }

  async #evict(): Promise<void> {
    for (const [key, entry] of this.#entries) {
      const isRoomLeft = this.#bytes <= maxBytes && this.#entries.size <= maxEntries;
      if (entry.users > 0 || (isRoomLeft && entry.isStale !== true)) continue;
      this.#entries.delete(key);
      this.#bytes -= entry.bytes;
      await rm(entry.path, { recursive: true, force: true });
    }
  }
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all(Object.values(viewFiles).map((name) => stat(join(folder, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
