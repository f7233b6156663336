import { type Static, Type } from "typebox";
import type { Document } from "../documents/document.ts";
import { dateTime, documentStatus, id, nullable, toIsoOrNull } from "./wire.ts";

const described = {
  documentId: id(),
  complianceReviewId: id(),
  fileName: Type.String(),
  status: documentStatus,
  failureReason: nullable(Type.String({ description: "Why the document failed, as a sentence for people." })),
  pageCount: Type.Integer(),
  createdAt: dateTime(),
  processedAt: nullable(dateTime()),
  withdrawnAt: nullable(dateTime("Since when the document is withdrawn from its review; null if it is not.")),
  subject: nullable(Type.String({ description: "What the document is about, such as the vendor's name." })),
  version: Type.Integer({ minimum: 1, description: "Counts the versions of the document." }),
  supersedes: nullable(id("The version before, as the submission named it.")),
  supersededBy: nullable(id("The newer version that counts in its place; null while this one counts.")),
};

/** A document as in lists. */
export const documentBody = Type.Object(described);

export function toDocumentBody(document: Document): Static<typeof documentBody> {
  const { id, reviewId, fileName, status, failureReason = null, pageCount, createdAt, processedAt } = document;
  const { subject = null, version, supersedes = null, supersededBy = null } = document;
  return {
    documentId: id,
    complianceReviewId: reviewId,
    fileName,
    status,
    failureReason,
    pageCount,
    createdAt: createdAt.toISOString(),
    processedAt: toIsoOrNull(processedAt),
    withdrawnAt: toIsoOrNull(document.withdrawnAt),
    ...{ subject, version, supersedes, supersededBy },
  };
}

/** A document by itself. */
export const wholeDocumentBody = Type.Object({
  ...described,
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
});
