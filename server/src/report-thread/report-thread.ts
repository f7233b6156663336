import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "../platform/lower-thread-priority.ts";
import type { ReportFormat, ReportWriter } from "../reports/report-content.ts";
import type { ThreadAnswer, ThreadStart, ThreadWord } from "./thread-protocol.ts";

/** The thread in which one report is written; it reads nothing and knows no secret. */
const port = parentPort;
if (port === null) throw new Error("this file is started as a thread");

/** Loaded as needed: only a PDF wants fonts and their shaping. */
const writers: Record<ReportFormat, () => Promise<ReportWriter>> = {
  pdf: async () => (await import("../reports/write-pdf.ts")).writePdf,
  xlsx: async () => (await import("../reports/write-xlsx.ts")).writeXlsx,
  csv: async () => (await import("../reports/write-csv.ts")).writeCsv,
  oscal: async () => (await import("../reports/write-oscal.ts")).writeOscal,
};

/** Words may cross: a PDF asks for findings while its bytes are on their way. Each kind is answered in its order. */
const waiting: Record<ThreadAnswer["kind"], ((answer: ThreadAnswer) => void)[]> = { slice: [], seal: [], taken: [] };
port.on("message", (answer: ThreadAnswer) => waiting[answer.kind].shift()?.(answer));

function ask<Kind extends ThreadAnswer["kind"]>(
  word: ThreadWord,
  kind: Kind,
): Promise<Extract<ThreadAnswer, { kind: Kind }>> {
  return new Promise((resolve) => {
    waiting[kind].push(resolve as (answer: ThreadAnswer) => void);
    port?.postMessage(word);
  });
}

async function* slices() {
  for (;;) {
    const { slice } = await ask({ kind: "wantsSlice" }, "slice");
    if (slice === undefined) return;
    yield slice;
  }
}

lowerThreadPriority();
const { format, head } = workerData as ThreadStart;
const write = await writers[format]();
const seal = async () => (await ask({ kind: "wantsSeal" }, "seal")).seal;
for await (const bytes of write({ head, slices, seal })) {
  await ask({ kind: "bytes", bytes: new Uint8Array(bytes) }, "taken");
}
port.postMessage({ kind: "done" } satisfies ThreadWord);
// Ends by itself once nothing listens any more.
port.removeAllListeners("message");
