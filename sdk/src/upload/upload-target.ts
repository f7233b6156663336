/** What the documents are for: a review that exists, or a new one of an entity by a control. */
export interface UploadTarget {
  /** The review to append to; instead of `businessEntityId`. */
  complianceReviewId?: string | undefined;
  /** The entity for which a new review is made; needs `controlId`. */
  businessEntityId?: string | undefined;
  /** The control of the new review. */
  controlId?: string | undefined;
  /** The framework of that control; found by the SDK when absent. */
  complianceFrameworkId?: string | undefined;
  /** Makes all files one document. Otherwise each file is one. */
  isConsolidated?: boolean | undefined;
  /** Only these control items. */
  selectedControlItemIds?: string[] | undefined;
  /** Only the items of these clusters. */
  selectedControlClusterIds?: string[] | undefined;
  /** The language of the findings: `en`, `de`, `fr` or `es`. */
  auditLanguageId?: string | undefined;
}

/** The fields that both routes share: a selection travels as text. */
export function toSubmissionFields(target: UploadTarget) {
  const list = (ids: string[] | undefined) => (ids === undefined ? undefined : JSON.stringify(ids));
  return {
    complianceReviewId: target.complianceReviewId,
    businessEntityId: target.businessEntityId,
    controlId: target.controlId,
    complianceFrameworkId: target.complianceFrameworkId,
    selectedControlItemIds: list(target.selectedControlItemIds),
    selectedControlClusterIds: list(target.selectedControlClusterIds),
    auditLanguageId: target.auditLanguageId,
  };
}
