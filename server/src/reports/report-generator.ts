import type { Id } from "../platform/ids.ts";
import type { ReportFormat, ReportSource } from "./report-content.ts";
import type { ReportSigner } from "./report-signature.ts";

/** Writes a few reports at a time and queues the others. */
export interface ReportGenerator {
  signer: ReportSigner;
  /**
   * Waits in the queue first, then gathers, so that queued reports cost nothing. Refused as unavailable when the queue is full.
   */
  write(companyId: Id, format: ReportFormat, gather: () => Promise<ReportSource>): AsyncIterable<Uint8Array>;
}
