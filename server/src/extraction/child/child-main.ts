// Entry point of the child process: receives tasks over IPC and ends with its parent.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawView } from "./draw-view.ts";
import type { FromChild, ToChild } from "./extraction-protocol.ts";
import { type DocumentToRead, readDocument } from "./read-document.ts";

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

process.on("message", (message: ToChild) => {
  withTemporaryFolder(() => (message.type === "read" ? read(message.document) : drawView(message.view, onFault))).then(
    () => send({ type: "done" }),
    (error: unknown) => send({ type: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});
// The parent has ended. (If this thread is too busy to notice, the watchdog kills the process.)
process.on("disconnect", () => process.exit(0));
// When the machine runs out of memory, the kernel should kill this process before the service. Linux only.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);
send({ type: "ready" });
