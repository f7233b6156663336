import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ViewToDraw } from "./draw-view.ts";
import type { FromChild, ToChild } from "./extraction-protocol.ts";
import { residentBytes } from "./process-memory.ts";
import type { DocumentToRead } from "./read-document.ts";

/** "done": the task was completed. Otherwise the child was stopped at a limit, or it ended unexpectedly. */
export type TaskResult = "done" | "timedOut" | "outOfMemory" | "crashed";

export type ProgressMessage = Extract<FromChild, { type: "file" | "pages" | "fault" }>;

export interface TaskOptions {
  /** Comparable with performance.now(). */
  deadlineMs: number;
  memoryBytes: number;
  onMessage(message: ProgressMessage): void;
  signal?: AbortSignal | undefined;
}

const startSeconds = 60;
/** A process was seen to fill 1.5 GiB a second, so it exceeds the limit by 150 MiB at most. */
const memoryCheckMs = 100;
const main = join(import.meta.dirname, "child-main.ts");
const preloads = ["no-network.ts", "silence-libraries.ts"].flatMap((name) => [
  "--import",
  pathToFileURL(join(import.meta.dirname, name)).href,
]);

/** A child process that reads documents, one at a time. Its temporary folder is deleted when it ends. */
export class ExtractionChild {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #cleanUp: () => Promise<void>;
  #stderrTail = "";
  #hasFailed = false;
  documentsRead = 0;

  private constructor(child: ChildProcess, folder: string, watchdog: ChildProcess) {
    this.#process = child;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderrTail = (this.#stderrTail + text).slice(-4096);
    });
    // Writing to a process that has just ended is no error: its end is handled below.
    child.on("error", () => undefined);
    // Programs that it started may hold its output open, which would delay "close".
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
    // With V8's default young generation a warm child takes 35 to 56 MB more (docs/decisions/0010).
    const heapFlags = [`--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=8"];
    const child = spawn(process.execPath, [...heapFlags, "--no-warnings", ...preloads, main], {
      // Core dumps are written here.
      cwd: folder,
      // The service's environment, with its secrets, is not passed on.
      env: { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8", TMPDIR: folder, HOME: folder },
      // A process group of its own, so that programs it starts end with it.
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
    started.#setKeepsParentAlive(false);
    return started;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Whether it may read another document: it is running, and its last task succeeded. */
  get isUsable(): boolean {
    return !this.#hasFailed && this.#isRunning;
  }

  get #isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null && this.#process.connected;
  }

  /** For the log only: it may quote the file. */
  get stderrTail(): string {
    return this.#stderrTail;
  }

  /** Throws when the signal aborts, and for errors that no document causes, such as a full disk. */
  read(document: DocumentToRead, options: TaskOptions): Promise<TaskResult> {
    return this.#run({ type: "read", document }, options);
  }

  /** Draws one page; counts as a document and has the same limits. */
  view(view: ViewToDraw, options: TaskOptions): Promise<TaskResult> {
    return this.#run({ type: "view", view }, options);
  }

  async #run(message: ToChild, options: TaskOptions): Promise<TaskResult> {
    this.#setKeepsParentAlive(true);
    this.documentsRead += 1;
    this.#hasFailed = true;
    const stopWatching = new AbortController();
    try {
      const result = await new Promise<TaskResult>((resolve, reject) => {
        this.#listen(options, resolve, reject, stopWatching.signal);
        this.#watchLimits(options, resolve, stopWatching.signal);
        const onAbort = () => reject(options.signal?.reason);
        if (options.signal?.aborted) return onAbort();
        options.signal?.addEventListener("abort", onAbort, { signal: stopWatching.signal });
        // Sending fails only if the process has ended, which #listen handles.
        this.#process.send(message, () => undefined);
      });
      this.#hasFailed = result !== "done";
      return result;
    } finally {
      stopWatching.abort();
      if (this.#hasFailed) await this.stop();
      this.#setKeepsParentAlive(false);
    }
  }

  async residentBytes(): Promise<number> {
    return this.pid === undefined ? 0 : residentBytes(this.pid);
  }

  async stop(): Promise<void> {
    this.#setKeepsParentAlive(true);
    this.#killGroup();
    // A process that never started never closes.
    await (this.pid === undefined ? this.#cleanUp() : this.#ended);
  }

  #listen(
    { onMessage }: TaskOptions,
    resolve: (result: TaskResult) => void,
    reject: (error: Error) => void,
    until: AbortSignal,
  ): void {
    const receive = (message: FromChild) => {
      if (message.type === "done") resolve("done");
      else if (message.type === "failed") reject(new Error(`Reading a document failed: ${message.message}`));
      else if (message.type !== "ready") onMessage(message);
    };
    const onClose = () => resolve(this.#ranOutOfHeap() ? "outOfMemory" : "crashed");
    this.#process.on("message", receive).once("close", onClose);
    until.addEventListener("abort", () => {
      this.#process.off("message", receive).off("close", onClose);
    });
    if (!this.#isRunning) onClose();
  }

  #watchLimits({ deadlineMs, memoryBytes }: TaskOptions, stop: (result: TaskResult) => void, until: AbortSignal) {
    const clock = setTimeout(() => stop("timedOut"), Math.max(0, deadlineMs - performance.now()));
    const memory = setInterval(() => {
      void this.residentBytes().then((bytes) => {
        if (bytes > memoryBytes && !until.aborted) stop("outOfMemory");
      });
    }, memoryCheckMs);
    until.addEventListener("abort", () => {
      clearTimeout(clock);
      clearInterval(memory);
    });
  }

  /** V8 aborts with a message when the heap is full. */
  #ranOutOfHeap(): boolean {
    return /heap out of memory|allocation failed|invalid (array|table|string) (length|size)/i.test(this.#stderrTail);
  }

  async #waitUntilReady(): Promise<void> {
    const timeout = AbortSignal.timeout(startSeconds * 1000);
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`The process that reads documents did not start: ${why}`));
      this.#process.once("message", () => resolve());
      this.#process.once("close", () => fail(this.#stderrTail));
      this.#process.once("error", (error) => fail(error.message));
      timeout.addEventListener("abort", () => fail(`it was not ready after ${startSeconds} seconds`), { once: true });
    });
  }

  #killGroup(): void {
    if (this.pid === undefined) return;
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch {
      // The whole group has ended.
    }
  }

  #setKeepsParentAlive(isKept: boolean): void {
    const method = isKept ? "ref" : "unref";
    this.#process[method]();
    this.#process.channel?.[method]();
    const stderr = this.#process.stderr as (NodeJS.ReadableStream & { ref?(): void; unref?(): void }) | null;
    stderr?.[method]?.();
  }
}

/**
 * A shell that waits for this process to end, however it ends: its input closes, and it kills the child, which may be too
 * busy to notice, and deletes the child's folder.
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
