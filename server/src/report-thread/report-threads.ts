import { createHash } from "node:crypto";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { ReportFinding, ReportFormat, ReportSource } from "../reports/report-content.ts";
import type { ReportDesk } from "../reports/report-desk.ts";
import { fileSignatureLine, type ReportSigner } from "../reports/report-signature.ts";
import type { ThreadAnswer, ThreadStart, ThreadWord } from "./thread-protocol.ts";

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
        const pieces = inThread(format, source);
        yield* format === "pdf" ? signed(signer, pieces) : pieces;
      } finally {
        endTurn(ticket);
      }
    },
  };
}

/** Hands the thread what it asks for, and on what it writes. */
async function* inThread(format: ReportFormat, source: ReportSource): AsyncGenerator<Uint8Array> {
  const start: ThreadStart = { format, head: source.head };
  const worker = new Worker(join(import.meta.dirname, "report-thread.ts"), {
    workerData: start,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  const slices: AsyncIterator<ReportFinding[]> = source.slices()[Symbol.asyncIterator]();
  const answer = (word: ThreadAnswer) => worker.postMessage(word);
  const arrived: Uint8Array[] = [];
  let end: { error: unknown } | "done" | undefined;
  let wake = Promise.withResolvers<void>();
  const fail = (error: unknown) => {
    end ??= { error };
    wake.resolve();
  };
  worker.on("message", (word: ThreadWord) => {
    if (word.kind === "wantsSlice")
      slices.next().then(({ value, done }) => answer({ kind: "slice", slice: done ? undefined : value }), fail);
    else if (word.kind === "wantsSeal") source.seal().then((seal) => answer({ kind: "seal", seal }), fail);
    else {
      if (word.kind === "bytes") arrived.push(word.bytes);
      else end ??= "done";
      wake.resolve();
    }
  });
  worker.once("error", fail);
  worker.once("exit", (code) => fail(new Error(`the report thread ended with code ${code}`)));
  try {
    for (;;) {
      const piece = arrived.shift();
      if (piece !== undefined) {
        yield piece;
        answer({ kind: "taken" });
      } else if (end === "done") return;
      else if (end !== undefined) throw end.error;
      else {
        await wake.promise;
        wake = Promise.withResolvers();
      }
    }
  } finally {
    // Also when whoever asked has gone away.
    await worker.terminate();
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
