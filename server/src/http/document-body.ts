import { type Static, Type } from "typebox";
import { type DocumentsCount, documentsCounts } from "../catalogue/catalogue-format.ts";
import type { Document } from "../documents/document.ts";
import { dateTime, documentStatus, id, levelOrNull, named, nullable, reference, toIsoOrNull } from "./wire.ts";

const described = {
  documentId: id(),
  complianceReviewId: id(),
  controlId: id(),
  controlCode: Type.String({ description: "What the document is reviewed against." }),
  businessEntityId: id(),
  fileName: Type.String(),
  status: documentStatus,
  failureReason: nullable(Type.String({ description: "Why the document failed, as a sentence for people." })),
  pageCount: Type.Integer(),
  score: nullable(
    Type.Number({
      ...{ minimum: 0, maximum: 100 },
      description: "The mean of the items that apply; null until they are judged, and where none applies.",
    }),
  ),
  complianceLevel: levelOrNull("The score's level; null until the document is completed."),
  decidedScore: nullable(
    Type.Number({
      ...{ minimum: 0, maximum: 100 },
      description: "The score with the decisions of people; null where no item counts.",
    }),
  ),
  decidedComplianceLevel: levelOrNull("The level of decidedScore."),
  createdAt: dateTime(),
  changedAt: dateTime("When it was submitted, judged or withdrawn, whichever was last."),
  processedAt: nullable(dateTime()),
  withdrawnAt: nullable(dateTime("Since when the document is withdrawn from its review; null if it is not.")),
  subject: nullable(Type.String({ description: "What the document is about, such as the vendor's name." })),
  externalReference: reference,
  effectiveFrom: nullable(Type.String({ format: "date" })),
  validUntil: nullable(Type.String({ format: "date", description: "The last day on which the document is valid." })),
  reviewBy: nullable(Type.String({ format: "date", description: "The day by which the document is to be reviewed." })),
  version: Type.Integer({ minimum: 1, description: "Counts the versions of the document." }),
  supersedes: nullable(id("The version before, as the submission named it.")),
  supersededBy: nullable(id("The newer version that counts in its place; null while this one counts.")),
  judgementOf: nullable(id("The document whose files were judged again; null for a submission.")),
};

export const documentCountsBody = named(
  "DocumentCounts",
  Type.Object(
    { queued: Type.Integer(), processing: Type.Integer(), completed: Type.Integer(), failed: Type.Integer() },
    { description: "Of the documents that count." },
  ),
);

/** A document as in lists. */
export const documentBody = named("Document", Type.Object(described));

export function toDocumentBody(document: Document): Static<typeof documentBody> {
  const { id, reviewId, fileName, status, failureReason = null, pageCount, createdAt, processedAt } = document;
  const { subject = null, version, supersedes = null, supersededBy = null, judgementOf = null, withdrawnAt } = document;
  const { controlId, controlCode, businessEntityId, score = null, level: complianceLevel = null } = document;
  const { externalReference = null, effectiveFrom = null, validUntil = null, reviewBy = null } = document;
  const { decidedScore = null, decidedLevel: decidedComplianceLevel = null } = document;
  const changedAt = Math.max(...[createdAt, processedAt, withdrawnAt].map((at) => at?.getTime() ?? 0));
  return {
    documentId: id,
    complianceReviewId: reviewId,
    ...{ controlId, controlCode, businessEntityId },
    fileName,
    status,
    failureReason,
    ...{ pageCount, score, complianceLevel, decidedScore, decidedComplianceLevel },
    createdAt: createdAt.toISOString(),
    changedAt: new Date(changedAt).toISOString(),
    processedAt: toIsoOrNull(processedAt),
    withdrawnAt: toIsoOrNull(withdrawnAt),
    ...{ externalReference, effectiveFrom, validUntil, reviewBy },
    ...{ subject, version, supersedes, supersededBy, judgementOf },
  };
}

/** A document by itself. */
export const wholeDocumentBody = named(
  "DocumentDetails",
  Type.Object({
    ...described,
    documentsCount: Type.Unsafe<DocumentsCount | null>({
      ...{ type: ["string", "null"], enum: [...documentsCounts, null] },
      description: "How it counts in its review, as its submission said; null: as its control says.",
    }),
    retriedAs: nullable(id("The document that a retry of this failed one has created.")),
    files: Type.Array(
      Type.Object({
        fileId: id(),
        fileName: Type.String(),
        sizeBytes: Type.Integer(),
        isOriginalKept: Type.Boolean({
          description: "false when its retention period is over: it cannot be downloaded.",
        }),
      }),
      { description: "The submitted files." },
    ),
  }),
);
