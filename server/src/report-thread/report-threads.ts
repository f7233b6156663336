import { createHash } from "node:crypto";
import { join } from "node:path";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { openThread } from "../platform/worker-thread.ts";
import type { ReportFinding, ReportFormat, ReportSource } from "../reports/report-content.ts";
import type { ReportGenerator } from "../reports/report-generator.ts";
import { formatFileSignature, type ReportSigner } from "../reports/report-signature.ts";
import type { ReportMethods, SourceMethods } from "./report-thread.ts";

interface ReportThreadsOptions {
  signer: ReportSigner;
  /** Reports that are written at the same time. */
  maxConcurrent: number;
}

/** A report of 2,000 items takes up to 250 MB. One that needs far more fails alone. */
const maxHeapMegabytes = 1024;
/** Reports of one company that are written or queued. */
const maxPerCompany = 4;
const maxQueued = 32;
const retryAfterSeconds = 10;

interface QueuedReport {
  companyId: Id;
  begin(): void;
}

/** Writes each report in its own thread: a thousand pages take seconds, and neither requests nor heartbeats may wait for it. */
export function openReportThreads({ signer, maxConcurrent }: ReportThreadsOptions): ReportGenerator {
  const running = new Map<symbol, Id>();
  const queue: QueuedReport[] = [];

  async function waitForSlot(companyId: Id): Promise<symbol> {
    const busy = () =>
      new AppError("unavailable", "Too many reports are being made; try again shortly.", { retryAfterSeconds });
    const own = [...running.values(), ...queue.map((queued) => queued.companyId)].filter(
      (id) => id === companyId,
    ).length;
    if (own >= maxPerCompany || queue.length >= maxQueued) throw busy();
    const ticket = Symbol(companyId);
    if (running.size < maxConcurrent) {
      running.set(ticket, companyId);
      return ticket;
    }
    await new Promise<void>((resolve) => queue.push({ companyId, begin: resolve }));
    running.set(ticket, companyId);
    return ticket;
  }

  function freeSlot(ticket: symbol): void {
    running.delete(ticket);
    queue.shift()?.begin();
  }

  return {
    signer,
    async *write(companyId, format, source) {
      const ticket = await waitForSlot(companyId);
      try {
        const pieces = writeInThread(format, source);
        yield* format === "pdf" ? appendSignature(signer, pieces) : pieces;
      } finally {
        freeSlot(ticket);
      }
    },
  };
}

/** The thread reads the findings as it needs them, and writes no further than it is read. */
async function* writeInThread(format: ReportFormat, source: ReportSource): AsyncGenerator<Uint8Array> {
  const thread = openThread<ReportMethods>({
    file: join(import.meta.dirname, "report-thread.ts"),
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  const slices: AsyncIterator<ReportFinding[]> = source.slices()[Symbol.asyncIterator]();
  const methods: SourceMethods = {
    async nextSlice() {
      const { value, done } = await slices.next();
      return done ? undefined : value;
    },
    sign: () => source.sign(),
  };
  try {
    const connection = thread.connect({ methods });
    await connection.call("begin", { format, head: source.head });
    for (;;) {
      const piece = await connection.call("next");
      if (piece === undefined) return;
      yield piece;
    }
  } finally {
    // Also when the reader has gone away.
    await thread.stop();
    await slices.return?.();
  }
}

async function* appendSignature(signer: ReportSigner, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const digest = createHash("sha256");
  for await (const piece of pieces) {
    digest.update(piece);
    yield piece;
  }
  yield Buffer.from(formatFileSignature(signer, digest.digest("hex")));
}
