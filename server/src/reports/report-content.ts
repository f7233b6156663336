import type { ComplianceLevel, Verdict } from "../analysis/findings/findings.ts";
import type { Wording } from "../analysis/findings/render/wording.ts";
import type { AuditLanguage, Document, JudgedBy } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import type { RollUp } from "../reviews/review-roll-up.ts";

/** What a report is made of. Plain data: it goes over to the thread that writes the report. */

export const reportFormats = ["pdf", "xlsx", "csv", "oscal"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface ReportFile {
  id: Id;
  displayName: string;
  sizeBytes: number | undefined;
  /** Lower-case hex, of the bytes as they were sent; what was found in another file has none of its own. */
  sha256: string | undefined;
  pageCount: number;
  failureReason: string | undefined;
}

export interface ReportDocument {
  id: Id;
  fileName: string;
  status: Document["status"];
  failureReason: string | undefined;
  pageCount: number;
  createdAt: Date;
  processedAt: Date | undefined;
  judgedBy: JudgedBy | undefined;
  files: ReportFile[];
}

/** All but the findings, which come in slices: a review may have tens of thousands. */
export interface ReportHead {
  language: AuditLanguage;
  generatedAt: Date;
  review: { id: Id; name: string; scope: string; reviewDate: Date; createdAt: Date };
  company: { id: Id; name: string };
  entity: { id: Id; name: string };
  framework: { id: Id; name: string; code: string; version: string };
  control: { id: Id; name: string; code: string };
  rollUp: RollUp;
  /** The newest first. */
  documents: ReportDocument[];
}

/** Pages of a file that back a statement. */
export interface Place {
  documentName: string;
  pages: string[];
}

export interface ReportQuote {
  documentName: string;
  fileId: Id;
  /** What readers of the report call it: "12", or "slide 3". */
  page: string;
  pageNumber: number;
  text: string;
}

export interface ReportCriterion {
  key: string;
  statement: string;
  level: "must" | "should";
  verdict: Verdict;
  reason: string;
  quotes: ReportQuote[];
}

export interface ReportResult {
  score: number;
  level: ComplianceLevel;
  strength: string;
  explanation: string;
  places: Place[];
  gaps: { topic: string; description: string; places: Place[] }[];
  risks: string[];
  compensatingControls: string[];
  recommendations: { gap: string; action: string; location: string; text: string }[];
  criteria: ReportCriterion[];
}

/** What one document has to say of one item. */
export interface ReportFinding {
  id: Id;
  documentId: Id;
  controlItemId: Id;
  externalId: string;
  name: string;
  objective: string;
  clusterId: Id;
  clusterName: string;
  status: "pending" | "completed" | "failed";
  failureReason: string | undefined;
  judgedAt: Date | undefined;
  result: ReportResult | undefined;
}

/** Says of a report's content that it came from this service and when. */
export interface ReportSeal {
  contentSha256: string;
  /** The lines that were signed. */
  statement: string;
  /** Ed25519 over the statement, base64. */
  signature: string;
  keyId: string;
  publicKey: string;
}

/** Where a writer gets its findings from; sealed once all of them have been handed out. */
export interface ReportSource {
  head: ReportHead;
  slices(): AsyncIterable<ReportFinding[]>;
  seal(): Promise<ReportSeal>;
}

/** Writes a report in one format, piece by piece. */
export type ReportWriter = (source: ReportSource) => AsyncIterable<Uint8Array>;

export function placeText({ labelled, listed }: Pick<Wording, "labelled" | "listed">, places: Place[]): string {
  return listed(places.map(({ documentName, pages }) => labelled(documentName, pages.join(", "))));
}
