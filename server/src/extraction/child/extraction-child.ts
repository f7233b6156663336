// The child's main: reads documents for a host that tells them over the IPC channel, and ends with it.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawView } from "./draw-view.ts";
import type { FromChild, ToChild } from "./extraction-protocol.ts";
import { type DocumentToRead, readDocument } from "./read-document.ts";

/** Often enough for a person who watches, and seldom enough to cost nothing at 500 pages a second. */
const progressEveryMs = 200;

function tell(message: FromChild): void {
  process.send?.(message);
}

/** Readers make their files under os.tmpdir(), which asks the environment each time: so what one of them forgets is gone. */
async function inFolderOfItsOwn(work: () => Promise<void>): Promise<void> {
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

const onFault = (fault: { place: string; message: string }) => tell({ type: "fault", ...fault });

async function read(document: DocumentToRead): Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  await readDocument(document, {
    onFault,
    onFile: (file) => tell({ type: "file", ...file }),
    onPages: (file) => {
      const isEnd = file.pagesDone === file.pageCount || file.pagesDone === 0;
      if (!isEnd && performance.now() - toldAt < progressEveryMs) return;
      toldAt = performance.now();
      tell({ type: "pages", ...file });
    },
  });
}

process.on("message", (message: ToChild) => {
  inFolderOfItsOwn(() => (message.type === "read" ? read(message.document) : drawView(message.view, onFault))).then(
    () => tell({ type: "done" }),
    (error: unknown) => tell({ type: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});
// The host has gone. (When this thread is too busy to hear it, the host's watchdog ends it.)
process.on("disconnect", () => process.exit(0));
// If the machine runs out of memory, this process goes first and not the service. Linux only, and only a wish.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);
tell({ type: "ready" });
