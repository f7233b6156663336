import type { ReportFinding, ReportFormat, ReportHead, ReportSeal } from "../reports/report-content.ts";

/** What the thread starts with. */
export interface ThreadStart {
  format: ReportFormat;
  head: ReportHead;
}

/** What the thread says. Each but the last is answered, so neither side runs ahead of the other. */
export type ThreadWord =
  | { kind: "wantsSlice" }
  | { kind: "wantsSeal" }
  | { kind: "bytes"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "done" };

/** And what it is answered. */
export type ThreadAnswer =
  | { kind: "slice"; slice: ReportFinding[] | undefined }
  | { kind: "seal"; seal: ReportSeal }
  | { kind: "taken" };
