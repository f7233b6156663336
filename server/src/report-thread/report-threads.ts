import { createHash } from "node:crypto";
import { join } from "node:path";
import { openThread } from "../platform/worker-thread.ts";
import type { ReportFinding, ReportFormat, ReportSource } from "../reports/report-content.ts";
import type { ReportGenerator } from "../reports/report-generator.ts";
import { formatFileSignature, type ReportSigner } from "../reports/report-signature.ts";
import { ReportSlots } from "./report-slots.ts";
import type { ReportMethods, SourceMethods } from "./report-thread.ts";

interface ReportThreadsOptions {
  signer: ReportSigner;
  /** Reports that are written at the same time. */
  maxConcurrent: number;
  maxReaderWaitSeconds?: number;
}

/** A report of 2,000 items takes up to 250 MB. One that needs far more fails alone. */
const maxHeapMegabytes = 1024;
const maxPerCompany = 4;
const maxQueued = 32;
/**
 * How long a report waits in all for a client that does not read it: enough for 10 MB over 0.3 Mbit/s. Then others get its slot
 * and memory, and its connection is closed.
 */
const defaultReaderWaitSeconds = 300;

/** Writes each report in its own thread: a thousand pages take seconds, and neither requests nor heartbeats may wait for it. */
export function openReportThreads(options: ReportThreadsOptions): ReportGenerator {
  const { signer, maxConcurrent, maxReaderWaitSeconds = defaultReaderWaitSeconds } = options;
  const slots = new ReportSlots({ maxConcurrent, maxPerCompany, maxQueued });
  return {
    signer,
    async *write(companyId, format, gather) {
      const free = await slots.take(companyId);
      const reader = new PatientReader(maxReaderWaitSeconds);
      reader.signal.addEventListener("abort", free);
      try {
        const pieces = writeInThread(format, await gather(), reader.signal);
        for await (const piece of format === "pdf" ? appendSignature(signer, pieces) : pieces) {
          reader.startWaiting();
          yield piece;
          reader.stopWaiting();
        }
      } finally {
        reader.stopWaiting();
        free();
      }
    },
  };
}

/** Adds up how long the reader has kept the writer waiting. */
class PatientReader {
  readonly #tooSlow = new AbortController();
  readonly signal = this.#tooSlow.signal;
  #leftMilliseconds: number;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(seconds: number) {
    this.#leftMilliseconds = seconds * 1000;
  }

  startWaiting(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => {
      this.#tooSlow.abort(new Error("the report was read too slowly"));
    }, this.#leftMilliseconds).unref();
  }

  stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#leftMilliseconds -= performance.now() - this.#since;
  }
}

/** The thread reads the findings as it needs them, and writes no further than it is read. */
async function* writeInThread(
  format: ReportFormat,
  source: ReportSource,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const thread = openThread<ReportMethods>({
    file: join(import.meta.dirname, "report-thread.ts"),
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  signal.addEventListener("abort", () => void thread.stop());
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
    await connection.call("begin", { format, head: source.head, presentation: source.presentation });
    for (;;) {
      signal.throwIfAborted();
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
