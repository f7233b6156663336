import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuditDeps, AuditLog } from "../audit/audit-log.ts";
import type { DocumentStore } from "../documents/document.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { isId } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { recordLinkRead } from "../tenancy/open-review-link.ts";
import type { ReviewGrant } from "../tenancy/review-link.ts";

/** What a request must name for whoever opened the link to a review: the review, or one of its documents. */
export type LinkScope = "review" | "document" | "list";

/** The only operations that a link opens. Everything else is refused, whatever is added later. */
const scopes: Record<string, LinkScope> = {
  getComplianceReview: "review",
  getComplianceReviewReport: "review",
  listSignOffs: "review",
  getDocument: "document",
  getDocumentResult: "document",
  getDocumentPage: "document",
  getDocumentPageImage: "document",
  listDocuments: "list",
  listDecisions: "list",
};
export const linkScopeOf = (operationId: string): LinkScope | undefined =>
  Object.hasOwn(scopes, operationId) ? scopes[operationId] : undefined;

export interface ReadByLinkDeps extends AuditDeps {
  db: Transactional<{ audit: AuditLog }> & { documents: Pick<DocumentStore, "find"> };
}

/** Refuses whatever is not about the link's review, and logs the rest. */
export async function allowByLink(
  deps: ReadByLinkDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  link: ReviewGrant,
): Promise<void> {
  reply.header("x-robots-tag", "noindex, nofollow").header("referrer-policy", "no-referrer");
  const { linkScope, operationId = "" } = request.routeOptions.config;
  if (linkScope === undefined)
    throw new AppError("not_permitted", "A link to a review reads that review and nothing else.");
  const documentId = await checkSubject(deps, request, link, linkScope);
  const from = { address: request.ip, requestId: request.id };
  const read = { operation: operationId, ...(documentId !== undefined && { documentId }) };
  await recordLinkRead(deps, from, link, read);
}

async function checkSubject(
  { db }: ReadByLinkDeps,
  request: FastifyRequest,
  { companyId, reviewId }: ReviewGrant,
  scope: LinkScope,
): Promise<string | undefined> {
  const params = request.params as { reviewId?: string; documentId?: string };
  const query = request.query as { complianceReviewId?: unknown; documentId?: unknown };
  if (scope === "review") {
    if (params.reviewId !== reviewId) throw notFound("compliance review");
    return undefined;
  }
  if (scope === "list" && query.complianceReviewId === reviewId) return undefined;
  const documentId = scope === "list" ? query.documentId : params.documentId;
  const document =
    typeof documentId === "string" && isId(documentId) ? await db.documents.find(companyId, documentId) : undefined;
  if (document !== undefined && document.reviewId === reviewId) return document.id;
  if (scope === "document") throw notFound("document");
  throw new AppError(
    "not_permitted",
    "A link to a review lists only what belongs to it: name it as complianceReviewId.",
  );
}
