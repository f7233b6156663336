import { createHash } from "node:crypto";
import { join } from "node:path";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { openThread } from "../platform/worker-thread.ts";
import type { ReportFinding, ReportFormat, ReportSource } from "../reports/report-content.ts";
import type { ReportDesk } from "../reports/report-desk.ts";
import { fileSignatureLine, type ReportSigner } from "../reports/report-signature.ts";
import type { ReportMethods, SourceMethods } from "./report-thread.ts";

interface ReportThreadsOptions {
  signer: ReportSigner;
  /** Reports written at the same time. */
  atOnce: number;
}

/** A report of 2,000 items takes 250 MB at most; one that would take much more is stopped, and nothing else with it. */
const maxHeapMegabytes = 1024;
/** Of one company, those being written and those waiting. */
const maxOfCompany = 4;
const maxWaiting = 32;
const retryAfterSeconds = 10;

interface Turn {
  companyId: Id;
  begin(): void;
}

/**
 * Writes each report in a thread of its own: setting a thousand pages takes seconds of the processor, and neither requests
 * nor heartbeats wait for it. Few at a time, and no company more than its share of the line.
 */
export function openReportThreads({ signer, atOnce }: ReportThreadsOptions): ReportDesk {
  const running = new Map<symbol, Id>();
  const line: Turn[] = [];

  async function takeTurn(companyId: Id): Promise<symbol> {
    const busy = () =>
      new AppError("unavailable", "Too many reports are being made; try again shortly.", { retryAfterSeconds });
    const own = [...running.values(), ...line.map((turn) => turn.companyId)].filter((id) => id === companyId).length;
    if (own >= maxOfCompany || line.length >= maxWaiting) throw busy();
    const ticket = Symbol(companyId);
    if (running.size < atOnce) {
      running.set(ticket, companyId);
      return ticket;
    }
    await new Promise<void>((resolve) => line.push({ companyId, begin: resolve }));
    running.set(ticket, companyId);
    return ticket;
  }

  function endTurn(ticket: symbol): void {
    running.delete(ticket);
    line.shift()?.begin();
  }

  return {
    signer,
    async *write(companyId, format, source) {
      const ticket = await takeTurn(companyId);
      try {
        const pieces = writeInThread(format, source);
        yield* format === "pdf" ? signed(signer, pieces) : pieces;
      } finally {
        endTurn(ticket);
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
    seal: () => source.seal(),
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

async function* signed(signer: ReportSigner, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const digest = createHash("sha256");
  for await (const piece of pieces) {
    digest.update(piece);
    yield piece;
  }
  yield Buffer.from(fileSignatureLine(signer, digest.digest("hex")));
}
