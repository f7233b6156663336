import type { ComplianceLevel, Verdict } from "../../analysis/findings/findings.ts";
import type { LanguageFormat } from "../../analysis/findings/render/wording.ts";
import type { Document } from "../../documents/document.ts";

/** The words of a report that do not come from the findings. */
export interface ReportTexts {
  locale: string;
  /** Joining and places as in the findings, which stand beside them. */
  labelled: LanguageFormat["labelled"];
  listed: LanguageFormat["listed"];
  title: string;
  levels: Record<ComplianceLevel | "notJudged", string>;
  verdicts: Record<Verdict, string>;
  statuses: Record<Document["status"], string>;
  itemStatuses: Record<"pending" | "completed" | "failed", string>;
  overallScore: string;
  notJudgedYet: string;
  review: string;
  company: string;
  entity: string;
  control: string;
  framework: string;
  scope: string;
  date: string;
  generated: string;
  page: string;
  summary: string;
  judged: (judged: number, all: number) => string;
  scorePerCluster: string;
  change: string;
  changeCounts: (improved: number, worsened: number, unchanged: number) => string;
  changeFrom: (newer: string, older: string) => string;
  attention: string;
  nothingToAttend: string;
  findings: string;
  objective: string;
  strength: string;
  explanation: string;
  gaps: string;
  risks: string;
  compensating: string;
  recommendations: string;
  textToInsert: string;
  insertAt: string;
  evidence: string;
  requirements: string;
  otherDocuments: string;
  notJudgedItems: string;
  where: LanguageFormat["where"];
  appendix: string;
  documents: string;
  files: string;
  noDocuments: string;
  engine: string;
  catalogue: string;
  bytes: string;
  foundInside: string;
  integrity: string;
  integrityNote: string;
  contentDigest: string;
  signedStatement: string;
  signature: string;
  publicKey: string;
  howToVerify: string;
  howToVerifySteps: string[];
  sheets: Record<"summary" | "items" | "gaps" | "recommendations" | "evidence" | "documents", string>;
  columns: Record<
    | ("document" | "cluster" | "externalId" | "item" | "status" | "score" | "level" | "speaksForReview" | "pages")
    | ("topic" | "description" | "action" | "location" | "text" | "criterion" | "verdict" | "reason" | "quote")
    | ("file" | "page" | "items" | "processed" | "sizeBytes" | "failureReason" | "obligation"),
    string
  >;
  obligations: Record<"must" | "should", string>;
  yes: string;
  no: string;
}

/** Reports are read far from where they were made: every time is in UTC and says so. */
export function formatDate({ locale }: ReportTexts, date: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

export function formatMoment({ locale }: ReportTexts, date: Date): string {
  return `${new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(date)} UTC`;
}

export function formatNumber({ locale }: ReportTexts, value: number): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
}
