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
import type { Id } from "../platform/ids.ts";
import type { BlobStore } from "../uploads/blob-store.ts";

export interface PageViewsOptions {
  blobs: BlobStore;
  children: ExtractionChildren;
  limits: ExtractionLimits;
  /** Belongs to this alone. */
  folder: string;
  /** For the log, in words that hold nothing of the document. */
  onFault(fileId: Id, message: string): void;
  roomBytes?: number;
}

export interface PageToView {
  /** Whose page it is. */
  file: StoredFile;
  /** The file that was sent: the same, or the archive or mail it was found in. */
  sent: StoredFile;
  pageNumber: number;
}

/** Files and drawn pages together. A larger file is shown by its text alone: nobody waits for so many bytes to be fetched. */
const roomBytes = 1024 ** 3;
const mostEntries = 10_000;
/** Drawing takes a core. */
const drawnAtOnce = 2;
const mostWaiting = 50;
const retryAfterSeconds = 5;

interface Entry {
  path: string;
  bytes: number;
  users: number;
  /** Made before the last time everything was thrown away; goes as soon as nobody uses it. */
  isStale?: boolean;
}

interface DrawnPage extends Entry {
  /** Known to have no picture. */
  isAbsent: boolean;
}

/**
 * Pages as they look, drawn when somebody asks and kept for the next who does, up to a size. Nothing else rests on what
 * is kept: it may be thrown away at any time.
 */
export class PageViews {
  readonly #options: PageViewsOptions;
  /** Oldest use first. */
  readonly #entries = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Entry>>();
  readonly #waiting: (() => void)[] = [];
  #drawing = 0;
  #bytes = 0;
  #timesThrownAway = 0;

  constructor(options: PageViewsOptions) {
    this.#options = options;
  }

  /** Something was erased: what is kept may be of it. */
  throwAway(): void {
    this.#timesThrownAway += 1;
    for (const entry of this.#entries.values()) entry.isStale = true;
    this.#makeRoom().catch((error: unknown) => this.#options.onFault("", String(error)));
  }

  /** The letters' places; undefined where the page has no picture. */
  async findWords(page: PageToView): Promise<PageView | undefined> {
    const words = await this.#findFile(page, viewFiles.words);
    return words && (JSON.parse(words.toString("utf8")) as PageView);
  }

  /** A PNG file; undefined where the page has no picture. */
  findPicture(page: PageToView): Promise<Buffer | undefined> {
    return this.#findFile(page, viewFiles.image);
  }

  async #findFile(page: PageToView, name: string): Promise<Buffer | undefined> {
    if (!(await this.#mayHavePicture(page))) return undefined;
    return this.#use(
      `${page.file.id}-${page.pageNumber}`,
      (path) => this.#draw(page, path),
      ({ path, isAbsent }) => (isAbsent ? Promise.resolve(undefined) : readFile(join(path, name))),
    );
  }

  /** Told without fetching the whole file, where its first bytes tell it. */
  async #mayHavePicture({ file, sent, pageNumber }: PageToView): Promise<boolean> {
    const { blobs, roomBytes: room = roomBytes } = this.#options;
    if (file.reading.state !== "read" || file.reading.isRendered) return false;
    if (sent.blobKey === undefined || (sent.sizeBytes ?? 0) > room) return false;
    if (file.id !== sent.id || this.#entries.has(`${file.id}-${pageNumber}`)) return true;
    const head = await buffer(await blobs.readRange(sent.blobKey, 0, 1024));
    return head.includes("%PDF-");
  }

  async #draw({ file, sent, pageNumber }: PageToView, path: string): Promise<DrawnPage> {
    await this.#takeTurn();
    try {
      const { children, limits, onFault } = this.#options;
      await mkdir(path, { recursive: true, mode: 0o700 });
      const view = await this.#use(
        sent.id,
        (copy) => this.#fetch(sent, copy),
        (source) =>
          drawPage(
            { children, limits },
            {
              file: { path: source.path, fileName: sent.fileName },
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

  async #takeTurn(): Promise<void> {
    if (this.#drawing >= drawnAtOnce) {
      if (this.#waiting.length >= mostWaiting) {
        throw new AppError("unavailable", "Too many pages are being drawn; try again in a few seconds.", {
          retryAfterSeconds,
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#drawing += 1;
  }

  /** Makes the entry unless it is there or being made; it is not thrown away while it is used. */
  async #use<Made extends Entry, Result>(
    key: string,
    make: (path: string) => Promise<Made>,
    use: (entry: Made) => Promise<Result>,
  ): Promise<Result> {
    const entry = (await this.#takeKept<Made>(key)) ?? (await this.#takeMade(key, make));
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    try {
      return await use(entry);
    } finally {
      entry.users -= 1;
      await this.#makeRoom();
    }
  }

  /** What somebody else has removed is made again: nobody is refused for want of a copy. */
  async #takeKept<Made extends Entry>(key: string): Promise<Made | undefined> {
    const kept = this.#entries.get(key) as Made | undefined;
    if (kept === undefined) return undefined;
    kept.users += 1;
    const isThere = await access(kept.path).then(
      () => true,
      () => false,
    );
    if (isThere) return kept;
    kept.users -= 1;
    if (this.#entries.get(key) === kept) {
      this.#entries.delete(key);
      this.#bytes -= kept.bytes;
    }
    return undefined;
  }

  async #takeMade<Made extends Entry>(key: string, make: (path: string) => Promise<Made>): Promise<Made> {
    const made = await this.#make(key, make);
    made.users += 1;
    return made;
  }

  async #make<Made extends Entry>(key: string, make: (path: string) => Promise<Made>): Promise<Made> {
    const path = join(this.#options.folder, key);
    const timesThrownAway = this.#timesThrownAway;
    let making = this.#making.get(key) as Promise<Made> | undefined;
    if (making === undefined) {
      making = mkdir(this.#options.folder, { recursive: true, mode: 0o700 })
        .then(() => make(path))
        .then((made) => {
          made.isStale = timesThrownAway !== this.#timesThrownAway;
          this.#entries.set(key, made);
          this.#bytes += made.bytes;
          return made;
        })
        .catch(async (error: unknown) => {
          await rm(path, { recursive: true, force: true });
          throw error;
        })
        .finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    return making;
  }

  async #makeRoom(): Promise<void> {
    const room = this.#options.roomBytes ?? roomBytes;
    for (const [key, entry] of this.#entries) {
      const isRoomLeft = this.#bytes <= room && this.#entries.size <= mostEntries;
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
