import type { AuditLanguage, DocumentItem, DocumentWork } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";

export type StoredFinding = DocumentItem & { documentId: Id; position: number };

export interface ReportStore {
  /** A document's items after a position, in their order. */
  listFindings(
    companyId: Id,
    documentId: Id,
    after: number,
    limit: number,
    language: AuditLanguage,
  ): Promise<StoredFinding[]>;
  /** The findings of these documents on these items, in no particular order. */
  listChosenFindings(
    companyId: Id,
    reviewId: Id,
    chosen: { documentId: Id; controlItemId: Id }[],
    language: AuditLanguage,
  ): Promise<StoredFinding[]>;
  listWork(companyId: Id, reviewId: Id): Promise<({ documentId: Id } & Pick<DocumentWork, "judgedBy">)[]>;
}
