/** The review of the documents: an existing one, or a new one of a business entity against a control. */
export interface UploadTarget {
  /** An existing review, instead of `businessEntityId`. */
  complianceReviewId?: string | undefined;
  /** The business entity of a new review; needs `controlId`. */
  businessEntityId?: string | undefined;
  /** The control of the new review, by its id or code. */
  controlId?: string | undefined;
  /** The framework of the control; looked up by the SDK if absent. */
  complianceFrameworkId?: string | undefined;
  /** Whether all files become one document. Otherwise each file becomes one. */
  isConsolidated?: boolean | undefined;
  /** Review only these control items. */
  selectedControlItemIds?: string[] | undefined;
  /** Review only the items of these clusters. */
  selectedControlClusterIds?: string[] | undefined;
  /** The language of the findings: `en`, `de`, `fr` or `es`. */
  auditLanguageId?: string | undefined;
  /** What the document is about, such as the vendor's name. */
  subject?: string | undefined;
  /** Your own reference for the document, such as its number in your system; unique among the company's documents. */
  externalReference?: string | undefined;
  /** Whether the document is judged for itself or together with others; absent: as its control says. */
  documentsCount?: "each" | "together" | undefined;
  /** The document of the same review that this one is a new version of. */
  supersedes?: string | undefined;
  /** Since when the document is effective: a date such as `2026-01-01`. */
  effectiveFrom?: string | undefined;
  /** The last day on which the document is valid. `document.expiring` is sent 30 days before. */
  validUntil?: string | undefined;
  /** The day by which the document is to be reviewed. `document.review_due` is sent when it has passed. */
  reviewBy?: string | undefined;
  /** Facts about the business entity, by the keys of `listConditions`; stored with it. null withdraws a fact. */
  facts?: Record<string, boolean | null> | undefined;
}

/** The fields of both submission routes but for facts. Selections are sent as JSON text. */
export function toSubmissionFields({ isConsolidated: _isConsolidated, facts: _facts, ...fields }: UploadTarget) {
  const list = (ids: string[] | undefined) => (ids === undefined ? undefined : JSON.stringify(ids));
  return {
    ...fields,
    selectedControlItemIds: list(fields.selectedControlItemIds),
    selectedControlClusterIds: list(fields.selectedControlClusterIds),
  };
}

/** A query has no objects, so facts are sent as JSON text, too. */
export function toSubmissionQuery(target: UploadTarget) {
  const facts = target.facts === undefined ? undefined : JSON.stringify(target.facts);
  return { ...toSubmissionFields(target), facts };
}
