import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ViewToDraw } from "./draw-view.ts";
import type { FromChild, ToChild } from "./extraction-protocol.ts";
import { residentBytes } from "./process-memory.ts";
import type { DocumentToRead } from "./read-document.ts";

/** How a document ended for the child: all of it was read, or the child had to be stopped, or stopped by itself. */
export type ChildEnding = "done" | "outOfTime" | "outOfMemory" | "crashed";

export type MessageWhileReading = Extract<FromChild, { type: "file" | "pages" | "fault" }>;

export interface ReadingOptions {
  /** On the clock of performance.now(). */
  deadlineMs: number;
  memoryBytes: number;
  onMessage(message: MessageWhileReading): void;
  signal?: AbortSignal | undefined;
}

const startSeconds = 60;
/** New memory was filled at 1.5 GiB a second when measured, so a limit is overstepped by about 150 MiB at worst. */
const memoryCheckMs = 100;
const main = join(import.meta.dirname, "extraction-child.ts");
const first = ["no-network.ts", "silence-libraries.ts"].flatMap((name) => [
  "--import",
  pathToFileURL(join(import.meta.dirname, name)).href,
]);

/** A process that reads documents, one at a time. It has a folder of its own for what it unpacks, gone when it ends. */
export class ExtractionChild {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #cleanUp: () => Promise<void>;
  #lastWords = "";
  #hasMisbehaved = false;
  documentsRead = 0;

  private constructor(child: ChildProcess, folder: string, watchdog: ChildProcess) {
    this.#process = child;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-4096);
    });
    // Nothing may be thrown from here: writing to a process that has just ended is an ending like any other.
    child.on("error", () => undefined);
    // What it started may hold its output open, and "close" would wait for that.
    child.once("exit", () => this.#killGroup());
    this.#cleanUp = async () => {
      watchdog.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    };
    this.#ended = new Promise<void>((resolve) => child.once("close", () => resolve())).then(this.#cleanUp);
  }

  static async start(memoryBytes: number): Promise<ExtractionChild> {
    const folder = await mkdtemp(join(tmpdir(), "assay-extraction-"));
    const watchdog = startWatchdog(folder);
    const heapMegabytes = Math.max(64, Math.floor(memoryBytes / 1024 ** 2));
    // At the usual size of the young generation a child has 60 to 180 MB more and is no faster (docs/decisions/0010).
    const heapFlags = [`--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=8"];
    const child = spawn(process.execPath, [...heapFlags, "--no-warnings", ...first, main], {
      // Where a core file would go.
      cwd: folder,
      // No secret of the service is in reach of what reads strangers' files.
      env: { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8", TMPDIR: folder, HOME: folder },
      // A group of its own, so that what it starts ends with it.
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    watchdog.stdin?.write(`${child.pid ?? ""}\n`);
    const started = new ExtractionChild(child, folder, watchdog);
    try {
      await started.#waitUntilReady();
    } catch (error) {
      await started.stop();
      throw error;
    }
    started.#setKeepsHostAlive(false);
    return started;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Whether another document may be given to it: after one that went wrong, no other is. */
  get isUsable(): boolean {
    return !this.#hasMisbehaved && this.#isRunning;
  }

  get #isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null && this.#process.connected;
  }

  /** What the process wrote last, for the log: never for the person whose file it was. */
  get lastWords(): string {
    return this.#lastWords;
  }

  /** Throws only what is no document's fault, such as a full disk, and when the signal says to stop. */
  read(document: DocumentToRead, options: ReadingOptions): Promise<ChildEnding> {
    return this.#work({ type: "read", document }, options);
  }

  /** Draws one page; counts as a document and is limited as one. */
  view(view: ViewToDraw, options: ReadingOptions): Promise<ChildEnding> {
    return this.#work({ type: "view", view }, options);
  }

  async #work(message: ToChild, options: ReadingOptions): Promise<ChildEnding> {
    this.#setKeepsHostAlive(true);
    this.documentsRead += 1;
    this.#hasMisbehaved = true;
    const stopWatching = new AbortController();
    try {
      const ending = await new Promise<ChildEnding>((resolve, reject) => {
        this.#listen(options, resolve, reject, stopWatching.signal);
        this.#watchLimits(options, resolve, stopWatching.signal);
        const onAbort = () => reject(options.signal?.reason);
        if (options.signal?.aborted) return onAbort();
        options.signal?.addEventListener("abort", onAbort, { signal: stopWatching.signal });
        // An error here is that the process has ended; its end is heard of anyway.
        this.#process.send(message, () => undefined);
      });
      this.#hasMisbehaved = ending !== "done";
      return ending;
    } finally {
      stopWatching.abort();
      if (this.#hasMisbehaved) await this.stop();
      this.#setKeepsHostAlive(false);
    }
  }

  async residentBytes(): Promise<number> {
    return this.pid === undefined ? 0 : residentBytes(this.pid);
  }

  async stop(): Promise<void> {
    this.#setKeepsHostAlive(true);
    this.#killGroup();
    // One that never started never closes.
    await (this.pid === undefined ? this.#cleanUp() : this.#ended);
  }

  #listen(
    { onMessage }: ReadingOptions,
    resolve: (ending: ChildEnding) => void,
    reject: (error: Error) => void,
    until: AbortSignal,
  ): void {
    const onMessageOfAnyType = (message: FromChild) => {
      if (message.type === "done") resolve("done");
      else if (message.type === "failed") reject(new Error(`Reading a document failed: ${message.message}`));
      else if (message.type !== "ready") onMessage(message);
    };
    const onClose = () => resolve(this.#ranOutOfHeap() ? "outOfMemory" : "crashed");
    this.#process.on("message", onMessageOfAnyType).once("close", onClose);
    until.addEventListener("abort", () => {
      this.#process.off("message", onMessageOfAnyType).off("close", onClose);
    });
    if (!this.#isRunning) onClose();
  }

  #watchLimits({ deadlineMs, memoryBytes }: ReadingOptions, giveUp: (ending: ChildEnding) => void, until: AbortSignal) {
    const clock = setTimeout(() => giveUp("outOfTime"), Math.max(0, deadlineMs - performance.now()));
    const memory = setInterval(() => {
      void this.residentBytes().then((bytes) => {
        if (bytes > memoryBytes && !until.aborted) giveUp("outOfMemory");
      });
    }, memoryCheckMs);
    until.addEventListener("abort", () => {
      clearTimeout(clock);
      clearInterval(memory);
    });
  }

  /** V8 gives up with an abort and says so. */
  #ranOutOfHeap(): boolean {
    return /heap out of memory|allocation failed|invalid (array|table|string) (length|size)/i.test(this.#lastWords);
  }

  async #waitUntilReady(): Promise<void> {
    const giveUp = AbortSignal.timeout(startSeconds * 1000);
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`The process that reads documents did not start: ${why}`));
      this.#process.once("message", () => resolve());
      this.#process.once("close", () => fail(this.#lastWords));
      this.#process.once("error", (error) => fail(error.message));
      giveUp.addEventListener("abort", () => fail(`it said nothing for ${startSeconds} seconds`), { once: true });
    });
  }

  #killGroup(): void {
    if (this.pid === undefined) return;
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch {
      // It has ended, and so has everything it started.
    }
  }

  #setKeepsHostAlive(isKept: boolean): void {
    const way = isKept ? "ref" : "unref";
    this.#process[way]();
    this.#process.channel?.[way]();
    const stderr = this.#process.stderr as (NodeJS.ReadableStream & { ref?(): void; unref?(): void }) | null;
    stderr?.[way]?.();
  }
}

/**
 * A shell that does nothing but wait for this process to end, by whatever means: then its input closes, and it ends
 * the child, which may be too busy to notice by itself, and removes what the child had unpacked.
 */
function startWatchdog(folder: string): ChildProcess {
  const script = `
    read -r pid || exit 0
    cat >/dev/null
    [ -n "$pid" ] && kill -s KILL -- "-$pid" 2>/dev/null
    rm -rf "$1"`;
  const watchdog = spawn("/bin/sh", ["-c", script, "assay-watchdog", folder], {
    detached: true,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  watchdog.on("error", () => undefined);
  watchdog.stdin?.on("error", () => undefined);
  watchdog.unref();
  (watchdog.stdin as (NodeJS.WritableStream & { unref?(): void }) | null)?.unref?.();
  return watchdog;
}
