import type { ComplianceLevel, CriterionFinding, EvidenceRole, Verdict } from "../analysis/findings/findings.ts";
import type { LanguageFormat } from "../analysis/findings/render/wording.ts";
import type { DecidedBy } from "../analysis/verdict/reason.ts";
import type { DecidedOutcome, DecisionKind, DecisionState } from "../documents/decision.ts";
import type { AuditLanguage, Document, JudgedBy } from "../documents/document.ts";
import type { OwnerQuestion } from "../documents/owner-question.ts";
import type { SignOff } from "../documents/sign-off.ts";
import type { Id } from "../platform/ids.ts";
import type { RollUp } from "../reviews/review-roll-up.ts";
import type { Branding } from "../tenancy/branding.ts";

/** The content of a report, as plain data: it is sent to the thread that writes the report. */

export const reportFormats = ["pdf", "docx", "xlsx", "csv", "oscal"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface ReportFile {
  id: Id;
  displayName: string;
  sizeBytes: number | undefined;
  /** Lower-case hex of the bytes as uploaded; undefined for a file found inside another. */
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
  /** What no document can answer. Absent if there are none, so that older reports keep their digest. */
  questions?: OwnerQuestion[];
}

/** Everything but the findings. A review may have tens of thousands of those, so they come in slices. */
export interface ReportHead {
  language: AuditLanguage;
  generatedAt: Date;
  review: { id: Id; name: string; scope: string; reviewDate: Date; createdAt: Date };
  company: { id: Id; name: string };
  entity: { id: Id; name: string };
  framework: { id: Id; name: string; code: string; version: string };
  control: { id: Id; name: string; code: string };
  rollUp: RollUp;
  /** Newest first. */
  documents: ReportDocument[];
  /** Absent while the review is open, so that older reports keep their digest. */
  signOff?: Pick<SignOff, "id" | "author" | "signedOffAt" | "statement">;
  /** What only reports for people to read have. */
  board?: BoardContent;
}

/** The others are for programs. */
export const isForPeople = (format: ReportFormat): boolean => format === "pdf" || format === "docx";

/** A report for people: what the board reads, the findings in full, or both. */
export const reportParts = ["all", "board", "annex"] as const;
export type ReportPart = (typeof reportParts)[number];

/** How a report for people is presented; nothing of it is in the content's digest. */
export interface ReportPresentation {
  part: ReportPart;
  /** The partner's; undefined: the service's own looks. */
  branding: Branding | undefined;
}

export interface BoardContent {
  partnerName: string;
  documents: { id: Id; version: number; subject: string | undefined }[];
  /** The open requirements with the lowest scores, those with decisions as decided. */
  risks: BoardRisk[];
  /** Newest first; of many decisions not all. */
  decisions: BoardDecision[];
}

export interface BoardRisk {
  finding: ReportFinding;
  owner?: string;
  dueOn?: Date;
}

export interface BoardDecision {
  externalId: string;
  name: string;
  decision: ReportDecision;
}

/** The pages of a file that support a statement. */
export interface Place {
  documentName: string;
  pages: string[];
}

export interface ReportQuote {
  documentName: string;
  fileId: Id;
  /** As printed in the report: "12", "slide 3". */
  page: string;
  pageNumber: number;
  start: number;
  end: number;
  text: string;
  role: EvidenceRole;
}

export interface ReportCriterion {
  key: string;
  statement: string;
  level: "must" | "should";
  verdict: Verdict;
  /** Null: unknown. */
  confidence: number | null;
  needsReview: boolean;
  probabilities: CriterionFinding["probabilities"];
  reason: CriterionFinding["reason"];
  /** The reason in words. */
  description: string;
  /** What keeps it from applying. */
  condition: { key: string; decidedBy: DecidedBy } | undefined;
  quotes: ReportQuote[];
}

/** What a person decided about the item or one of its criteria. */
export interface ReportDecision {
  id: Id;
  /** Undefined: the item as a whole. */
  criterion: { key: string; statement: string } | undefined;
  kind: DecisionKind;
  verdict: Verdict | undefined;
  level: ComplianceLevel | undefined;
  acceptedUntil: Date | undefined;
  reason: string;
  quote: Omit<ReportQuote, "role"> | undefined;
  authorName: string;
  decidedAt: Date;
  state: DecisionState;
}

export interface ReportResult {
  /** With the decisions in effect. Like `decisions` absent without any, so that older reports keep their digest. */
  decided?: DecidedOutcome;
  decisions?: ReportDecision[];
  score: number;
  level: ComplianceLevel;
  /** Null: unknown. */
  confidence: number | null;
  needsReview: boolean;
  strength: string;
  explanation: string;
  places: Place[];
  gaps: { topic: string; description: string; places: Place[] }[];
  risks: string[];
  compensatingControls: string[];
  recommendations: { gap: string; action: string; location: string; text: string }[];
  criteria: ReportCriterion[];
}

/** The outcome for one item in one document. */
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

/** Proves that the report's content came from this service, and when. */
export interface ContentSignature {
  contentSha256: string;
  /** The lines that were signed. */
  statement: string;
  /** Ed25519 over the statement, base64. */
  signature: string;
  keyId: string;
  publicKey: string;
}

/** A writer's source of findings. `sign` is called after the last slice. */
export interface ReportSource {
  head: ReportHead;
  presentation: ReportPresentation;
  slices(): AsyncIterable<ReportFinding[]>;
  sign(): Promise<ContentSignature>;
}

/** Writes a report in one format, as a stream of bytes. */
export type ReportWriter = (source: ReportSource) => AsyncIterable<Uint8Array>;

export function formatPlaces(
  { labelled, listed }: Pick<LanguageFormat, "labelled" | "listed">,
  places: Place[],
): string {
  return listed(places.map(({ documentName, pages }) => labelled(documentName, pages.join(", "))));
}
