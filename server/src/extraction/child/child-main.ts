// Entry point of the child process: receives tasks over IPC and ends with its parent.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawView } from "./draw-view.ts";
import type { FromChild, ToChild } from "./extraction-protocol.ts";
import { type DocumentToRead, readDocument } from "./read-document.ts";
import { delegatePrograms, type ProgramOutcome } from "./run-program.ts";
import { writeRedline } from "./write-redline.ts";
import { writeSheetCells } from "./write-sheet-cells.ts";

/** Messages more often than this would cost time at 500 pages a second. */
const progressEveryMs = 200;

function send(message: FromChild): void {
  process.send?.(message);
}

/** os.tmpdir() reads TMPDIR at each call, so temporary files that a reader forgets are deleted with the folder. */
async function withTemporaryFolder(work: () => Promise<void>): Promise<void> {
  const ownFolder = tmpdir();
  const folder = await mkdtemp(join(ownFolder, "document-"));
  process.env["TMPDIR"] = folder;
  try {
    await work();
  } finally {
    process.env["TMPDIR"] = ownFolder;
    await rm(folder, { recursive: true, force: true });
  }
}

const onFault = (fault: { place: string; message: string }) => send({ type: "fault", ...fault });

async function read(document: DocumentToRead): Promise<void> {
  let sentAt = Number.NEGATIVE_INFINITY;
  await readDocument(document, {
    onFault,
    onFile: (file) => send({ type: "file", ...file }),
    onPages: (file) => {
      const isEnd = file.pagesDone === file.pageCount || file.pagesDone === 0;
      if (!isEnd && performance.now() - sentAt < progressEveryMs) return;
      sentAt = performance.now();
      send({ type: "pages", ...file });
    },
  });
}

const asked = new Map<number, (outcome: ProgramOutcome) => void>();
let askedCount = 0;
delegatePrograms(
  (run) =>
    new Promise((resolve) => {
      askedCount += 1;
      asked.set(askedCount, resolve);
      send({ type: "run", number: askedCount, run });
    }),
);

function describe(error: unknown): { message: string; code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, ...("code" in error && { code: String(error.code) }) };
}

function perform(task: Exclude<ToChild, { type: "ran" }>): Promise<void> {
  switch (task.type) {
    case "read":
      return read(task.document);
    case "view":
      return drawView(task.view, onFault);
    case "redline":
      return writeRedline(task.redline, onFault);
    case "sheets":
      return writeSheetCells(task.sheets, onFault);
  }
}

process.on("message", (message: ToChild) => {
  if (message.type === "ran") {
    asked.get(message.number)?.(message.outcome);
    asked.delete(message.number);
    return;
  }
  withTemporaryFolder(() => perform(message)).then(
    () => send({ type: "done" }),
    (error: unknown) => send({ type: "failed", ...describe(error) }),
  );
});
// The parent has ended. (If this thread is too busy to notice, the watchdog kills the process.)
process.on("disconnect", () => process.exit(0));
send({ type: "ready" });
