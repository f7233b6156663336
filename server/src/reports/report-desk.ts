import type { Id } from "../platform/ids.ts";
import type { ReportFormat, ReportSource } from "./report-content.ts";
import type { ReportSigner } from "./report-signature.ts";

/** Where reports are written: a few at a time, each company's in turn. */
export interface ReportDesk {
  signer: ReportSigner;
  /** Piece by piece; waits for a free place first, and refuses when too many wait already. */
  write(companyId: Id, format: ReportFormat, source: ReportSource): AsyncIterable<Uint8Array>;
}
