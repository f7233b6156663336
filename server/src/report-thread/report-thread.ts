import { lowerThreadPriority } from "../platform/lower-thread-priority.ts";
import { serveThread, Transferred } from "../platform/worker-thread.ts";
import type {
  ContentSignature,
  ReportFinding,
  ReportFormat,
  ReportHead,
  ReportPresentation,
  ReportWriter,
} from "../reports/report-content.ts";

/** `begin` is called first; then `next` until there is nothing more. */
export interface ReportMethods {
  begin(report: { format: ReportFormat; head: ReportHead; presentation: ReportPresentation }): Promise<void>;
  next(): Promise<Transferred<Uint8Array | undefined>>;
}

/** What the writer asks for while it writes. */
export interface SourceMethods {
  nextSlice(): Promise<ReportFinding[] | undefined>;
  sign(): Promise<ContentSignature>;
}

/** Loaded as needed: only a PDF needs fonts and their shaping. */
const writers: Record<ReportFormat, () => Promise<ReportWriter>> = {
  pdf: async () => (await import("../reports/write-pdf.ts")).writePdf,
  docx: async () => (await import("../reports/write-docx.ts")).writeDocx,
  xlsx: async () => (await import("../reports/write-xlsx.ts")).writeXlsx,
  csv: async () => (await import("../reports/write-csv.ts")).writeCsv,
  oscal: async () => (await import("../reports/write-oscal.ts")).writeOscal,
};

lowerThreadPriority();
serveThread<SourceMethods>((source): ReportMethods => {
  let pieces!: AsyncIterator<Uint8Array>;

  async function* slices() {
    for (;;) {
      const slice = await source.call("nextSlice");
      if (slice === undefined) return;
      yield slice;
    }
  }

  return {
    async begin({ format, head, presentation }) {
      const write = await writers[format]();
      pieces = write({ head, presentation, slices, sign: () => source.call("sign") })[Symbol.asyncIterator]();
    },
    async next() {
      const { value, done } = await pieces.next();
      if (done) return new Transferred(undefined, []);
      // A copy of its own: the writer's buffers may be parts of larger ones.
      const bytes = new Uint8Array(value);
      return new Transferred(bytes, [bytes.buffer]);
    },
  };
});
