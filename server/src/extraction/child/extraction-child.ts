import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { SourceFile } from "../extracted-file.ts";
import { ChildFolder } from "./child-folder.ts";
import type { ViewToDraw } from "./draw-view.ts";
import type { FromChild, ToChild } from "./extraction-protocol.ts";
import { isNamedProgram } from "./named-programs.ts";
import { residentBytes } from "./process-memory.ts";
import type { DocumentToRead } from "./read-document.ts";
import { findProgram, killGroup, type ProgramOutcome, type ProgramRun, superviseProgram } from "./run-program.ts";
import { openSandbox, permissionFlags, type Sandbox } from "./sandbox.ts";
import { startWatchdog, type Watchdog } from "./watchdog.ts";
import type { RedlineToWrite } from "./write-redline.ts";
import type { SheetsToRead } from "./write-sheet-cells.ts";

/** An error that no file causes. `code` is the system's, such as ENOSPC. */
class ReadingFailed extends Error {
  readonly code: string | undefined;

  constructor({ message, code }: { message: string; code?: string | undefined }) {
    super(`Reading a document failed: ${message}`);
    this.code = code;
  }
}

/** "done": the task was completed. Otherwise the child was stopped at a limit, or it ended unexpectedly. */
export type TaskResult = "done" | "timedOut" | "outOfMemory" | "wroteTooMuch" | "crashed";

export type ProgressMessage = Extract<FromChild, { type: "file" | "pages" | "fault" }>;

export interface TaskOptions {
  /** Comparable with performance.now(). */
  deadlineMs: number;
  memoryBytes: number;
  maxWrittenBytes: number;
  onMessage(message: ProgressMessage): void;
  /** Awaited before the results are moved back, for whoever reads them meanwhile. */
  settle?: (() => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
}

const startSeconds = 60;
/** A process was seen to fill 1.5 GiB a second, so it exceeds the limit by 150 MiB at most. */
const memoryCheckMs = 100;
/** Looking at ten thousand files takes a tenth of a second, so that it is done rarely. */
const writtenCheckMs = 1000;
const main = join(import.meta.dirname, "child-main.ts");
const preloads = ["no-network.ts", "silence-libraries.ts"].flatMap((name) => [
  "--import",
  pathToFileURL(join(import.meta.dirname, name)).href,
]);

interface Confinement {
  sandbox: Sandbox;
  folder: ChildFolder;
  watchdog: Watchdog;
  env: NodeJS.ProcessEnv;
}

export async function prepareConfinement(parentFolder: string): Promise<Confinement> {
  const sandbox = await openSandbox(parentFolder);
  const folder = await ChildFolder.create(parentFolder, sandbox.account);
  const { temporary } = folder;
  // The service's environment, with its secrets, is not passed on.
  const env = { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8", TMPDIR: temporary, HOME: temporary };
  return { sandbox, folder, watchdog: startWatchdog(folder.path), env };
}

export function spawnConfined({ sandbox, folder, env }: Confinement, memoryBytes: number, entry = main): ChildProcess {
  const heapMegabytes = Math.max(64, Math.floor(memoryBytes / 1024 ** 2));
  // With V8's default young generation a warm child takes 35 to 56 MB more (docs/decisions/0010).
  const heapFlags = [`--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=8"];
  const { command, args, options } = sandbox.wrap(process.execPath, [
    ...[...heapFlags, ...permissionFlags(folder.path), "--no-warnings", ...preloads, entry],
  ]);
  return spawn(command, args, {
    ...options,
    cwd: folder.path,
    env,
    // A process group of its own, so that programs it starts end with it.
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

/** A child process that reads documents, one at a time, in a sandbox. Its folder is deleted when it ends. */
export class ExtractionChild {
  readonly #process: ChildProcess;
  readonly #confinement: Confinement;
  readonly #ended: Promise<void>;
  readonly #programs = new Set<ChildProcess>();
  #office: string | undefined;
  #stderrTail = "";
  #hasFailed = false;
  #settle: (() => Promise<void>) | undefined;
  documentsRead = 0;

  private constructor(child: ChildProcess, confinement: Confinement) {
    this.#process = child;
    this.#confinement = confinement;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderrTail = (this.#stderrTail + text).slice(-4096);
    });
    // Writing to a process that has just ended is no error: its end is handled below.
    child.on("error", () => undefined);
    // Programs that it started may hold its output open, which would delay "close".
    child.once("exit", () => this.#killAll());
    child.on("message", (message: FromChild) => {
      if (message.type === "run") void this.#runProgram(message.number, message.run);
    });
    this.#ended = new Promise<void>((resolve) => child.once("close", () => resolve())).then(() => this.#cleanUp());
  }

  /** `parentFolder` holds the folders of the children, on the file system of the documents, so that nothing is copied. */
  static async start(memoryBytes: number, parentFolder: string): Promise<ExtractionChild> {
    const confinement = await prepareConfinement(parentFolder);
    const { watchdog } = confinement;
    const child = spawnConfined(confinement, memoryBytes);
    watchdog.watch(child.pid);
    const started = new ExtractionChild(child, confinement);
    try {
      await started.#waitUntilReady();
    } catch (error) {
      await started.stop();
      throw error;
    }
    started.#setKeepsParentAlive(false);
    return started;
  }

  get sandbox(): Sandbox {
    return this.#confinement.sandbox;
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
    const { files, outFolder, limits } = document;
    this.#settle = options.settle;
    return this.#inFolder(files, outFolder, (files, outFolder) => {
      this.#office = limits.libreOfficePath;
      return this.#run({ type: "read", document: { ...document, files, outFolder } }, options);
    });
  }

  /** Draws one page; counts as a document and has the same limits. */
  view(view: ViewToDraw, options: TaskOptions): Promise<TaskResult> {
    return this.#inFolder([view.file], view.outFolder, ([file = view.file], outFolder) =>
      this.#run({ type: "view", view: { ...view, file, outFolder } }, options),
    );
  }

  /** Writes a copy of a Word file with tracked changes; counts as a document and has the same limits. */
  redline(redline: RedlineToWrite, options: TaskOptions): Promise<TaskResult> {
    return this.#inFolder([redline.file], redline.outFolder, ([file = redline.file], outFolder) =>
      this.#run({ type: "redline", redline: { ...redline, file, outFolder } }, options),
    );
  }

  /** Reads the cells of a workbook; counts as a document and has the same limits. */
  sheets(sheets: SheetsToRead, options: TaskOptions): Promise<TaskResult> {
    return this.#inFolder([sheets.file], sheets.outFolder, ([file = sheets.file], outFolder) =>
      this.#run({ type: "sheets", sheets: { ...sheets, file, outFolder } }, options),
    );
  }

  /** A child that ends during the task has been waited for, so nothing is written any more when the results are returned. */
  async #inFolder(
    files: SourceFile[],
    outFolder: string,
    work: (files: SourceFile[], outFolder: string) => Promise<TaskResult>,
  ): Promise<TaskResult> {
    const { folder, watchdog } = this.#confinement;
    // Until the task has ended well: a child whose folder is in an unknown state is not used again.
    this.#hasFailed = true;
    const lent = await folder.begin(
      files.map(({ path }) => path),
      outFolder,
    );
    watchdog.lend(outFolder);
    try {
      return await work(
        files.map(({ fileName }, index) => ({ path: lent.files[index] ?? "", fileName })),
        lent.outFolder,
      );
    } finally {
      await this.#settle?.();
      this.#settle = undefined;
      await folder.end().catch((error: unknown) => {
        this.#hasFailed = true;
        throw error;
      });
      watchdog.lend("");
    }
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
    const pids = [this.pid, ...[...this.#programs].map(({ pid }) => pid)];
    const sizes = await Promise.all(pids.map((pid) => (pid === undefined ? 0 : residentBytes(pid))));
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  }

  async stop(): Promise<void> {
    this.#setKeepsParentAlive(true);
    this.#killAll();
    // A process that never started never closes.
    await (this.pid === undefined ? this.#cleanUp() : this.#ended);
  }

  /** The child itself may start none. A program has the child's account, limits and lack of network. */
  async #runProgram(number: number, run: ProgramRun): Promise<void> {
    const { sandbox, folder, watchdog, env } = this.#confinement;
    const answer = (outcome: ProgramOutcome) => {
      if (this.#isRunning) this.#process.send({ type: "ran", number, outcome } satisfies ToChild, () => undefined);
    };
    if (!isNamedProgram(run, folder.path, this.#office) || !this.#isRunning) return answer({ state: "missing" });
    const path = await findProgram(run.program, env["PATH"]);
    if (path === undefined) return answer({ state: "missing" });
    const { command, args, options } = sandbox.wrap(path, run.args);
    const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
    const program = spawn(command, args, { ...options, cwd: folder.temporary, env, detached: true, stdio });
    this.#programs.add(program);
    watchdog.watch(program.pid);
    const outcome = await superviseProgram(program, run.timeoutSeconds);
    this.#programs.delete(program);
    watchdog.forget(program.pid);
    answer(outcome);
  }

  async #cleanUp(): Promise<void> {
    const { folder, watchdog } = this.#confinement;
    await this.#settle?.();
    await folder.remove();
    watchdog.stop();
  }

  #listen(
    { onMessage }: TaskOptions,
    resolve: (result: TaskResult) => void,
    reject: (error: Error) => void,
    until: AbortSignal,
  ): void {
    const receive = (message: FromChild) => {
      if (message.type === "done") resolve("done");
      else if (message.type === "failed") reject(new ReadingFailed(message));
      else if (message.type !== "ready" && message.type !== "run") onMessage(message);
    };
    const onClose = () => resolve(this.#ranOutOfHeap() ? "outOfMemory" : "crashed");
    this.#process.on("message", receive).once("close", onClose);
    until.addEventListener("abort", () => {
      this.#process.off("message", receive).off("close", onClose);
    });
    if (!this.#isRunning) onClose();
  }

  #watchLimits(options: TaskOptions, stop: (result: TaskResult) => void, until: AbortSignal) {
    const { deadlineMs, memoryBytes, maxWrittenBytes } = options;
    void this.#watchWritten(maxWrittenBytes, stop, until);
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

  async #watchWritten(maxWrittenBytes: number, stop: (result: TaskResult) => void, until: AbortSignal): Promise<void> {
    const { folder } = this.#confinement;
    // What an earlier attempt has written does not count.
    const before = await folder.writtenBytes();
    while (!until.aborted) {
      await wait(writtenCheckMs, undefined, { signal: until, ref: false }).catch(() => undefined);
      if (until.aborted) return;
      if ((await folder.writtenBytes()) - before > maxWrittenBytes) return stop("wroteTooMuch");
    }
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

  #killAll(): void {
    for (const { pid } of [this.#process, ...this.#programs]) killGroup(pid);
  }

  #setKeepsParentAlive(isKept: boolean): void {
    const method = isKept ? "ref" : "unref";
    this.#process[method]();
    this.#process.channel?.[method]();
    const stderr = this.#process.stderr as (NodeJS.ReadableStream & { ref?(): void; unref?(): void }) | null;
    stderr?.[method]?.();
  }
}
