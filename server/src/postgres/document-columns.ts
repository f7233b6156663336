import type { Document } from "../documents/document.ts";
import { dateFields } from "../documents/document-dates.ts";
import { newerVersion } from "./counted-documents.ts";
import { rowMapper } from "./row-mapper.ts";

const ofReview = (column: string) => `(SELECT r.${column} FROM compliance_reviews r WHERE r.id = documents.review_id)`;

/** The driver would read a date as a time of the local zone. */
const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`;

export const documents = rowMapper<Document>(
  [
    ...(["id", "companyId", "reviewId", "status", "fileName", "auditLanguage", "pageCount", "createdAt"] as const),
    ...(["version", "controlId", "controlCode", "businessEntityId"] as const),
  ],
  [
    ...(["failureReason", "processedAt", "withdrawnAt", "subject", "documentsCount", "firstVersionId"] as const),
    ...(["supersedes", "supersededBy", "judgementOf", "score", "level", "externalReference"] as const),
    ...dateFields,
    ...(["decidedScore", "decidedLevel"] as const),
  ],
  {
    supersededBy: `(SELECT newer.id FROM ${newerVersion("documents")} ORDER BY newer.version DESC LIMIT 1)`,
    score: "score::float8",
    ...{ effectiveFrom: day("effective_from"), validUntil: day("valid_until"), reviewBy: day("review_by") },
    // Without a decided level, no decision is in effect.
    decidedScore: "CASE WHEN decided_level IS NULL THEN score ELSE decided_score END::float8",
    decidedLevel: "coalesce(decided_level, level)",
    controlId: ofReview("control_id"),
    controlCode: `(SELECT c.code FROM compliance_reviews r JOIN controls c ON c.id = r.control_id WHERE r.id = documents.review_id)`,
    businessEntityId: ofReview("business_entity_id"),
  },
);
export const selectDocuments = `SELECT ${documents.columns()} FROM documents`;
