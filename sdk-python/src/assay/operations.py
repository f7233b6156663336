# Written by npm run generate from openapi.json. Change the routes, not this file.
"""A method for each operation of the API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from . import types
from .transport import Caller, Download, entries, segment


class Operations(Caller):
    """Operations of partner and company keys."""

    def onboard_company(
        self,
        body: types.NewCompany,
        *,
        idempotency_key: str | None = None,
    ) -> types.OnboardedCompany:
        """Onboard a client company. Creates a company with its first business entity and a company key. Needs a
        partner key.
        """
        return self._call(
            "POST",
            "/v1/onboard",
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_companies(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        sort: Literal["createdAt", "-createdAt", "name", "-name"] | None = None,
        name: str | None = None,
        external_reference: str | None = None,
    ) -> types.ListCompaniesResponse:
        """List the partner's companies. Needs a partner key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        sort: The order; with - descending. Default -createdAt: newest first.
        name: Only companies with this text in a name, in any case of letters.
        external_reference: Only the company with exactly this reference of yours.
        """
        return self._call(
            "GET",
            "/v1/companies",
            query={"limit": limit, "cursor": cursor, "sort": sort, "name": name, "externalReference": external_reference},
        )

    def iterate_companies(self, *arguments: Any, **options: Any) -> Iterator[types.Company]:
        """All entries of `list_companies`, page by page, with the same arguments."""
        return entries(self.list_companies, "companies", *arguments, **options)

    def get_company(
        self,
        company_id: str,
    ) -> types.Company:
        """Read a company. Needs a partner key or a company key."""
        return self._call(
            "GET",
            f"/v1/companies/{segment(company_id)}",
        )

    def update_company(
        self,
        company_id: str,
        body: types.CompanyChange | None = None,
    ) -> types.UpdateCompanyResponse:
        """Update the company. null clears a field; a null name or legalName changes nothing. Needs a company key."""
        return self._call(
            "PATCH",
            f"/v1/companies/{segment(company_id)}",
            body=body,
        )

    def set_company_reference(
        self,
        company_id: str,
        body: types.SetCompanyReferenceRequest,
    ) -> types.Company:
        """Set the partner's own reference of a company. null removes it. Needs a partner key."""
        return self._call(
            "PUT",
            f"/v1/companies/{segment(company_id)}/external-reference",
            body=body,
        )

    def list_company_summaries(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        sort: Literal["createdAt", "-createdAt", "name", "-name"] | None = None,
        name: str | None = None,
        external_reference: str | None = None,
    ) -> types.ListCompanySummariesResponse:
        """List the partner's companies with a summary of their reviews. Needs a partner key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        sort: The order; with - descending. Default -createdAt: newest first.
        name: Only companies with this text in a name, in any case of letters.
        external_reference: Only the company with exactly this reference of yours.
        """
        return self._call(
            "GET",
            "/v1/companies/summaries",
            query={"limit": limit, "cursor": cursor, "sort": sort, "name": name, "externalReference": external_reference},
        )

    def iterate_company_summaries(self, *arguments: Any, **options: Any) -> Iterator[types.CompanySummary]:
        """All entries of `list_company_summaries`, page by page, with the same arguments."""
        return entries(self.list_company_summaries, "companies", *arguments, **options)

    def get_dashboard(
        self,
        *,
        weeks: int | None = None,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.Dashboard:
        """Read the company's scores by control, their trend, and what is due. Needs a company key.

        weeks: How many weeks a trend goes back; 12 by default.
        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            "/v1/dashboard",
            query={"weeks": weeks, "language": language},
        )

    def get_heat_map(
        self,
        *,
        limit: int | None = None,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.HeatMap:
        """Read the scores of the partner's companies by control, the lowest first. Needs a partner key.

        limit: How many companies; 50 by default.
        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            "/v1/companies/heat-map",
            query={"limit": limit, "language": language},
        )

    def list_frequent_gaps(
        self,
        *,
        limit: int | None = None,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.ListFrequentGapsResponse:
        """List the control items that most often are not compliant. In the documents of the company or of the
        partner's companies that count: the 50 newest of each of the 1,000 newest companies, and 1,000 in all.
        Documents that are judged together count once. Needs a partner key or a company key.

        limit: How many items; 20 by default.
        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            "/v1/frequent-gaps",
            query={"limit": limit, "language": language},
        )

    def create_business_entity(
        self,
        body: types.CreateBusinessEntityRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.CreateBusinessEntityResponse:
        """Create a business entity. Needs a company key."""
        return self._call(
            "POST",
            "/v1/business-entities",
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_business_entities(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        external_reference: str | None = None,
    ) -> types.ListBusinessEntitiesResponse:
        """List the company's business entities. Needs a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        external_reference: Only the business entity with exactly this reference of yours.
        """
        return self._call(
            "GET",
            "/v1/business-entities",
            query={"limit": limit, "cursor": cursor, "externalReference": external_reference},
        )

    def iterate_business_entities(self, *arguments: Any, **options: Any) -> Iterator[types.BusinessEntity]:
        """All entries of `list_business_entities`, page by page, with the same arguments."""
        return entries(self.list_business_entities, "businessEntities", *arguments, **options)

    def get_business_entity(
        self,
        business_entity_id: str,
    ) -> types.BusinessEntity:
        """Read a business entity. Needs a company key."""
        return self._call(
            "GET",
            f"/v1/business-entities/{segment(business_entity_id)}",
        )

    def update_business_entity(
        self,
        business_entity_id: str,
        body: types.UpdateBusinessEntityRequest | None = None,
    ) -> types.UpdateBusinessEntityResponse:
        """Change a business entity's name, description, facts or reference. Needs a company key."""
        return self._call(
            "PATCH",
            f"/v1/business-entities/{segment(business_entity_id)}",
            body=body,
        )

    def list_compliance_reviews(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        sort: Literal["createdAt", "-createdAt", "score", "-score", "name", "-name", "changedAt", "-changedAt"] | None = None,
        control_id: str | None = None,
        business_entity_id: str | None = None,
        compliance_level: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None = None,
        name: str | None = None,
    ) -> types.ListComplianceReviewsResponse:
        """List the company's compliance reviews. Needs a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        sort: The order; with - descending. Default -createdAt: newest first. Entries without a score come after all
        others, in descending order before them.
        control_id: Only reviews against this control, by its id or code.
        business_entity_id: Only reviews of this business entity.
        compliance_level: Only reviews of this level.
        name: Only reviews with this text in their name, in any case of letters.
        """
        return self._call(
            "GET",
            "/v1/compliance-reviews",
            query={"limit": limit, "cursor": cursor, "sort": sort, "controlId": control_id, "businessEntityId": business_entity_id, "complianceLevel": compliance_level, "name": name},
        )

    def iterate_compliance_reviews(self, *arguments: Any, **options: Any) -> Iterator[types.ComplianceReview]:
        """All entries of `list_compliance_reviews`, page by page, with the same arguments."""
        return entries(self.list_compliance_reviews, "reviews", *arguments, **options)

    def get_compliance_review(
        self,
        review_id: str,
        *,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.ComplianceReviewDetails:
        """Read a compliance review with the combined results of its documents. Needs a company key.

        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            f"/v1/compliance-reviews/{segment(review_id)}",
            query={"language": language},
        )

    def update_compliance_review(
        self,
        review_id: str,
        body: types.UpdateComplianceReviewRequest | None = None,
    ) -> types.UpdateComplianceReviewResponse:
        """Update a compliance review. A null name changes nothing; a null scope sets the empty string. Needs a company
        key.
        """
        return self._call(
            "PATCH",
            f"/v1/compliance-reviews/{segment(review_id)}",
            body=body,
        )

    def sign_off_review(
        self,
        review_id: str,
        body: types.SignOffReviewRequest | None = None,
    ) -> types.ComplianceReviewDetailsSignOff:
        """Sign a review off. Until the review is reopened, it takes no documents, decisions or answers, and none of
        its documents is withdrawn, restored or deleted: all of that is answered with 409 and the code
        review_signed_off. All documents must be judged, and at least one must count. The same request again changes
        nothing. Needs a company key.
        """
        return self._call(
            "PUT",
            f"/v1/compliance-reviews/{segment(review_id)}/sign-off",
            body=body,
        )

    def reopen_review(
        self,
        review_id: str,
        body: types.ReopenReviewRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.ComplianceReviewDetailsSignOff:
        """Reopen a review that is signed off. The sign-off stays in the history, with the reason for reopening. Needs
        a company key.
        """
        return self._call(
            "POST",
            f"/v1/compliance-reviews/{segment(review_id)}/reopen",
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_sign_offs(
        self,
        review_id: str,
    ) -> types.ListSignOffsResponse:
        """List the sign-offs of a review with their records. Newest first. Each has one record for when it was made
        and one for when the review was reopened, in the company's chain of records: what was signed stands before
        it in the chain. Needs a company key.
        """
        return self._call(
            "GET",
            f"/v1/compliance-reviews/{segment(review_id)}/sign-offs",
        )

    def create_review_link(
        self,
        review_id: str,
        body: types.CreateReviewLinkRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.CreateReviewLinkResponse:
        """Make a link by which an auditor reads one review. Whoever has the link reads the review, its documents'
        pages, findings, decisions and reports without an account, until it expires or is revoked. The answer has
        the link only once. Every opening and every read is in the audit log. Needs a company key.
        """
        return self._call(
            "POST",
            f"/v1/compliance-reviews/{segment(review_id)}/links",
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_review_links(
        self,
        review_id: str,
    ) -> types.ListReviewLinksResponse:
        """List the links to a review. Newest first, with those that have expired or were revoked. Needs a company key."""
        return self._call(
            "GET",
            f"/v1/compliance-reviews/{segment(review_id)}/links",
        )

    def revoke_review_link(
        self,
        review_id: str,
        link_id: str,
    ) -> None:
        """Revoke a link to a review. At once: whoever has opened it can read nothing more. Repeating the request is
        not an error. Needs a company key.
        """
        return self._call(
            "DELETE",
            f"/v1/compliance-reviews/{segment(review_id)}/links/{segment(link_id)}",
        )

    def get_compliance_review_report(
        self,
        review_id: str,
        *,
        format: Literal["pdf", "docx", "xlsx", "csv", "oscal"] | None = None,
        part: Literal["all", "board", "annex"] | None = None,
        branding: str | None = None,
    ) -> Download:
        """Download a compliance review as a file. pdf: for people, signed: a report for the board, and all findings as
        its annex. docx: the same, to edit in Word. xlsx: a workbook with items, gaps, recommendations and evidence.
        csv: a row for each item and document. oscal: OSCAL assessment results. Needs a company key.

        format: Required.
        part: Of pdf and docx. board: two to four pages. annex: the findings. all by default.
        branding: Of pdf and docx: on, the partner's looks (the default), or off.
        """
        return self._call(
            "GET",
            f"/v1/compliance-reviews/{segment(review_id)}/report",
            query={"format": format, "part": part, "branding": branding},
            expects_file=True,
        )

    def get_report_signing_key(
        self,
    ) -> types.ReportSigningKey:
        """Read the public key of report signatures. Needs no key."""
        return self._call(
            "GET",
            "/v1/report-signing-key",
        )

    def get_branding(
        self,
    ) -> types.GetBrandingResponse:
        """Read the branding of the partner's reports. Needs a partner key."""
        return self._call(
            "GET",
            "/v1/branding",
        )

    def replace_branding(
        self,
        body: types.ReplaceBrandingRequest,
    ) -> types.GetBrandingResponse:
        """Replace the branding of the partner's reports. PDF and Word reports of all its companies have it at once,
        unless a report is asked for with branding=off. Texts and colours that are absent or null are the service's
        own again. Needs a partner key.
        """
        return self._call(
            "PUT",
            "/v1/branding",
            body=body,
        )

    def list_compliance_frameworks(
        self,
        *,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.ListComplianceFrameworksResponse:
        """List the frameworks and controls that may be referenced. Needs a partner key or a company key.

        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            "/v1/compliance-frameworks",
            query={"language": language},
        )

    def list_control_clusters(
        self,
        *,
        control_id: str,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.ListControlClustersResponse:
        """List the clusters of a control. Needs a partner key or a company key.

        control_id: The control, by its id or code.
        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            "/v1/controls/clusters",
            query={"controlId": control_id, "language": language},
        )

    def list_control_items(
        self,
        control_id: str,
        *,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.ListControlItemsResponse:
        """List the items of a control. Needs a partner key or a company key.

        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            f"/v1/controls/{segment(control_id)}/items",
            query={"language": language},
        )

    def list_own_audit_log(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        sort: Literal["createdAt", "-createdAt"] | None = None,
        action: str | None = None,
        actor_tier: Literal["admin", "partner", "company", "system", "unknown"] | None = None,
        subject_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> types.AuditLogPage:
        """Read the own audit log. What was changed with the keys and by the people of the caller's company or partner,
        and what others changed about it, newest first. A partner does not see what its companies do. Needs a
        partner key or a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        sort: The order; with - descending. Default -createdAt: newest first.
        action: An action, or the part before its dot.
        subject_id: Only entries about this resource, such as a document.
        since: Not before.
        until: Before.
        """
        return self._call(
            "GET",
            "/v1/audit-log",
            query={"limit": limit, "cursor": cursor, "sort": sort, "action": action, "actorTier": actor_tier, "subjectId": subject_id, "since": since, "until": until},
        )

    def iterate_own_audit_log(self, *arguments: Any, **options: Any) -> Iterator[types.AuditEntry]:
        """All entries of `list_own_audit_log`, page by page, with the same arguments."""
        return entries(self.list_own_audit_log, "entries", *arguments, **options)

    def export_own_audit_log(
        self,
        *,
        action: str | None = None,
        actor_tier: Literal["admin", "partner", "company", "system", "unknown"] | None = None,
        subject_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> Download:
        """Download the own audit log. What was changed with the keys and by the people of the caller's company or
        partner, and what others changed about it, newest first. A partner does not see what its companies do. Needs
        a partner key or a company key.

        action: An action, or the part before its dot.
        subject_id: Only entries about this resource, such as a document.
        since: Not before.
        until: Before.
        """
        return self._call(
            "GET",
            "/v1/audit-log/export",
            query={"action": action, "actorTier": actor_tier, "subjectId": subject_id, "since": since, "until": until},
            expects_file=True,
        )

    def get_control_item(
        self,
        item_id: str,
        *,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.ControlItemDetails:
        """Read a control item with its criteria, their links, conditions and questions. Needs a partner key or a
        company key.

        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            f"/v1/controls/items/{segment(item_id)}",
            query={"language": language},
        )

    def list_conditions(
        self,
        *,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.ListConditionsResponse:
        """List the conditions of all controls that may be referenced. Each is a fact about a company that decides what
        applies. A business entity's facts are stated by their keys. Needs a partner key or a company key.

        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            "/v1/conditions",
            query={"language": language},
        )

    def list_documents(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        sort: Literal["createdAt", "-createdAt", "score", "-score", "fileName", "-fileName"] | None = None,
        compliance_review_id: str | None = None,
        control_id: str | None = None,
        business_entity_id: str | None = None,
        status: Literal["queued", "processing", "completed", "failed"] | None = None,
        compliance_level: Literal["compliant", "partially_compliant", "non_compliant", "not_applicable"] | None = None,
        subject: str | None = None,
        name: str | None = None,
        external_reference: str | None = None,
        submitted_after: str | None = None,
        submitted_before: str | None = None,
        valid_until_before: str | None = None,
        review_by_before: str | None = None,
    ) -> types.ListDocumentsResponse:
        """List the company's documents. Needs a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        sort: The order; with - descending. Default -createdAt: newest first. Entries without a score come after all
        others, in descending order before them.
        compliance_review_id: Only documents of this review.
        control_id: Only documents reviewed against this control, by its id or code.
        business_entity_id: Only documents of this business entity.
        compliance_level: Only completed documents of this level.
        subject: Only documents with this subject, in any case of letters.
        name: Only documents with this text in their file's name, in any case of letters.
        external_reference: Only the document with exactly this reference of yours.
        submitted_after: Not before.
        submitted_before: Before.
        valid_until_before: Only documents that are valid until a day before this one. A date such as 2026-12-31.
        review_by_before: Only documents to be reviewed by a day before this one. A date such as 2026-12-31.
        """
        return self._call(
            "GET",
            "/v1/documents",
            query={"limit": limit, "cursor": cursor, "sort": sort, "complianceReviewId": compliance_review_id, "controlId": control_id, "businessEntityId": business_entity_id, "status": status, "complianceLevel": compliance_level, "subject": subject, "name": name, "externalReference": external_reference, "submittedAfter": submitted_after, "submittedBefore": submitted_before, "validUntilBefore": valid_until_before, "reviewByBefore": review_by_before},
        )

    def iterate_documents(self, *arguments: Any, **options: Any) -> Iterator[types.Document]:
        """All entries of `list_documents`, page by page, with the same arguments."""
        return entries(self.list_documents, "documents", *arguments, **options)

    def cancel_document(
        self,
        document_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.CancelledDocument:
        """Cancel a document. A document that waits or is being analysed ends at once: its status becomes failed, and
        so do the items that are not judged yet. A document that has ended stays as it is, so the request can be
        repeated; the answer gives its status. A partner can cancel the documents of its companies. Needs a partner
        key or a company key.
        """
        return self._call(
            "POST",
            f"/v1/documents/{segment(document_id)}/cancel",
            body={},
            idempotency_key=idempotency_key,
        )

    def get_document(
        self,
        document_id: str,
    ) -> types.DocumentDetails:
        """Read a document without its findings. Needs a company key."""
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}",
        )

    def update_document(
        self,
        document_id: str,
        body: types.UpdateDocumentRequest | None = None,
    ) -> types.UpdateDocumentResponse:
        """Change the dates or the reference of a document. null removes a field; an absent one stays. Needs a company
        key.
        """
        return self._call(
            "PATCH",
            f"/v1/documents/{segment(document_id)}",
            body=body,
        )

    def delete_document(
        self,
        document_id: str,
    ) -> None:
        """Delete a document. The document is at once gone from lists, results and its review; soon after, its files,
        pages and findings are erased for good. One that is being analysed is cancelled first. Its record, which has
        no text of it, stays in the company's chain. The request can be repeated. Needs a company key.
        """
        return self._call(
            "DELETE",
            f"/v1/documents/{segment(document_id)}",
        )

    def withdraw_document(
        self,
        document_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.Document:
        """Withdraw a document from its review. A withdrawn document stays readable and no longer counts in its review,
        until it is restored. The request can be repeated. Needs a company key.
        """
        return self._call(
            "POST",
            f"/v1/documents/{segment(document_id)}/withdraw",
            body={},
            idempotency_key=idempotency_key,
        )

    def restore_document(
        self,
        document_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.Document:
        """Restore a withdrawn document. It counts in its review again. The request can be repeated. Needs a company
        key.
        """
        return self._call(
            "POST",
            f"/v1/documents/{segment(document_id)}/restore",
            body={},
            idempotency_key=idempotency_key,
        )

    def retry_own_document(
        self,
        document_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.RetryOwnDocumentResponse:
        """Retry a failed document. The failed document stays failed; its files and items become a new document of the
        same review, which counts as a submission. A document can be retried once; the new one can be retried in
        turn. Needs a company key.
        """
        return self._call(
            "POST",
            f"/v1/documents/{segment(document_id)}/retry",
            body={},
            idempotency_key=idempotency_key,
        )

    def get_document_original(
        self,
        document_id: str,
        file_id: str,
    ) -> Download:
        """Download a submitted file. A file that was found inside another one, such as a mail's attachment, is
        downloaded with the file that contains it. After the retention period of originals the answer is 404. Needs
        a company key.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/files/{segment(file_id)}/original",
            expects_file=True,
        )

    def get_document_predecessor(
        self,
        document_id: str,
    ) -> types.GetDocumentPredecessorResponse:
        """Propose the version before a document. Of the 200 newest documents that count in the same review. A proposal
        changes nothing until it is accepted with PUT. Documents with different subjects are never proposed. Needs a
        company key.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/predecessor",
        )

    def put_document_predecessor(
        self,
        document_id: str,
        body: types.PutDocumentPredecessorRequest,
    ) -> types.Document:
        """Name the version before a document. For a document that was submitted without supersedes: it becomes the
        newest version of the named document, as if the submission had said so. What was named stays; the request
        can be repeated. Needs a company key.
        """
        return self._call(
            "PUT",
            f"/v1/documents/{segment(document_id)}/predecessor",
            body=body,
        )

    def compare_documents(
        self,
        document_id: str,
        *,
        with_: str,
        language: str | None = None,
    ) -> types.DocumentComparison:
        """Compare a document with an earlier version. The clauses that were added, removed, reworded and moved, and
        the verdicts that changed because of them. Both documents must be completed and have at most 2000 pages.
        Needs a company key.

        with_: The earlier document.
        language: Language of statements and names: en, de, fr, es. Default: auditLanguageId of the submission.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/compare",
            query={"with": with_, "language": language},
        )

    def list_recommendations(
        self,
        document_id: str,
        *,
        language: str | None = None,
    ) -> types.ListRecommendationsResponse:
        """List the texts that are suggested for a document. Those of all items, in their order, with what each is for
        and what it replaces. Needs a company key.

        language: Language of reasons and names: en, de, fr, es. Default: auditLanguageId of the submission.
        Suggested texts are in the document's language.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/recommendations",
            query={"language": language},
        )

    def get_redline(
        self,
        document_id: str,
        *,
        language: str | None = None,
        recommendations: str | None = None,
        file_id: str | None = None,
    ) -> Download:
        """Download a Word file with suggested texts as tracked changes. A copy of the original (DOCX). Texts are
        inserted at their places, replaced wordings are deleted, and each change has a comment with requirement and
        reason. Rejecting all changes gives back the original. The changes are the signed-in person's, else Assay's.
        Needs a company key.

        language: Language of reasons and names: en, de, fr, es. Default: auditLanguageId of the submission.
        Suggested texts are in the document's language.
        recommendations: Ids of recommendations, separated by commas. Default: those that are preselected.
        file_id: Needed only if the document has more than one Word file.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/redline",
            query={"language": language, "recommendations": recommendations, "fileId": file_id},
            expects_file=True,
        )

    def get_clause_pack(
        self,
        document_id: str,
        *,
        language: str | None = None,
        recommendations: str | None = None,
    ) -> Download:
        """Download a Word file with the suggested texts. For documents that are no Word files: each text with its
        requirement, its place, the reasons and the wording that it replaces. Needs a company key.

        language: Language of reasons and names: en, de, fr, es. Default: auditLanguageId of the submission.
        Suggested texts are in the document's language.
        recommendations: Ids of recommendations, separated by commas. Default: those that are preselected.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/clauses",
            query={"language": language, "recommendations": recommendations},
            expects_file=True,
        )

    def judge_document_again(
        self,
        document_id: str,
        body: types.JudgeDocumentAgainRequest | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.Document:
        """Judge a document again without uploading it. The files are judged again as a new document, which counts as a
        submission; the earlier result stays readable. By the same control, whose newest revision is used, the new
        document is a new version. By another control it is added to the named review, or to a new one of the same
        business entity. Needs a company key.
        """
        return self._call(
            "POST",
            f"/v1/documents/{segment(document_id)}/judgements",
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_document_crosswalk(
        self,
        document_id: str,
    ) -> types.GetDocumentCrosswalkResponse:
        """Propose other controls that a document serves already. The criteria that the document meets are linked to
        criteria of other controls that ask the same thing. The control that is served most comes first; only
        controls that may be referenced are proposed. A document that is not judged yet serves none. Nothing is
        judged until it is asked for with judgeDocumentAgain. Needs a company key.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/crosswalk",
        )

    def list_affected_documents(
        self,
        control_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ListAffectedDocumentsResponse:
        """List the documents that the newest revision of a control affects. Documents that count in their review and
        were judged by an earlier revision of an item, or by all items of a control that has gained some since,
        newest first. Needs a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        """
        return self._call(
            "GET",
            f"/v1/controls/{segment(control_id)}/affected-documents",
            query={"limit": limit, "cursor": cursor},
        )

    def iterate_affected_documents(self, *arguments: Any, **options: Any) -> Iterator[types.Document]:
        """All entries of `list_affected_documents`, page by page, with the same arguments."""
        return entries(self.list_affected_documents, "documents", *arguments, **options)

    def judge_affected_documents(
        self,
        control_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkJudgement:
        """Judge again the documents that the newest revision of a control affects. The files of every affected
        document are judged again as a new version, after everything that is submitted; the earlier results stay
        readable. It does not count as submissions. While a request is being worked on, another one returns it.
        Needs a company key.
        """
        return self._call(
            "POST",
            f"/v1/controls/{segment(control_id)}/judgements",
            body={},
            idempotency_key=idempotency_key,
        )

    def list_unfinished_documents(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ListUnfinishedDocumentsResponse:
        """List the documents of the partner's companies that wait or are being analysed. A partner sees the review
        that a document belongs to, not the name of its file. Needs a partner key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        """
        return self._call(
            "GET",
            "/v1/companies/unfinished-documents",
            query={"limit": limit, "cursor": cursor},
        )

    def iterate_unfinished_documents(self, *arguments: Any, **options: Any) -> Iterator[types.UnfinishedDocumentOfCompany]:
        """All entries of `list_unfinished_documents`, page by page, with the same arguments."""
        return entries(self.list_unfinished_documents, "documents", *arguments, **options)

    def get_me(
        self,
    ) -> types.Me:
        """Read whose key this is, its limits and quotas, and what is left of them. Needs a partner key or a company
        key.
        """
        return self._call(
            "GET",
            "/v1/me",
        )

    def get_document_result(
        self,
        document_id: str,
        *,
        fields: str | None = None,
        compliance_level: str | None = None,
        needs_review: str | None = None,
        decision: str | None = None,
        sort: str | None = None,
        include: str | None = None,
        language: str | None = None,
    ) -> types.DocumentResult:
        """Read a document's result. Items appear as they are judged: poll until status is completed or failed. A
        pending item has no result. Needs a company key.

        fields: Only these members: dotted paths, comma-separated, for example status,complianceItems.result.score.
        Ids are always included.
        compliance_level: Only items of these levels, comma-separated: compliant, partially_compliant,
        non_compliant, not_applicable.
        needs_review: true: only items that need review; false: only items that do not.
        decision: Only items that people decided in one of these ways, or one of whose criteria, comma-separated:
        confirm, override, not_applicable, accept_risk, look_again, none. look_again: a decision about the version
        before asks to be looked at again; none: nothing is decided.
        sort: confidence: the least sure items first, then those of unknown confidence. Default: the order of the
        catalogue.
        include: What the result leaves out unless asked, comma-separated: quotes (the text of each quote),
        statements (statement, level and weight of criteria, statements of conditions, reasons in words),
        probabilities (of all verdicts).
        language: Language of all texts but quotes and text to insert: en, de, fr, es. Default: auditLanguageId of
        the submission.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/result",
            query={"fields": fields, "complianceLevel": compliance_level, "needsReview": needs_review, "decision": decision, "sort": sort, "include": include, "language": language},
        )

    def answer_question(
        self,
        document_id: str,
        control_item_id: str,
        question_key: str,
        body: types.AnswerQuestionRequest,
        *,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.OwnerQuestion:
        """Answer a question that no document can answer. Replaces an earlier answer. Answers are listed in questions
        of the result and change no score. Needs a company key.

        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "PUT",
            f"/v1/documents/{segment(document_id)}/questions/{segment(control_item_id)}/{segment(question_key)}",
            query={"language": language},
            body=body,
        )

    def decide_finding(
        self,
        document_id: str,
        item_id: str,
        body: types.DecideFindingRequest,
    ) -> types.Decision:
        """Decide about a finding. About an item of a completed document's result, or about one of its criteria. The
        machine's verdict and score stay as they are; decidedScore counts what is decided. A decision about an item
        comes before those about its criteria. An earlier decision about the same is replaced and stays in the
        history; the same decision again changes nothing. Needs a company key.
        """
        return self._call(
            "PUT",
            f"/v1/documents/{segment(document_id)}/items/{segment(item_id)}/decision",
            body=body,
        )

    def withdraw_decision(
        self,
        document_id: str,
        item_id: str,
        *,
        criterion_key: str | None = None,
    ) -> None:
        """Withdraw a decision. The finding counts again as the machine judged it; the decision stays in the history.
        Repeating the request is not an error. Needs a company key.

        criterion_key: Key of a criterion. Default: the item as a whole.
        """
        return self._call(
            "DELETE",
            f"/v1/documents/{segment(document_id)}/items/{segment(item_id)}/decision",
            query={"criterionKey": criterion_key},
        )

    def list_decisions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        compliance_review_id: str | None = None,
        document_id: str | None = None,
        item_id: str | None = None,
        decision: Literal["confirm", "override", "not_applicable", "accept_risk"] | None = None,
        state: Literal["in_effect", "look_again", "replaced", "withdrawn", "expired"] | None = None,
    ) -> types.ListDecisionsResponse:
        """List decisions with their history. Newest first. Without state, decisions that have ended are listed, too.
        Needs a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        compliance_review_id: Only decisions about documents of this review.
        document_id: Only decisions about this document.
        item_id: Only decisions about this entry of complianceItems.
        decision: Only decisions of this kind.
        state: Only decisions in this state.
        """
        return self._call(
            "GET",
            "/v1/decisions",
            query={"limit": limit, "cursor": cursor, "complianceReviewId": compliance_review_id, "documentId": document_id, "itemId": item_id, "decision": decision, "state": state},
        )

    def iterate_decisions(self, *arguments: Any, **options: Any) -> Iterator[types.Decision]:
        """All entries of `list_decisions`, page by page, with the same arguments."""
        return entries(self.list_decisions, "decisions", *arguments, **options)

    def list_decision_records(
        self,
        decision_id: str,
    ) -> types.ListDecisionRecordsResponse:
        """Read the records of a decision. One record for when it was made and one for when it ended, in the company's
        chain of records: each contains the hash of the record before it, so that a later change is detectable from
        any hash you kept. Needs a company key.
        """
        return self._call(
            "GET",
            f"/v1/decisions/{segment(decision_id)}/records",
        )

    def list_gaps(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["open", "in_progress", "fixed", "accepted", "unresolved"] | None = None,
        severity: Literal["low", "medium", "high", "critical"] | None = None,
        owner_id: str | None = None,
        compliance_review_id: str | None = None,
        control_id: str | None = None,
        business_entity_id: str | None = None,
        document_id: str | None = None,
        due_before: str | None = None,
        text: str | None = None,
        sort: Literal["createdAt", "-createdAt", "severity", "-severity", "dueOn", "-dueOn", "changedAt", "-changedAt"] | None = None,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.ListGapsResponse:
        """List gaps: criteria that are not met. One for each criterion of a control item that a document, a subject or
        a set of documents judged together does not meet. It closes by itself when a newer version meets the
        criterion, and opens again when a later one does not. Needs a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        status: Only gaps with this status; unresolved: open or in_progress.
        severity: Only gaps of this severity.
        owner_id: Only gaps of this person, by account; none: only gaps without an owner.
        compliance_review_id: Only gaps of this review.
        control_id: Only gaps of this control, by its id or code.
        business_entity_id: Only gaps of this business entity.
        document_id: Only gaps whose finding is of this document.
        due_before: Only gaps that are due before this day. A date such as 2026-12-31.
        text: Only gaps whose criterion, item or file name contains this; upper and lower case are the same.
        sort: The order; with - descending. Default -createdAt: newest first. Gaps without a due date come after all
        others, in descending order before them.
        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            "/v1/gaps",
            query={"limit": limit, "cursor": cursor, "status": status, "severity": severity, "ownerId": owner_id, "complianceReviewId": compliance_review_id, "controlId": control_id, "businessEntityId": business_entity_id, "documentId": document_id, "dueBefore": due_before, "text": text, "sort": sort, "language": language},
        )

    def iterate_gaps(self, *arguments: Any, **options: Any) -> Iterator[types.ListGapsGap]:
        """All entries of `list_gaps`, page by page, with the same arguments."""
        return entries(self.list_gaps, "gaps", *arguments, **options)

    def change_gaps(
        self,
        body: types.ChangeGapsRequest | None = None,
    ) -> types.ChangeGapsResponse:
        """Change several gaps together. All of them, or none: one that is unknown or cannot have the status is refused
        for all. Needs a company key.
        """
        return self._call(
            "PATCH",
            "/v1/gaps",
            body=body,
        )

    def export_gaps(
        self,
        *,
        status: Literal["open", "in_progress", "fixed", "accepted", "unresolved"] | None = None,
        severity: Literal["low", "medium", "high", "critical"] | None = None,
        owner_id: str | None = None,
        compliance_review_id: str | None = None,
        control_id: str | None = None,
        business_entity_id: str | None = None,
        document_id: str | None = None,
        due_before: str | None = None,
        text: str | None = None,
        sort: Literal["createdAt", "-createdAt", "severity", "-severity", "dueOn", "-dueOn", "changedAt", "-changedAt"] | None = None,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> Download:
        """Download gaps as CSV. RFC 4180 in UTF-8, with the same filters as the list. Needs a company key.

        status: Only gaps with this status; unresolved: open or in_progress.
        severity: Only gaps of this severity.
        owner_id: Only gaps of this person, by account; none: only gaps without an owner.
        compliance_review_id: Only gaps of this review.
        control_id: Only gaps of this control, by its id or code.
        business_entity_id: Only gaps of this business entity.
        document_id: Only gaps whose finding is of this document.
        due_before: Only gaps that are due before this day. A date such as 2026-12-31.
        text: Only gaps whose criterion, item or file name contains this; upper and lower case are the same.
        sort: The order; with - descending. Default -createdAt: newest first. Gaps without a due date come after all
        others, in descending order before them.
        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            "/v1/gaps/export",
            query={"status": status, "severity": severity, "ownerId": owner_id, "complianceReviewId": compliance_review_id, "controlId": control_id, "businessEntityId": business_entity_id, "documentId": document_id, "dueBefore": due_before, "text": text, "sort": sort, "language": language},
            expects_file=True,
        )

    def get_gap(
        self,
        gap_id: str,
        *,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.ListGapsGap:
        """Read a gap. Needs a company key.

        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "GET",
            f"/v1/gaps/{segment(gap_id)}",
            query={"language": language},
        )

    def change_gap(
        self,
        gap_id: str,
        body: types.ChangeGapRequest | None = None,
        *,
        language: Literal["en", "de", "fr", "es"] | None = None,
    ) -> types.ListGapsGap:
        """Change a gap's status, severity, owner or due date. Accepting the risk is a decision about the finding: PUT
        /v1/documents/{id}/items/{itemId}/decision. Needs a company key.

        language: Language of the catalogue's texts; en by default.
        """
        return self._call(
            "PATCH",
            f"/v1/gaps/{segment(gap_id)}",
            query={"language": language},
            body=body,
        )

    def list_gap_entries(
        self,
        gap_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ListGapEntriesResponse:
        """List a gap's comments and what happened to it. Newest first. Needs a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        """
        return self._call(
            "GET",
            f"/v1/gaps/{segment(gap_id)}/entries",
            query={"limit": limit, "cursor": cursor},
        )

    def iterate_gap_entries(self, *arguments: Any, **options: Any) -> Iterator[types.ListGapEntriesEntry]:
        """All entries of `list_gap_entries`, page by page, with the same arguments."""
        return entries(self.list_gap_entries, "entries", *arguments, **options)

    def comment_on_gap(
        self,
        gap_id: str,
        body: types.CommentOnGapRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.ListGapEntriesEntry:
        """Comment on a gap. @ and the id of an account mention a person of the company. Needs a company key."""
        return self._call(
            "POST",
            f"/v1/gaps/{segment(gap_id)}/comments",
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_issue_link(
        self,
    ) -> types.GetIssueLinkResponse:
        """Read the address that opens an issue in your tracker. Needs a company key."""
        return self._call(
            "GET",
            "/v1/gaps/issue-link",
        )

    def replace_issue_link(
        self,
        body: types.ReplaceIssueLinkRequest,
    ) -> types.GetIssueLinkResponse:
        """Set the address that opens an issue in your tracker. Needs a company key."""
        return self._call(
            "PUT",
            "/v1/gaps/issue-link",
            body=body,
        )

    def export_labels(
        self,
    ) -> Download:
        """Download the company's decisions as labels. What people confirmed, overrode or declared not applicable, one
        line for each decision that counts: framework, control, externalId, key of the criterion (null for an item's
        level), revision, documentId, sha256 of the file, verdict or level, found (the engine's), decision, page,
        start and end of the passage in the page's text, reason and decidedAt. Accepted risks and decisions that
        were carried over are left out. Nothing is sent anywhere: whoever improves the engine gets the file from
        you. Needs a company key.
        """
        return self._call(
            "GET",
            "/v1/labels/export",
            expects_file=True,
        )

    def get_document_page(
        self,
        document_id: str,
        file_id: str,
        page_number: int,
        *,
        start: int | None = None,
        end: int | None = None,
        quote: str | None = None,
    ) -> types.DocumentPage:
        """Read one page of a document's file. The extracted text with its positions, so that a quote can be shown in
        context. With start and end, or with quote, the answer includes the position of those words on the page
        image. Needs a company key.

        start: Offset of the first word in the page's text, as in evidence.
        end: Offset after the last word.
        quote: The words themselves; differences in spaces and hyphens are ignored.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/files/{segment(file_id)}/pages/{segment(page_number)}",
            query={"start": start, "end": end, "quote": quote},
        )

    def get_document_page_image(
        self,
        document_id: str,
        file_id: str,
        page_number: int,
    ) -> Download:
        """Read the image of one page of a document's file. An image of a PDF page. For other formats and for pages
        that cannot be rendered the answer is 404; their text is available. Needs a company key.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/files/{segment(file_id)}/pages/{segment(page_number)}/image",
            expects_file=True,
        )

    def get_document_record(
        self,
        document_id: str,
    ) -> types.DocumentRecord:
        """Read a document's record. The engine that judged the document and the hashes of its results, written when
        the document completes or fails. Each record contains the hash of the company's previous record, so that a
        later change of a result is detectable from any hash you kept. A document in progress has no record. Needs a
        company key.
        """
        return self._call(
            "GET",
            f"/v1/documents/{segment(document_id)}/record",
        )

    def start_upload(
        self,
        body: types.UploadStart,
        *,
        idempotency_key: str | None = None,
    ) -> types.StartUploadResponse:
        """Start a chunked upload session. For files of any size and for uploads that must survive interruptions. A
        session lasts 24 hours. Needs a company key.
        """
        return self._call(
            "POST",
            "/v1/documents/upload/start",
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_upload_status(
        self,
        session_id: str,
    ) -> types.GetUploadStatusResponse:
        """Read the progress of an upload. Needs a company key."""
        return self._call(
            "GET",
            f"/v1/documents/upload/{segment(session_id)}/status",
        )

    def cancel_upload(
        self,
        session_id: str,
    ) -> None:
        """Cancel an upload session. Documents that are already complete stay. Needs a company key."""
        return self._call(
            "DELETE",
            f"/v1/documents/upload/{segment(session_id)}",
        )

    def register_webhook(
        self,
        body: types.RegisterWebhookRequest,
    ) -> types.RegisteredWebhook:
        """Register the company's webhook. Creates or replaces the company's one registration; its id stays. What is
        left out stays as it is, so isActive alone switches the webhook off. A disabled webhook is enabled again
        unless isActive is false, and pending events are sent. Needs a company key.
        """
        return self._call(
            "PUT",
            "/v1/webhooks",
            body=body,
        )

    def get_webhook(
        self,
    ) -> types.Webhook:
        """Read the webhook and its delivery statistics. Needs a company key."""
        return self._call(
            "GET",
            "/v1/webhooks",
        )

    def test_webhook(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.Delivery:
        """Send a test event. Sends a webhook.test event at once, whatever the subscription; the answer is its
        delivery. Needs a company key.
        """
        return self._call(
            "POST",
            "/v1/webhooks/test",
            body={},
            idempotency_key=idempotency_key,
        )

    def list_deliveries(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        sort: Literal["createdAt", "-createdAt"] | None = None,
        status: Literal["pending", "delivered", "failed"] | None = None,
        type: Literal["document.submitted", "document.completed", "document.failed", "document.superseded", "document.expiring", "document.review_due", "upload.completed", "upload.expired", "review.created", "review.completed", "review.score_fell", "review.signed_off", "review.reopened", "finding.decided", "finding.reopened", "gap.assigned", "gap.mentioned", "gap.due", "gap.overdue", "gap.closed", "gap.reopened", "webhook.test"] | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> types.ListDeliveriesResponse:
        """List the events sent to the webhook, with every attempt. Needs a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        sort: The order; with - descending. Default -createdAt: newest first.
        type: Only events of this type.
        created_after: Not before.
        created_before: Before.
        """
        return self._call(
            "GET",
            "/v1/webhooks/deliveries",
            query={"limit": limit, "cursor": cursor, "sort": sort, "status": status, "type": type, "createdAfter": created_after, "createdBefore": created_before},
        )

    def iterate_deliveries(self, *arguments: Any, **options: Any) -> Iterator[types.Delivery]:
        """All entries of `list_deliveries`, page by page, with the same arguments."""
        return entries(self.list_deliveries, "deliveries", *arguments, **options)

    def replay_delivery(
        self,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.Delivery:
        """Send an event again. Sends the event at once, with a new retry schedule; its webhook-id stays the same.
        Needs a company key.
        """
        return self._call(
            "POST",
            f"/v1/webhooks/deliveries/{segment(delivery_id)}/replay",
            body={},
            idempotency_key=idempotency_key,
        )

    def sign_in(
        self,
        body: types.SignInRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.Session:
        """Sign in to the portal. Sets a cookie that authenticates like the key until the cookie or the key expires.
        For browsers; programs send the key itself. Needs no key.
        """
        return self._call(
            "POST",
            "/v1/session",
            body=body,
            idempotency_key=idempotency_key,
        )

    def sign_in_with_password(
        self,
        body: types.SignInWithPasswordRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.Session:
        """Sign in to the portal as a person. Sets a cookie like signing in with a key. With several organisations, the
        session begins in the one that was joined last. An unknown address and a wrong password give the same
        answer. An account with a second factor needs `code`, too: without it the answer is 401 with the code
        second_factor_required. Needs no key.
        """
        return self._call(
            "POST",
            "/v1/session/password",
            body=body,
            idempotency_key=idempotency_key,
        )

    def open_review_link(
        self,
        body: types.OpenReviewLinkRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.Session:
        """Open the link to a review. Sets a cookie like signing in. It reads the link's review, its documents,
        findings, evidence and reports, and nothing else, until the link expires or is revoked. Every opening and
        every read is logged. Needs no key.
        """
        return self._call(
            "POST",
            "/v1/session/review-link",
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_sign_in_providers(
        self,
    ) -> types.ListSignInProvidersResponse:
        """List the identity providers of a sign-in page. Needs no key."""
        return self._call(
            "GET",
            "/v1/session/providers",
        )

    def begin_provider_sign_in(
        self,
        body: types.BeginProviderSignInRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.BeginProviderSignInResponse:
        """Begin to sign in with an identity provider. Returns the address to send the browser to, and sets a cookie
        that only this browser has. The provider sends the browser back to /portal/sign-in/callback, with a response
        that is valid once, within 10 minutes. Needs no key.
        """
        return self._call(
            "POST",
            "/v1/session/provider",
            body=body,
            idempotency_key=idempotency_key,
        )

    def finish_provider_sign_in(
        self,
        body: types.FinishProviderSignInRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.FinishProviderSignInResponse:
        """Sign in with the response of an identity provider. Sets the session cookie. A person whom the provider puts
        in a group with a role gets an account with the first sign-in, if the provider has verified the email
        address. The session is in the provider's organisation only. Needs no key.
        """
        return self._call(
            "POST",
            "/v1/session/provider/response",
            body=body,
            idempotency_key=idempotency_key,
        )

    def read_invitation(
        self,
        body: types.OpenReviewLinkRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.ReadInvitationResponse:
        """Read the invitation of a link. Needs no key."""
        return self._call(
            "POST",
            "/v1/invitations/read",
            body=body,
            idempotency_key=idempotency_key,
        )

    def accept_invitation(
        self,
        body: types.AcceptInvitationRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.AcceptInvitationResponse:
        """Accept an invitation. Creates the account with the given name and password, or adds the organisation to the
        account that this address has; the password must then be that account's. Sign in afterwards. Needs no key.
        """
        return self._call(
            "POST",
            "/v1/invitations/accept",
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_partner_access(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.GetPartnerAccessResponse:
        """See who of the partner has access to the company's work. The people of the partner, and whether the company
        lets them open its work. Needs a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        """
        return self._call(
            "GET",
            "/v1/access",
            query={"limit": limit, "cursor": cursor},
        )

    def iterate_get_partner_access(self, *arguments: Any, **options: Any) -> Iterator[types.GetPartnerAccessConsultant]:
        """All entries of `get_partner_access`, page by page, with the same arguments."""
        return entries(self.get_partner_access, "consultants", *arguments, **options)

    def switch_partner_access(
        self,
        body: types.SwitchPartnerAccessRequest,
    ) -> types.SwitchPartnerAccessResponse:
        """Switch the access of the partner's people off or on. Counts with the next request of each of them. It is on
        for a new company. For owners; a key can only until the company has one. Keys are not concerned. Needs a
        company key.
        """
        return self._call(
            "PUT",
            "/v1/access",
            body=body,
        )

    def list_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        company_id: str | None = None,
    ) -> types.ListKeysResponse:
        """List your own keys. Newest first, with revoked ones. For owners; a key manages keys only until its
        organisation has an owner. A partner also manages the keys of its companies while they let its people in.
        Needs a partner key or a company key.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        company_id: A company of the calling partner; absent: the caller's own keys.
        """
        return self._call(
            "GET",
            "/v1/keys",
            query={"limit": limit, "cursor": cursor, "companyId": company_id},
        )

    def iterate_keys(self, *arguments: Any, **options: Any) -> Iterator[types.ListKeysKey]:
        """All entries of `list_keys`, page by page, with the same arguments."""
        return entries(self.list_keys, "keys", *arguments, **options)

    def issue_key(
        self,
        body: types.IssueKeyRequest | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.IssuedKey:
        """Issue a further key. The key is returned only here. For owners; a key manages keys only until its
        organisation has an owner. A partner also manages the keys of its companies while they let its people in.
        Needs a partner key or a company key.
        """
        return self._call(
            "POST",
            "/v1/keys",
            body=body,
            idempotency_key=idempotency_key,
        )

    def update_key(
        self,
        key_id: str,
        body: types.UpdateKeyRequest | None = None,
    ) -> types.ListKeysKey:
        """Label a key, or change what it may do and from where. Counts with the key's next request. For owners; a key
        manages keys only until its organisation has an owner. A partner also manages the keys of its companies
        while they let its people in. Needs a partner key or a company key.
        """
        return self._call(
            "PATCH",
            f"/v1/keys/{segment(key_id)}",
            body=body,
        )

    def revoke_own_key(
        self,
        key_id: str,
    ) -> None:
        """Revoke a key of your own. Takes effect at once on every process. For owners; a key manages keys only until
        its organisation has an owner. A partner also manages the keys of its companies while they let its people
        in. Needs a partner key or a company key.
        """
        return self._call(
            "DELETE",
            f"/v1/keys/{segment(key_id)}",
        )

    def rotate_key(
        self,
        key_id: str,
        body: types.RotateKeyRequest | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.RotateKeyResponse:
        """Replace a key, with an overlap. The new key has the same label, scopes and networks and is returned only
        here. The old one stays valid until oldKeyValidUntil, or until it expires if that is earlier. For owners; a
        key manages keys only until its organisation has an owner. A partner also manages the keys of its companies
        while they let its people in. Needs a partner key or a company key.
        """
        return self._call(
            "POST",
            f"/v1/keys/{segment(key_id)}/rotate",
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_open_api(
        self,
    ) -> types.AuditEntryDetails:
        """Read the OpenAPI description of the service. Needs no key."""
        return self._call(
            "GET",
            "/v1/openapi.json",
        )


class Administration(Caller):
    """Operations of the service's operator; they need the administrator token."""

    def cancel_any_document(
        self,
        document_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.CancelledDocument:
        """Cancel a document of any company. A document that waits or is being analysed ends at once: its status
        becomes failed, and so do the items that are not judged yet. A document that has ended stays as it is, so
        the request can be repeated; the answer gives its status. Needs the administrator token.
        """
        return self._call(
            "POST",
            f"/v1/admin/documents/{segment(document_id)}/cancel",
            body={},
            idempotency_key=idempotency_key,
            is_admin=True,
        )

    def list_every_affected_document(
        self,
        control_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ListEveryAffectedDocumentResponse:
        """List the documents of all companies that the newest revision of a control affects. Documents that count in
        their review and were judged by an earlier revision of an item, or by all items of a control that has gained
        some since, newest first. Needs the administrator token.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        """
        return self._call(
            "GET",
            f"/v1/admin/controls/{segment(control_id)}/affected-documents",
            query={"limit": limit, "cursor": cursor},
            is_admin=True,
        )

    def iterate_every_affected_document(self, *arguments: Any, **options: Any) -> Iterator[types.ListEveryAffectedDocumentDocument]:
        """All entries of `list_every_affected_document`, page by page, with the same arguments."""
        return entries(self.list_every_affected_document, "documents", *arguments, **options)

    def judge_every_affected_document(
        self,
        control_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkJudgement:
        """Judge again the documents of all companies that the newest revision of a control affects. The files of every
        affected document are judged again as a new version, after everything that is submitted; the earlier results
        stay readable. It does not count as submissions. While a request is being worked on, another one returns it.
        Needs the administrator token.
        """
        return self._call(
            "POST",
            f"/v1/admin/controls/{segment(control_id)}/judgements",
            body={},
            idempotency_key=idempotency_key,
            is_admin=True,
        )

    def list_every_unfinished_document(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ListEveryUnfinishedDocumentResponse:
        """List the documents that wait or are being analysed. Needs the administrator token.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        """
        return self._call(
            "GET",
            "/v1/admin/unfinished-documents",
            query={"limit": limit, "cursor": cursor},
            is_admin=True,
        )

    def iterate_every_unfinished_document(self, *arguments: Any, **options: Any) -> Iterator[types.UnfinishedDocument]:
        """All entries of `list_every_unfinished_document`, page by page, with the same arguments."""
        return entries(self.list_every_unfinished_document, "documents", *arguments, **options)

    def get_partner_quotas(
        self,
        partner_id: str,
    ) -> types.Quotas:
        """Read a partner's quotas, and how much of them is used. Needs the administrator token."""
        return self._call(
            "GET",
            f"/v1/admin/partners/{segment(partner_id)}/quotas",
            is_admin=True,
        )

    def replace_partner_quotas(
        self,
        partner_id: str,
        body: types.PartnerQuotas,
    ) -> types.Quotas:
        """Replace a partner's quotas. Quotas that are absent follow the service's settings. Needs the administrator
        token.
        """
        return self._call(
            "PUT",
            f"/v1/admin/partners/{segment(partner_id)}/quotas",
            body=body,
            is_admin=True,
        )

    def get_company_quotas(
        self,
        company_id: str,
    ) -> types.Quotas:
        """Read a company's quotas, and how much of them is used. Needs the administrator token."""
        return self._call(
            "GET",
            f"/v1/admin/companies/{segment(company_id)}/quotas",
            is_admin=True,
        )

    def replace_company_quotas(
        self,
        company_id: str,
        body: types.CompanyQuotas,
    ) -> types.Quotas:
        """Replace a company's quotas. Quotas that are absent follow the service's settings. Needs the administrator
        token.
        """
        return self._call(
            "PUT",
            f"/v1/admin/companies/{segment(company_id)}/quotas",
            body=body,
            is_admin=True,
        )

    def get_agreement(
        self,
        *,
        company_id: str | None = None,
    ) -> types.GetAgreementResponse:
        """Read how often people agree with the engine. Of the newest decisions that are in effect, by control,
        criterion and verdict. People mostly decide about what needs review, which the engine is least sure of: its
        share of right verdicts over all is higher. Needs the administrator token.

        company_id: Only decisions of this company.
        """
        return self._call(
            "GET",
            "/v1/admin/agreement",
            query={"companyId": company_id},
            is_admin=True,
        )

    def export_every_label(
        self,
    ) -> Download:
        """Download the decisions of all companies as labels. What people confirmed, overrode or declared not
        applicable, one line for each decision that counts: framework, control, externalId, key of the criterion
        (null for an item's level), revision, documentId, sha256 of the file, verdict or level, found (the
        engine's), decision, page, start and end of the passage in the page's text, reason and decidedAt. Accepted
        risks and decisions that were carried over are left out. Nothing is sent anywhere: whoever improves the
        engine gets the file from you. Needs the administrator token.
        """
        return self._call(
            "GET",
            "/v1/admin/labels/export",
            is_admin=True,
            expects_file=True,
        )

    def create_partner(
        self,
        body: types.CreatePartnerRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.CreatePartnerResponse:
        """Create a partner with its first key. Needs the administrator token."""
        return self._call(
            "POST",
            "/v1/admin/partners",
            body=body,
            idempotency_key=idempotency_key,
            is_admin=True,
        )

    def list_partners(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        name: str | None = None,
    ) -> types.ListPartnersResponse:
        """List partners. Needs the administrator token.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        name: Only partners with this text in their name, in any case of letters.
        """
        return self._call(
            "GET",
            "/v1/admin/partners",
            query={"limit": limit, "cursor": cursor, "name": name},
            is_admin=True,
        )

    def iterate_partners(self, *arguments: Any, **options: Any) -> Iterator[types.Partner]:
        """All entries of `list_partners`, page by page, with the same arguments."""
        return entries(self.list_partners, "partners", *arguments, **options)

    def get_partner(
        self,
        partner_id: str,
    ) -> types.Partner:
        """Read a partner. Needs the administrator token."""
        return self._call(
            "GET",
            f"/v1/admin/partners/{segment(partner_id)}",
            is_admin=True,
        )

    def rename_partner(
        self,
        partner_id: str,
        body: types.RenamePartnerRequest | None = None,
    ) -> types.Partner:
        """Rename a partner. Needs the administrator token."""
        return self._call(
            "PATCH",
            f"/v1/admin/partners/{segment(partner_id)}",
            body=body,
            is_admin=True,
        )

    def suspend_partner(
        self,
        partner_id: str,
        body: types.SuspendPartnerRequest,
    ) -> types.Partner:
        """Suspend a partner, or resume it. Within a second its keys and people, and those of its companies, get 403
        with the code partner_suspended. Nothing is deleted: what was submitted is still judged, and webhooks are
        still delivered. Needs the administrator token.
        """
        return self._call(
            "PUT",
            f"/v1/admin/partners/{segment(partner_id)}/suspension",
            body=body,
            is_admin=True,
        )

    def replace_whitelist(
        self,
        partner_id: str,
        body: types.ReplaceWhitelistRequest,
    ) -> types.Partner:
        """Replace what a partner may reference. Needs the administrator token."""
        return self._call(
            "PUT",
            f"/v1/admin/partners/{segment(partner_id)}/whitelist",
            body=body,
            is_admin=True,
        )

    def replace_limits(
        self,
        partner_id: str,
        body: types.ReplaceLimitsRequest,
    ) -> types.Partner:
        """Replace a partner's own limits. An absent limit follows the service's settings again. Needs the
        administrator token.
        """
        return self._call(
            "PUT",
            f"/v1/admin/partners/{segment(partner_id)}/limits",
            body=body,
            is_admin=True,
        )

    def issue_partner_key(
        self,
        partner_id: str,
        body: types.NewKey | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.IssuedKey:
        """Issue a further key for a partner. Needs the administrator token."""
        return self._call(
            "POST",
            f"/v1/admin/partners/{segment(partner_id)}/keys",
            body=body,
            idempotency_key=idempotency_key,
            is_admin=True,
        )

    def list_partner_keys(
        self,
        partner_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ListPartnerKeysResponse:
        """List a partner's keys. Needs the administrator token.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        """
        return self._call(
            "GET",
            f"/v1/admin/partners/{segment(partner_id)}/keys",
            query={"limit": limit, "cursor": cursor},
            is_admin=True,
        )

    def iterate_partner_keys(self, *arguments: Any, **options: Any) -> Iterator[types.ApiKey]:
        """All entries of `list_partner_keys`, page by page, with the same arguments."""
        return entries(self.list_partner_keys, "keys", *arguments, **options)

    def issue_company_key(
        self,
        company_id: str,
        body: types.NewKey | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.IssuedKey:
        """Issue a further key for a company. Needs the administrator token."""
        return self._call(
            "POST",
            f"/v1/admin/companies/{segment(company_id)}/keys",
            body=body,
            idempotency_key=idempotency_key,
            is_admin=True,
        )

    def list_company_keys(
        self,
        company_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ListPartnerKeysResponse:
        """List a company's keys. Needs the administrator token.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        """
        return self._call(
            "GET",
            f"/v1/admin/companies/{segment(company_id)}/keys",
            query={"limit": limit, "cursor": cursor},
            is_admin=True,
        )

    def iterate_company_keys(self, *arguments: Any, **options: Any) -> Iterator[types.ApiKey]:
        """All entries of `list_company_keys`, page by page, with the same arguments."""
        return entries(self.list_company_keys, "keys", *arguments, **options)

    def revoke_key(
        self,
        key_id: str,
    ) -> None:
        """Revoke a key. Takes effect at once on every process. Needs the administrator token."""
        return self._call(
            "DELETE",
            f"/v1/admin/keys/{segment(key_id)}",
            is_admin=True,
        )

    def list_frameworks(
        self,
    ) -> types.ListComplianceFrameworksResponse:
        """List every framework of the catalogue. Needs the administrator token."""
        return self._call(
            "GET",
            "/v1/admin/frameworks",
            is_admin=True,
        )

    def load_framework(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.LoadFrameworkResponse:
        """Add a framework, or a new version of one. Items missing from a new version become obsolete. Existing results
        keep the texts they were judged by. Needs the administrator token.
        """
        return self._call(
            "POST",
            "/v1/admin/frameworks",
            body={},
            idempotency_key=idempotency_key,
            is_admin=True,
        )

    def preview_framework(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.FrameworkPreview:
        """Preview what adding a framework would change. Changes nothing. Reports all problems of the file at once.
        Needs the administrator token.
        """
        return self._call(
            "POST",
            "/v1/admin/frameworks/preview",
            body={},
            idempotency_key=idempotency_key,
            is_admin=True,
        )

    def archive_cluster(
        self,
        cluster_id: str,
        body: types.ArchiveClusterRequest | None = None,
    ) -> types.ArchiveClusterResponse:
        """Archive or restore a cluster. Needs the administrator token."""
        return self._call(
            "PATCH",
            f"/v1/admin/clusters/{segment(cluster_id)}",
            body=body,
            is_admin=True,
        )

    def mark_control_item_obsolete(
        self,
        control_item_id: str,
        body: types.MarkControlItemObsoleteRequest | None = None,
    ) -> types.ControlItem:
        """Mark a control item obsolete, or restore it. Needs the administrator token."""
        return self._call(
            "PATCH",
            f"/v1/admin/control-items/{segment(control_item_id)}",
            body=body,
            is_admin=True,
        )

    def describe_control(
        self,
        control_id: str,
    ) -> types.DescribedControl:
        """Read a control with its clusters, items and criteria. Needs the administrator token."""
        return self._call(
            "GET",
            f"/v1/admin/controls/{segment(control_id)}",
            is_admin=True,
        )

    def preview_checklist(
        self,
        body: types.PreviewChecklistRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.ChecklistPreview:
        """Preview a checklist and what importing it would change. Changes nothing. Names every problem and every
        warning with its sheet, row and column. docs/checklists.md describes the columns. Needs the administrator
        token.
        """
        return self._call(
            "POST",
            "/v1/admin/checklists/preview",
            body=body,
            idempotency_key=idempotency_key,
            is_admin=True,
        )

    def import_checklist(
        self,
        body: types.PreviewChecklistRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.LoadFrameworkResponse:
        """Import a control from an XLSX or CSV file. Makes a framework with one control. Importing a changed file with
        the same codes adds revisions to its items by their references; items that are missing from it become
        obsolete. Needs the administrator token.
        """
        return self._call(
            "POST",
            "/v1/admin/checklists",
            body=body,
            idempotency_key=idempotency_key,
            is_admin=True,
        )

    def get_checklist_template(
        self,
        *,
        example: bool | None = None,
    ) -> Download:
        """Download a workbook to fill in. Needs the administrator token.

        example: true: with an example, which can be imported as it is.
        """
        return self._call(
            "GET",
            "/v1/admin/checklists/template",
            query={"example": example},
            is_admin=True,
            expects_file=True,
        )

    def export_control(
        self,
        control_id: str,
        *,
        format: Literal["xlsx", "oscal"] | None = None,
    ) -> Download:
        """Download a control as a checklist or an OSCAL catalog. Importing the checklist again gives the same control.
        Needs the administrator token.

        format: xlsx or oscal. Default: xlsx.
        """
        return self._call(
            "GET",
            f"/v1/admin/controls/{segment(control_id)}/export",
            query={"format": format},
            is_admin=True,
            expects_file=True,
        )

    def list_every_company(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        partner_id: str | None = None,
        search: str | None = None,
    ) -> types.ListEveryCompanyResponse:
        """List the companies of every partner. Needs the administrator token.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        partner_id: Only companies of this partner.
        search: Part of a name.
        """
        return self._call(
            "GET",
            "/v1/admin/companies",
            query={"limit": limit, "cursor": cursor, "partnerId": partner_id, "search": search},
            is_admin=True,
        )

    def iterate_every_company(self, *arguments: Any, **options: Any) -> Iterator[types.CompanyOverview]:
        """All entries of `list_every_company`, page by page, with the same arguments."""
        return entries(self.list_every_company, "companies", *arguments, **options)

    def list_company_entities(
        self,
        company_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ListBusinessEntitiesResponse:
        """List a company's business entities. Needs the administrator token.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        """
        return self._call(
            "GET",
            f"/v1/admin/companies/{segment(company_id)}/business-entities",
            query={"limit": limit, "cursor": cursor},
            is_admin=True,
        )

    def iterate_company_entities(self, *arguments: Any, **options: Any) -> Iterator[types.BusinessEntity]:
        """All entries of `list_company_entities`, page by page, with the same arguments."""
        return entries(self.list_company_entities, "businessEntities", *arguments, **options)

    def erase_company(
        self,
        company_id: str,
    ) -> types.EraseCompanyResponse:
        """Erase a company and all its data. At once: its keys and sessions end on every process, analysis of its
        documents stops, and nobody can see it. Then, in the background: all its rows, files and pages are deleted.
        The audit log keeps ids and records the end of the erasure (company.erased). Erasure cannot be undone.
        Repeating the request during the erasure changes nothing; afterwards the answer is 404. Needs the
        administrator token.
        """
        return self._call(
            "DELETE",
            f"/v1/admin/companies/{segment(company_id)}",
            is_admin=True,
        )

    def decide_business_entity(
        self,
        business_entity_id: str,
        body: types.DecideBusinessEntityRequest | None = None,
    ) -> types.BusinessEntity:
        """Approve or archive a business entity. Needs the administrator token."""
        return self._call(
            "PATCH",
            f"/v1/admin/business-entities/{segment(business_entity_id)}",
            body=body,
            is_admin=True,
        )

    def list_audit_log(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        sort: Literal["createdAt", "-createdAt"] | None = None,
        action: str | None = None,
        actor_tier: Literal["admin", "partner", "company", "system", "unknown"] | None = None,
        subject_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        about: str | None = None,
    ) -> types.AuditLogPage:
        """Read the audit log. Every administrative action and every key use that changed something, newest first.
        Needs the administrator token.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        sort: The order; with - descending. Default -createdAt: newest first.
        action: An action, or the part before its dot.
        subject_id: Only entries about this resource, such as a document.
        since: Not before.
        until: Before.
        about: The id of a subject, key, partner, company or request that entries name.
        """
        return self._call(
            "GET",
            "/v1/admin/audit-log",
            query={"limit": limit, "cursor": cursor, "sort": sort, "action": action, "actorTier": actor_tier, "subjectId": subject_id, "since": since, "until": until, "about": about},
            is_admin=True,
        )

    def iterate_audit_log(self, *arguments: Any, **options: Any) -> Iterator[types.AuditEntry]:
        """All entries of `list_audit_log`, page by page, with the same arguments."""
        return entries(self.list_audit_log, "entries", *arguments, **options)

    def export_audit_log(
        self,
        *,
        action: str | None = None,
        actor_tier: Literal["admin", "partner", "company", "system", "unknown"] | None = None,
        subject_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        about: str | None = None,
    ) -> Download:
        """Download the audit log. Every administrative action and every key use that changed something, newest first.
        Needs the administrator token.

        action: An action, or the part before its dot.
        subject_id: Only entries about this resource, such as a document.
        since: Not before.
        until: Before.
        about: The id of a subject, key, partner, company or request that entries name.
        """
        return self._call(
            "GET",
            "/v1/admin/audit-log/export",
            query={"action": action, "actorTier": actor_tier, "subjectId": subject_id, "since": since, "until": until, "about": about},
            is_admin=True,
            expects_file=True,
        )

    def get_analysis_settings(
        self,
    ) -> types.AnalysisSettings:
        """Get the models that judge documents, and what is sent to external ones. As reported by the running workers,
        whatever is set for the process that answers. Needs the administrator token.
        """
        return self._call(
            "GET",
            "/v1/admin/analysis",
            is_admin=True,
        )

    def get_system(
        self,
    ) -> types.SystemState:
        """Read the state of the service. Needs the administrator token."""
        return self._call(
            "GET",
            "/v1/admin/system",
            is_admin=True,
        )

    def list_failed_documents(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ListFailedDocumentsResponse:
        """List documents that failed, with the reason. Needs the administrator token.

        limit: Entries per page. Without it, up to 1,000 entries are returned.
        cursor: nextCursor of the previous page.
        """
        return self._call(
            "GET",
            "/v1/admin/failed-documents",
            query={"limit": limit, "cursor": cursor},
            is_admin=True,
        )

    def iterate_failed_documents(self, *arguments: Any, **options: Any) -> Iterator[types.FailedDocument]:
        """All entries of `list_failed_documents`, page by page, with the same arguments."""
        return entries(self.list_failed_documents, "documents", *arguments, **options)

    def retry_document(
        self,
        document_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.RetryOwnDocumentResponse:
        """Retry a failed document. The failed document stays failed; its files and items become a new document of the
        same review. A document can be retried once; the new one can be retried in turn. Needs the administrator
        token.
        """
        return self._call(
            "POST",
            f"/v1/admin/documents/{segment(document_id)}/retry",
            body={},
            idempotency_key=idempotency_key,
            is_admin=True,
        )

    def reset_second_factor_of_account(
        self,
        account_id: str,
    ) -> None:
        """Remove the second factor of any account. Ends the account's sessions. The audit log names the id of an
        account. Needs the administrator token.
        """
        return self._call(
            "DELETE",
            f"/v1/admin/accounts/{segment(account_id)}/second-factor",
            is_admin=True,
        )
