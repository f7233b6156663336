// Written by npm run generate from openapi.json. Change the routes, not this file.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the service works
         * @description Needs no key.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Onboard a client company
         * @description Creates a company with its first business entity and a company key. Needs a partner key.
         */
        post: operations["onboardCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the partner's companies
         * @description Needs a partner key.
         */
        get: operations["listCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/{companyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a company
         * @description Needs a partner key or a company key.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the company
         * @description null clears a field; a null name or legalName changes nothing. Needs a company key.
         */
        patch: operations["updateCompany"];
        trace?: never;
    };
    "/v1/companies/{companyId}/external-reference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the partner's own reference of a company
         * @description null removes it. Needs a partner key.
         */
        put: operations["setCompanyReference"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the partner's companies with a summary of their reviews
         * @description Needs a partner key.
         */
        get: operations["listCompanySummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the company's scores by control, their trend, and what is due
         * @description Needs a company key.
         */
        get: operations["getDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/heat-map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the scores of the partner's companies by control, the lowest first
         * @description Needs a partner key.
         */
        get: operations["getHeatMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/frequent-gaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the control items that most often are not compliant
         * @description In the documents of the company or of the partner's companies that count: the 50 newest of each of the 1,000 newest companies, and 1,000 in all. Documents that are judged together count once. Needs a partner key or a company key.
         */
        get: operations["listFrequentGaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/business-entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the company's business entities
         * @description Needs a company key.
         */
        get: operations["listBusinessEntities"];
        put?: never;
        /**
         * Create a business entity
         * @description Needs a company key.
         */
        post: operations["createBusinessEntity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/business-entities/{businessEntityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a business entity
         * @description Needs a company key.
         */
        get: operations["getBusinessEntity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a business entity's name, description, facts or reference
         * @description Needs a company key.
         */
        patch: operations["updateBusinessEntity"];
        trace?: never;
    };
    "/v1/compliance-reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the company's compliance reviews
         * @description Needs a company key.
         */
        get: operations["listComplianceReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compliance-reviews/{reviewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a compliance review with the combined results of its documents
         * @description Needs a company key.
         */
        get: operations["getComplianceReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a compliance review
         * @description A null name changes nothing; a null scope sets the empty string. Needs a company key.
         */
        patch: operations["updateComplianceReview"];
        trace?: never;
    };
    "/v1/compliance-reviews/{reviewId}/sign-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sign a review off
         * @description Until the review is reopened, it takes no documents, decisions or answers, and none of its documents is withdrawn, restored or deleted: all of that is answered with 409 and the code review_signed_off. All documents must be judged, and at least one must count. The same request again changes nothing. Needs a company key.
         */
        put: operations["signOffReview"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compliance-reviews/{reviewId}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen a review that is signed off
         * @description The sign-off stays in the history, with the reason for reopening. Needs a company key.
         */
        post: operations["reopenReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compliance-reviews/{reviewId}/sign-offs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sign-offs of a review with their records
         * @description Newest first. Each has one record for when it was made and one for when the review was reopened, in the company's chain of records: what was signed stands before it in the chain. Needs a company key.
         */
        get: operations["listSignOffs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compliance-reviews/{reviewId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links to a review
         * @description Newest first, with those that have expired or were revoked. Needs a company key.
         */
        get: operations["listReviewLinks"];
        put?: never;
        /**
         * Make a link by which an auditor reads one review
         * @description Whoever has the link reads the review, its documents' pages, findings, decisions and reports without an account, until it expires or is revoked. The answer has the link only once. Every opening and every read is in the audit log. Needs a company key.
         */
        post: operations["createReviewLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compliance-reviews/{reviewId}/links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a link to a review
         * @description At once: whoever has opened it can read nothing more. Repeating the request is not an error. Needs a company key.
         */
        delete: operations["revokeReviewLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compliance-reviews/{reviewId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a compliance review as a file
         * @description pdf: for people, signed: a report for the board, and all findings as its annex. docx: the same, to edit in Word. xlsx: a workbook with items, gaps, recommendations and evidence. csv: a row for each item and document. oscal: OSCAL assessment results. Needs a company key.
         */
        get: operations["getComplianceReviewReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/report-signing-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the public key of report signatures
         * @description Needs no key.
         */
        get: operations["getReportSigningKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the branding of the partner's reports
         * @description Needs a partner key.
         */
        get: operations["getBranding"];
        /**
         * Replace the branding of the partner's reports
         * @description PDF and Word reports of all its companies have it at once, unless a report is asked for with branding=off. Texts and colours that are absent or null are the service's own again. Needs a partner key.
         */
        put: operations["replaceBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compliance-frameworks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the frameworks and controls that may be referenced
         * @description Needs a partner key or a company key.
         */
        get: operations["listComplianceFrameworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clusters of a control
         * @description Needs a partner key or a company key.
         */
        get: operations["listControlClusters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{controlId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a control
         * @description Needs a partner key or a company key.
         */
        get: operations["listControlItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the own audit log
         * @description What was changed with the keys and by the people of the caller's company or partner, and what others changed about it, newest first. A partner does not see what its companies do. Needs a partner key or a company key.
         */
        get: operations["listOwnAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-log/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the own audit log
         * @description What was changed with the keys and by the people of the caller's company or partner, and what others changed about it, newest first. A partner does not see what its companies do. Needs a partner key or a company key.
         */
        get: operations["exportOwnAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a control item with its criteria, their links, conditions and questions
         * @description Needs a partner key or a company key.
         */
        get: operations["getControlItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conditions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conditions of all controls that may be referenced
         * @description Each is a fact about a company that decides what applies. A business entity's facts are stated by their keys. Needs a partner key or a company key.
         */
        get: operations["listConditions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit documents in one request
         * @description All files form one document. Give complianceReviewId to append to a review, or businessEntityId with controlId to create one. The options may be in the query or in the form. For larger files use the chunked upload. Needs a company key.
         */
        post: operations["submitDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the company's documents
         * @description Needs a company key.
         */
        get: operations["listDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a document
         * @description A document that waits or is being analysed ends at once: its status becomes failed, and so do the items that are not judged yet. A document that has ended stays as it is, so the request can be repeated; the answer gives its status. A partner can cancel the documents of its companies. Needs a partner key or a company key.
         */
        post: operations["cancelDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/documents/{documentId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a document of any company
         * @description A document that waits or is being analysed ends at once: its status becomes failed, and so do the items that are not judged yet. A document that has ended stays as it is, so the request can be repeated; the answer gives its status. Needs the administrator token.
         */
        post: operations["cancelAnyDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document without its findings
         * @description Needs a company key.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description The document is at once gone from lists, results and its review; soon after, its files, pages and findings are erased for good. One that is being analysed is cancelled first. Its record, which has no text of it, stays in the company's chain. The request can be repeated. Needs a company key.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        /**
         * Change the dates or the reference of a document
         * @description null removes a field; an absent one stays. Needs a company key.
         */
        patch: operations["updateDocument"];
        trace?: never;
    };
    "/v1/documents/{documentId}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a document from its review
         * @description A withdrawn document stays readable and no longer counts in its review, until it is restored. The request can be repeated. Needs a company key.
         */
        post: operations["withdrawDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a withdrawn document
         * @description It counts in its review again. The request can be repeated. Needs a company key.
         */
        post: operations["restoreDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed document
         * @description The failed document stays failed; its files and items become a new document of the same review, which counts as a submission. A document can be retried once; the new one can be retried in turn. Needs a company key.
         */
        post: operations["retryOwnDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/files/{fileId}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a submitted file
         * @description A file that was found inside another one, such as a mail's attachment, is downloaded with the file that contains it. After the retention period of originals the answer is 404. Needs a company key.
         */
        get: operations["getDocumentOriginal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/predecessor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Propose the version before a document
         * @description Of the 200 newest documents that count in the same review. A proposal changes nothing until it is accepted with PUT. Documents with different subjects are never proposed. Needs a company key.
         */
        get: operations["getDocumentPredecessor"];
        /**
         * Name the version before a document
         * @description For a document that was submitted without supersedes: it becomes the newest version of the named document, as if the submission had said so. What was named stays; the request can be repeated. Needs a company key.
         */
        put: operations["putDocumentPredecessor"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a document with an earlier version
         * @description The clauses that were added, removed, reworded and moved, and the verdicts that changed because of them. Both documents must be completed and have at most 2000 pages. Needs a company key.
         */
        get: operations["compareDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/recommendations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the texts that are suggested for a document
         * @description Those of all items, in their order, with what each is for and what it replaces. Needs a company key.
         */
        get: operations["listRecommendations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/redline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a Word file with suggested texts as tracked changes
         * @description A copy of the original (DOCX). Texts are inserted at their places, replaced wordings are deleted, and each change has a comment with requirement and reason. Rejecting all changes gives back the original. The changes are the signed-in person's, else Assay's. Needs a company key.
         */
        get: operations["getRedline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/clauses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a Word file with the suggested texts
         * @description For documents that are no Word files: each text with its requirement, its place, the reasons and the wording that it replaces. Needs a company key.
         */
        get: operations["getClausePack"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/judgements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge a document again without uploading it
         * @description The files are judged again as a new document, which counts as a submission; the earlier result stays readable. By the same control, whose newest revision is used, the new document is a new version. By another control it is added to the named review, or to a new one of the same business entity. Needs a company key.
         */
        post: operations["judgeDocumentAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/crosswalk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Propose other controls that a document serves already
         * @description The criteria that the document meets are linked to criteria of other controls that ask the same thing. The control that is served most comes first; only controls that may be referenced are proposed. A document that is not judged yet serves none. Nothing is judged until it is asked for with judgeDocumentAgain. Needs a company key.
         */
        get: operations["getDocumentCrosswalk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{controlId}/affected-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents that the newest revision of a control affects
         * @description Documents that count in their review and were judged by an earlier revision of an item, or by all items of a control that has gained some since, newest first. Needs a company key.
         */
        get: operations["listAffectedDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{controlId}/judgements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge again the documents that the newest revision of a control affects
         * @description The files of every affected document are judged again as a new version, after everything that is submitted; the earlier results stay readable. It does not count as submissions. While a request is being worked on, another one returns it. Needs a company key.
         */
        post: operations["judgeAffectedDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/controls/{controlId}/affected-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents of all companies that the newest revision of a control affects
         * @description Documents that count in their review and were judged by an earlier revision of an item, or by all items of a control that has gained some since, newest first. Needs the administrator token.
         */
        get: operations["listEveryAffectedDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/controls/{controlId}/judgements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge again the documents of all companies that the newest revision of a control affects
         * @description The files of every affected document are judged again as a new version, after everything that is submitted; the earlier results stay readable. It does not count as submissions. While a request is being worked on, another one returns it. Needs the administrator token.
         */
        post: operations["judgeEveryAffectedDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/unfinished-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents of the partner's companies that wait or are being analysed
         * @description A partner sees the review that a document belongs to, not the name of its file. Needs a partner key.
         */
        get: operations["listUnfinishedDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/unfinished-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents that wait or are being analysed
         * @description Needs the administrator token.
         */
        get: operations["listEveryUnfinishedDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whose key this is, its limits and quotas, and what is left of them
         * @description Needs a partner key or a company key.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/partners/{partnerId}/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a partner's quotas, and how much of them is used
         * @description Needs the administrator token.
         */
        get: operations["getPartnerQuotas"];
        /**
         * Replace a partner's quotas
         * @description Quotas that are absent follow the service's settings. Needs the administrator token.
         */
        put: operations["replacePartnerQuotas"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/companies/{companyId}/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a company's quotas, and how much of them is used
         * @description Needs the administrator token.
         */
        get: operations["getCompanyQuotas"];
        /**
         * Replace a company's quotas
         * @description Quotas that are absent follow the service's settings. Needs the administrator token.
         */
        put: operations["replaceCompanyQuotas"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document's result
         * @description Items appear as they are judged: poll until status is completed or failed. A pending item has no result. Needs a company key.
         */
        get: operations["getDocumentResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/questions/{controlItemId}/{questionKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Answer a question that no document can answer
         * @description Replaces an earlier answer. Answers are listed in questions of the result and change no score. Needs a company key.
         */
        put: operations["answerQuestion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/items/{itemId}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Decide about a finding
         * @description About an item of a completed document's result, or about one of its criteria. The machine's verdict and score stay as they are; decidedScore counts what is decided. A decision about an item comes before those about its criteria. An earlier decision about the same is replaced and stays in the history; the same decision again changes nothing. Needs a company key.
         */
        put: operations["decideFinding"];
        post?: never;
        /**
         * Withdraw a decision
         * @description The finding counts again as the machine judged it; the decision stays in the history. Repeating the request is not an error. Needs a company key.
         */
        delete: operations["withdrawDecision"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List decisions with their history
         * @description Newest first. Without state, decisions that have ended are listed, too. Needs a company key.
         */
        get: operations["listDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/decisions/{decisionId}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the records of a decision
         * @description One record for when it was made and one for when it ended, in the company's chain of records: each contains the hash of the record before it, so that a later change is detectable from any hash you kept. Needs a company key.
         */
        get: operations["listDecisionRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List gaps: criteria that are not met
         * @description One for each criterion of a control item that a document, a subject or a set of documents judged together does not meet. It closes by itself when a newer version meets the criterion, and opens again when a later one does not. Needs a company key.
         */
        get: operations["listGaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change several gaps together
         * @description All of them, or none: one that is unknown or cannot have the status is refused for all. Needs a company key.
         */
        patch: operations["changeGaps"];
        trace?: never;
    };
    "/v1/gaps/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download gaps as CSV
         * @description RFC 4180 in UTF-8, with the same filters as the list. Needs a company key.
         */
        get: operations["exportGaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gaps/{gapId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a gap
         * @description Needs a company key.
         */
        get: operations["getGap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a gap's status, severity, owner or due date
         * @description Accepting the risk is a decision about the finding: PUT /v1/documents/{id}/items/{itemId}/decision. Needs a company key.
         */
        patch: operations["changeGap"];
        trace?: never;
    };
    "/v1/gaps/{gapId}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a gap's comments and what happened to it
         * @description Newest first. Needs a company key.
         */
        get: operations["listGapEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gaps/{gapId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on a gap
         * @description @ and the id of an account mention a person of the company. Needs a company key.
         */
        post: operations["commentOnGap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gaps/issue-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the address that opens an issue in your tracker
         * @description Needs a company key.
         */
        get: operations["getIssueLink"];
        /**
         * Set the address that opens an issue in your tracker
         * @description Needs a company key.
         */
        put: operations["replaceIssueLink"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/agreement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how often people agree with the engine
         * @description Of the newest decisions that are in effect, by control, criterion and verdict. People mostly decide about what needs review, which the engine is least sure of: its share of right verdicts over all is higher. Needs the administrator token.
         */
        get: operations["getAgreement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labels/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the company's decisions as labels
         * @description What people confirmed, overrode or declared not applicable, one line for each decision that counts: framework, control, externalId, key of the criterion (null for an item's level), revision, documentId, sha256 of the file, verdict or level, found (the engine's), decision, page, start and end of the passage in the page's text, reason and decidedAt. Accepted risks and decisions that were carried over are left out. Nothing is sent anywhere: whoever improves the engine gets the file from you. Needs a company key.
         */
        get: operations["exportLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/labels/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the decisions of all companies as labels
         * @description What people confirmed, overrode or declared not applicable, one line for each decision that counts: framework, control, externalId, key of the criterion (null for an item's level), revision, documentId, sha256 of the file, verdict or level, found (the engine's), decision, page, start and end of the passage in the page's text, reason and decidedAt. Accepted risks and decisions that were carried over are left out. Nothing is sent anywhere: whoever improves the engine gets the file from you. Needs the administrator token.
         */
        get: operations["exportEveryLabel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/files/{fileId}/pages/{pageNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one page of a document's file
         * @description The extracted text with its positions, so that a quote can be shown in context. With start and end, or with quote, the answer includes the position of those words on the page image. Needs a company key.
         */
        get: operations["getDocumentPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/files/{fileId}/pages/{pageNumber}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the image of one page of a document's file
         * @description An image of a PDF page. For other formats and for pages that cannot be rendered the answer is 404; their text is available. Needs a company key.
         */
        get: operations["getDocumentPageImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document's record
         * @description The engine that judged the document and the hashes of its results, written when the document completes or fails. Each record contains the hash of the company's previous record, so that a later change of a result is detectable from any hash you kept. A document in progress has no record. Needs a company key.
         */
        get: operations["getDocumentRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/upload/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a chunked upload session
         * @description For files of any size and for uploads that must survive interruptions. A session lasts 24 hours. Needs a company key.
         */
        post: operations["startUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/upload/{sessionId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of an upload
         * @description Needs a company key.
         */
        get: operations["getUploadStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/upload/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel an upload session
         * @description Documents that are already complete stay. Needs a company key.
         */
        delete: operations["cancelUpload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/upload/{sessionId}/files/{fileId}/chunks/{chunkIndex}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload one chunk
         * @description Send the chunks of a file in order. Sending a stored chunk again returns the current state. Optional header Content-Digest: sha-256=:BASE64:. With Prefer: wait a chunk may be sent while the one or two before it are still in flight to the same process; it is answered after them. Needs a company key.
         */
        put: operations["putChunk"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the webhook and its delivery statistics
         * @description Needs a company key.
         */
        get: operations["getWebhook"];
        /**
         * Register the company's webhook
         * @description Creates or replaces the company's one registration; its id stays. What is left out stays as it is, so isActive alone switches the webhook off. A disabled webhook is enabled again unless isActive is false, and pending events are sent. Needs a company key.
         */
        put: operations["registerWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a webhook.test event at once, whatever the subscription; the answer is its delivery. Needs a company key.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events sent to the webhook, with every attempt
         * @description Needs a company key.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Sends the event at once, with a new retry schedule; its webhook-id stays the same. Needs a company key.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partners
         * @description Needs the administrator token.
         */
        get: operations["listPartners"];
        put?: never;
        /**
         * Create a partner with its first key
         * @description Needs the administrator token.
         */
        post: operations["createPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/partners/{partnerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a partner
         * @description Needs the administrator token.
         */
        get: operations["getPartner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a partner
         * @description Needs the administrator token.
         */
        patch: operations["renamePartner"];
        trace?: never;
    };
    "/v1/admin/partners/{partnerId}/suspension": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Suspend a partner, or resume it
         * @description Within a second its keys and people, and those of its companies, get 403 with the code partner_suspended. Nothing is deleted: what was submitted is still judged, and webhooks are still delivered. Needs the administrator token.
         */
        put: operations["suspendPartner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/partners/{partnerId}/whitelist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace what a partner may reference
         * @description Needs the administrator token.
         */
        put: operations["replaceWhitelist"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/partners/{partnerId}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a partner's own limits
         * @description An absent limit follows the service's settings again. Needs the administrator token.
         */
        put: operations["replaceLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/partners/{partnerId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a partner's keys
         * @description Needs the administrator token.
         */
        get: operations["listPartnerKeys"];
        put?: never;
        /**
         * Issue a further key for a partner
         * @description Needs the administrator token.
         */
        post: operations["issuePartnerKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/companies/{companyId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a company's keys
         * @description Needs the administrator token.
         */
        get: operations["listCompanyKeys"];
        put?: never;
        /**
         * Issue a further key for a company
         * @description Needs the administrator token.
         */
        post: operations["issueCompanyKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Takes effect at once on every process. Needs the administrator token.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/frameworks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every framework of the catalogue
         * @description Needs the administrator token.
         */
        get: operations["listFrameworks"];
        put?: never;
        /**
         * Add a framework, or a new version of one
         * @description Items missing from a new version become obsolete. Existing results keep the texts they were judged by. Needs the administrator token.
         */
        post: operations["loadFramework"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/frameworks/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what adding a framework would change
         * @description Changes nothing. Reports all problems of the file at once. Needs the administrator token.
         */
        post: operations["previewFramework"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/clusters/{clusterId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Archive or restore a cluster
         * @description Needs the administrator token.
         */
        patch: operations["archiveCluster"];
        trace?: never;
    };
    "/v1/admin/control-items/{controlItemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Mark a control item obsolete, or restore it
         * @description Needs the administrator token.
         */
        patch: operations["markControlItemObsolete"];
        trace?: never;
    };
    "/v1/admin/controls/{controlId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a control with its clusters, items and criteria
         * @description Needs the administrator token.
         */
        get: operations["describeControl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/checklists/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a checklist and what importing it would change
         * @description Changes nothing. Names every problem and every warning with its sheet, row and column. docs/checklists.md describes the columns. Needs the administrator token.
         */
        post: operations["previewChecklist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/checklists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a control from an XLSX or CSV file
         * @description Makes a framework with one control. Importing a changed file with the same codes adds revisions to its items by their references; items that are missing from it become obsolete. Needs the administrator token.
         */
        post: operations["importChecklist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/checklists/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a workbook to fill in
         * @description Needs the administrator token.
         */
        get: operations["getChecklistTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/controls/{controlId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a control as a checklist or an OSCAL catalog
         * @description Importing the checklist again gives the same control. Needs the administrator token.
         */
        get: operations["exportControl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the companies of every partner
         * @description Needs the administrator token.
         */
        get: operations["listEveryCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/companies/{companyId}/business-entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a company's business entities
         * @description Needs the administrator token.
         */
        get: operations["listCompanyEntities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/companies/{companyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a company and all its data
         * @description At once: its keys and sessions end on every process, analysis of its documents stops, and nobody can see it. Then, in the background: all its rows, files and pages are deleted. The audit log keeps ids and records the end of the erasure (company.erased). Erasure cannot be undone. Repeating the request during the erasure changes nothing; afterwards the answer is 404. Needs the administrator token.
         */
        delete: operations["eraseCompany"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/business-entities/{businessEntityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Approve or archive a business entity
         * @description Needs the administrator token.
         */
        patch: operations["decideBusinessEntity"];
        trace?: never;
    };
    "/v1/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Every administrative action and every key use that changed something, newest first. Needs the administrator token.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit-log/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audit log
         * @description Every administrative action and every key use that changed something, newest first. Needs the administrator token.
         */
        get: operations["exportAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the models that judge documents, and what is sent to external ones
         * @description As reported by the running workers, whatever is set for the process that answers. Needs the administrator token.
         */
        get: operations["getAnalysisSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the state of the service
         * @description Needs the administrator token.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/failed-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents that failed, with the reason
         * @description Needs the administrator token.
         */
        get: operations["listFailedDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/documents/{documentId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed document
         * @description The failed document stays failed; its files and items become a new document of the same review. A document can be retried once; the new one can be retried in turn. Needs the administrator token.
         */
        post: operations["retryDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is signed in
         * @description Needs the portal's session.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in to the portal
         * @description Sets a cookie that authenticates like the key until the cookie or the key expires. For browsers; programs send the key itself. Needs no key.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Needs the portal's session.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in to the portal as a person
         * @description Sets a cookie like signing in with a key. With several organisations, the session begins in the one that was joined last. An unknown address and a wrong password give the same answer. An account with a second factor needs `code`, too: without it the answer is 401 with the code second_factor_required. Needs no key.
         */
        post: operations["signInWithPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/review-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the link to a review
         * @description Sets a cookie like signing in. It reads the link's review, its documents, findings, evidence and reports, and nothing else, until the link expires or is revoked. Every opening and every read is logged. Needs no key.
         */
        post: operations["openReviewLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/organisation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Go on in another organisation of your account
         * @description Needs the session of a person with an account.
         */
        put: operations["switchOrganisation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Open a client's work as its consultant
         * @description For people of a partner. From the next request on, the session reads, decides and submits in that company, which sees it in its audit log. 403 with the code client_access_off: the company has switched this off. Needs the session of a person with an account.
         */
        put: operations["openClient"];
        post?: never;
        /**
         * Go back from a client's work to your partner
         * @description Needs the session of a person with an account.
         */
        delete: operations["closeClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the identity providers of a sign-in page
         * @description Needs no key.
         */
        get: operations["listSignInProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with an identity provider
         * @description Returns the address to send the browser to, and sets a cookie that only this browser has. The provider sends the browser back to /portal/sign-in/callback, with a response that is valid once, within 10 minutes. Needs no key.
         */
        post: operations["beginProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/provider/response": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with the response of an identity provider
         * @description Sets the session cookie. A person whom the provider puts in a group with a role gets an account with the first sign-in, if the provider has verified the email address. The session is in the provider's organisation only. Needs no key.
         */
        post: operations["finishProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out, and learn where to sign out of the identity provider
         * @description Like DELETE /v1/session. If the session began with an identity provider that has such a page, `url` is where the browser ends its session there. Needs the portal's session.
         */
        post: operations["endSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of your organisation
         * @description Of the operator, the partner or the company that you are signed in to. Newest first. Needs the session of a person who may manage people.
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a person from your organisation
         * @description Ends the person's sessions in this organisation at once. Needs the session of a person who may manage people.
         */
        delete: operations["removePerson"];
        options?: never;
        head?: never;
        /**
         * Give a person another role
         * @description Counts with the person's next request. The last owner keeps the role. Needs the session of a person who may manage people.
         */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/v1/people/{membershipId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a person's sessions in your organisation
         * @description Needs the session of a person who may manage people.
         */
        delete: operations["signOutPerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{membershipId}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the second factor of a person who has lost it
         * @description Ends the person's sessions. Only for people who belong to no other organisation; the operator does it for them. Needs the session of a person who may manage people.
         */
        delete: operations["resetSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/accounts/{accountId}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the second factor of any account
         * @description Ends the account's sessions. The audit log names the id of an account. Needs the administrator token.
         */
        delete: operations["resetSecondFactorOfAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations of your organisation
         * @description Needs the session of a person who may manage people.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person to your organisation
         * @description Sends a link by mail where a mail server is set, and otherwise returns it to hand over. It is valid once, for 7 days. Inviting the same address again replaces the earlier link. Needs the session of a person who may manage people.
         */
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Needs the session of a person who may manage people.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the invitation of a link
         * @description Needs no key.
         */
        post: operations["readInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Creates the account with the given name and password, or adds the organisation to the account that this address has; the password must then be that account's. Sign in afterwards. Needs no key.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your own account
         * @description Needs the session of a person with an account.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your password
         * @description Ends all other sessions of the account. Attempts are limited for each account. Needs the session of a person with an account.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirm the authenticator app with a code
         * @description From then on signing in needs a code. All other sessions of the account end. Attempts are limited for each account. Needs the session of a person with an account.
         */
        put: operations["confirmSecondFactor"];
        /**
         * Begin to use an authenticator app
         * @description Counts once a code of the app is entered (PUT) within 15 minutes. Attempts are limited for each account. Needs the session of a person with an account.
         */
        post: operations["beginSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/second-factor/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop using an authenticator app
         * @description Its recovery codes end with it. Attempts are limited for each account. Needs the session of a person with an account.
         */
        post: operations["removeSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where you are signed in
         * @description Needs the session of a person with an account.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description Needs the session of a person with an account.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which mails you receive
         * @description Needs the session of a person with an account.
         */
        get: operations["getNotificationSettings"];
        /**
         * Choose which mails you receive
         * @description Needs the session of a person with an account.
         */
        put: operations["replaceNotificationSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See who of the partner has access to the company's work
         * @description The people of the partner, and whether the company lets them open its work. Needs a company key.
         */
        get: operations["getPartnerAccess"];
        /**
         * Switch the access of the partner's people off or on
         * @description Counts with the next request of each of them. It is on for a new company. For owners; a key can only until the company has one. Keys are not concerned. Needs a company key.
         */
        put: operations["switchPartnerAccess"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own keys
         * @description Newest first, with revoked ones. For owners; a key manages keys only until its organisation has an owner. A partner also manages the keys of its companies while they let its people in. Needs a partner key or a company key.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Issue a further key
         * @description The key is returned only here. For owners; a key manages keys only until its organisation has an owner. A partner also manages the keys of its companies while they let its people in. Needs a partner key or a company key.
         */
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key of your own
         * @description Takes effect at once on every process. For owners; a key manages keys only until its organisation has an owner. A partner also manages the keys of its companies while they let its people in. Needs a partner key or a company key.
         */
        delete: operations["revokeOwnKey"];
        options?: never;
        head?: never;
        /**
         * Label a key, or change what it may do and from where
         * @description Counts with the key's next request. For owners; a key manages keys only until its organisation has an owner. A partner also manages the keys of its companies while they let its people in. Needs a partner key or a company key.
         */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/v1/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key, with an overlap
         * @description The new key has the same label, scopes and networks and is returned only here. The old one stays valid until oldKeyValidUntil, or until it expires if that is earlier. For owners; a key manages keys only until its organisation has an owner. A partner also manages the keys of its companies while they let its people in. Needs a partner key or a company key.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the OpenAPI description of the service
         * @description Needs no key.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "document.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A document was submitted, in one request or by its last chunk
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveDocumentSubmittedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A document's result is ready
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveDocumentCompletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A document could not be read or analysed; its result states the reason
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveDocumentFailedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.superseded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A newer version of the document was judged and counts in its place
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveDocumentSupersededEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A document's validUntil is at most 30 days away, or has passed
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveDocumentExpiringEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.review_due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A document's reviewBy has passed
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveDocumentReviewDueEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "upload.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All files of a chunked upload have arrived
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveUploadCompletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "upload.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A chunked upload was not completed in time
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveUploadExpiredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A submission created a compliance review
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveReviewCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Every document of the review that counts has ended, and one is judged
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveReviewCompletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.score_fell": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A document was judged, and the review's score is lower than before
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveReviewScoreFellEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.signed_off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A review was signed off and is locked
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveReviewSignedOffEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signed-off review was reopened
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveReviewReopenedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "finding.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person decided about a finding or withdrew that, or a decision was carried over to a new version
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveFindingDecidedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "finding.reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An accepted risk has expired, or a new version changed what a decision rested on
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveFindingReopenedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "gap.assigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A gap has a new owner
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveGapAssignedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "gap.mentioned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A comment on a gap mentions a person
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveGapMentionedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "gap.due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An unresolved gap is due within 7 days
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveGapDueEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "gap.overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An unresolved gap was due
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveGapOverdueEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "gap.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A newer version meets the criterion, a person decided about it, or no document counts any more
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveGapClosedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "gap.reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A later version falls short again, or what closed the gap counts no more
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveGapReopenedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * You requested a test; sent whatever the subscription
         * @description Sent to the registered address. Verify the signature, answer at once and do the work afterwards.
         */
        post: operations["receiveWebhookTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptInvitationRequest: {
            /** @description The part of the link after its #. */
            token: string;
            /** @description The person's name, as others will see it. */
            name: string;
            /** @description 12 to 200 characters, none of the most common ones. */
            password: string;
        };
        AcceptInvitationResponse: {
            /** @description What to sign in with. */
            email: string;
        };
        Account: {
            /** @description A ULID. */
            accountId: string;
            email: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            passwordChangedAt: string;
            /** Format: date-time */
            lastSignedInAt: string | null;
            hasSecondFactor: boolean;
            /** @description Each is valid once. */
            recoveryCodesLeft: number;
            /** @description The organisations of this account, newest first. */
            memberships: components["schemas"]["AccountMembership"][];
        };
        AccountMembership: {
            /** @description A ULID. */
            membershipId: string;
            role: components["schemas"]["PersonRole"];
            /** @description The partner or company; null for the operator. */
            organisationName: string | null;
            /** @description The one that this session is in. */
            isCurrent: boolean;
        };
        /** @enum {string} */
        ActorTier: "admin" | "partner" | "company" | "system" | "unknown";
        AnalysisSettings: {
            engine: components["schemas"]["AnalysisSettingsEngine"];
            /** @description Everything that is sent to an external model; empty when nothing leaves the machine. */
            sentContent: string[];
            /** @description The external models in use; several when workers are configured differently. */
            externalModels: components["schemas"]["AnalysisSettingsExternalModel"][];
            /** @description Running processes that judge documents. When there is none, the response shows the settings of the process that answers. */
            workers: number;
            /** @description Workers that use an external model. */
            workersWithExternalModel: number;
        };
        /** @enum {string} */
        AnalysisSettingsEngine: "offline" | "llm";
        AnalysisSettingsExternalModel: {
            provider: string;
            /** @description The only address the service connects to. */
            baseUrl: string;
            model: string;
            tokensPerDocument: number;
        };
        AnnouncedFile: {
            /** @description At most 255 bytes in UTF-8. */
            fileName: string;
            /** @description In bytes. */
            fileSize: number;
            /** @description Lower-case hex; checked when the file is complete. */
            sha256?: string | null;
        };
        AnswerQuestionRequest: {
            /** @description null withdraws the answer. */
            answer: components["schemas"]["OwnerQuestionAnswer"] | null;
            /** @description For whoever reads the answer. */
            comment?: string | null;
        };
        ApiKey: {
            /** @description A ULID. */
            keyId: string;
            tier: components["schemas"]["KeyTier"];
            /** @description The key's first characters. */
            prefix: string;
            /** @description The key's last four characters. */
            lastFour: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        ArchiveClusterRequest: {
            isArchived: boolean;
        };
        ArchiveClusterResponse: {
            /** @description A ULID. */
            id: string;
            name: string;
            code: string;
            isArchived: boolean;
        };
        AuditEntry: {
            /** @description A ULID. */
            id: string;
            /** Format: date-time */
            at: string;
            actorTier: components["schemas"]["ActorTier"];
            /** @description A ULID. */
            actorKeyId: string | null;
            /** @description A ULID. */
            partnerId: string | null;
            /** @description A ULID. */
            companyId: string | null;
            /** @description The account of the person who acted. */
            actorAccountId: string | null;
            /** @description The name of the acting person, company or partner, if it still exists. */
            actorName: string | null;
            /** @description What was done, for example api_key.revoked. */
            action: string;
            /** @description What it was done to. */
            subjectId: string;
            /** @description Its name, if it has one and still exists. */
            subjectName: string | null;
            /** @description What it is; null when it has no name. */
            subjectKind: components["schemas"]["AuditEntrySubjectKind"] | null;
            details: {
                [key: string]: unknown;
            };
            /** @description Where the request came from. */
            address: string | null;
            /** @description The request's X-Request-Id. */
            requestId: string;
        };
        /**
         * @description What it is; null when it has no name.
         * @enum {string}
         */
        AuditEntrySubjectKind: "partner" | "company" | "business_entity" | "review" | "document" | "webhook" | "control_item" | "api_key" | "account";
        AuditLogPage: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        BeginProviderSignInRequest: {
            /** @description Its id; `operator` is the instance's. */
            providerId: string;
            /** @description A page of the portal to go on with, such as /system. The response to the sign-in has it. */
            page?: string;
        };
        BeginProviderSignInResponse: {
            url: string;
        };
        BeginSecondFactorRequest: {
            /** @description The account's password. */
            password: string;
        };
        BeginSecondFactorResponse: {
            /** @description In base32, to type into the app. Shown only here. */
            secret: string;
            /** @description The same as an otpauth address, for a QR code. */
            uri: string;
        };
        BulkJudgement: {
            /** @description A ULID. */
            id: string;
            /** @description A ULID. */
            controlId: string;
            status: components["schemas"]["ListAffectedDocumentsBulkJudgementStatus"];
            /** @description Documents to judge again. */
            documentCount: number;
            /** @description Of those, documents that wait for analysis or are being analysed. */
            waitingCount: number;
            judgedCount: number;
            failedCount: number;
            /** @description Documents that cannot be judged again, for example because their files were erased. */
            skippedCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
        };
        BusinessEntity: {
            /** @description A ULID. */
            id: string;
            name: string;
            description: string | null;
            /** @description A ULID. */
            companyId: string;
            isArchived: boolean;
            isApproved: boolean;
            /** @description What is known of the entity, by the keys of GET /v1/conditions. Decides conditions of later documents. */
            facts: {
                [key: string]: boolean;
            };
            /** @description The caller's own reference for it. */
            externalReference: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string | null;
        };
        CancelledDocument: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            status: components["schemas"]["DocumentStatus"];
            /** @description Why the document failed, as a sentence for people. */
            failureReason: string | null;
        };
        ChangeGapRequest: {
            status?: components["schemas"]["ChangeGapsStatus"];
            /** @description null: as it follows from level, weight and verdict. */
            severity?: components["schemas"]["ListGapsSeverity"] | null;
            /** @description A person of the company, by account; null: nobody. */
            ownerId?: string | null;
            /** @description A date such as 2026-12-31; null: none. */
            dueOn?: string | null;
        };
        ChangeGapsRequest: {
            /** @description Ids of gaps. */
            gaps: string[];
            status?: components["schemas"]["ChangeGapsStatus"];
            /** @description null: as it follows from level, weight and verdict. */
            severity?: components["schemas"]["ListGapsSeverity"] | null;
            /** @description A person of the company, by account; null: nobody. */
            ownerId?: string | null;
            /** @description A date such as 2026-12-31; null: none. */
            dueOn?: string | null;
        };
        ChangeGapsResponse: {
            /** @description Gaps that were different before. */
            changedCount: number;
        };
        /**
         * @description What a person may set.
         * @enum {string}
         */
        ChangeGapsStatus: "open" | "in_progress" | "fixed";
        ChangePasswordRequest: {
            /** @description The password as it is. */
            currentPassword: string;
            /** @description 12 to 200 characters, none of the most common ones. */
            newPassword: string;
        };
        ChangeRoleRequest: {
            role: components["schemas"]["PersonRole"];
        };
        ChangedItem: {
            /** @description A ULID. */
            controlItemId: string;
            score: number;
            previousScore: number;
            scoreChange: number;
            newGaps: string[];
            closedGaps: string[];
        };
        ChecklistPreview: {
            /** @description What keeps the file from being imported; the members about changes are then absent. */
            problems: components["schemas"]["ChecklistProblem"][];
            problemCount: number;
            warnings: components["schemas"]["ChecklistWarning"][];
            warningCount: number;
            framework?: components["schemas"]["FrameworkPreviewFramework"];
            /** @description The framework is not loaded yet. */
            isNew?: boolean;
            controlCount?: number;
            /** @description Only the items that change. */
            items?: components["schemas"]["FrameworkPreviewItem"][];
            unchanged?: number;
        };
        ChecklistProblem: {
            /** @description Empty for a CSV file, and for the file as a whole. */
            sheet: string;
            /** @description From 1, as the spreadsheet numbers it. */
            row: number | null;
            /** @description Letter and heading, such as F (Weight). */
            column: string | null;
            /** @description What is wrong. */
            message: string;
            /** @description What to do about it. */
            advice: string;
        };
        ChecklistWarning: {
            kind: components["schemas"]["ChecklistWarningKind"];
            /** @description Empty for a CSV file, and for the file as a whole. */
            sheet: string;
            /** @description From 1, as the spreadsheet numbers it. */
            row: number | null;
            /** @description Letter and heading, such as F (Weight). */
            column: string | null;
            /** @description What is wrong. */
            message: string;
            /** @description What to do about it. */
            advice: string;
        };
        /**
         * @description bundled: a criterion asks for several things; undecidable: it leaves open when it is met; duplicate: another one says nearly the same; drafted: criteria were made from the requirement; ignored: something is not read.
         * @enum {string}
         */
        ChecklistWarningKind: "bundled" | "undecidable" | "duplicate" | "drafted" | "ignored";
        ChunkReceipt: {
            receivedChunks: number;
            totalChunks: number;
            /** @description True exactly when documentId is not null. */
            isComplete: boolean;
            /** @description A ULID. */
            documentId: string | null;
            /** @description A ULID. */
            complianceReviewId: string | null;
            status: string | null;
        };
        ClauseChange: {
            kind: components["schemas"]["ClauseChangeKind"];
            /** @description It stands elsewhere; a reworded clause may be moved, too. */
            isMoved: boolean;
            isHeading: boolean;
            /** @description The headings above it, outermost first. */
            headingPath: string[];
            /** @description Where it was; null for one that was added. */
            previous: components["schemas"]["ClauseChangePrevious"] | null;
            /** @description Where it is; null for one that was removed. */
            current: components["schemas"]["ClauseChangePrevious"] | null;
            /** @description The clause in runs of words. Without those that were added it is the earlier text. */
            words: components["schemas"]["ClauseChangeWord"][];
            /** @description Verdicts that changed and rest on a quote from this clause. */
            verdictChanges: components["schemas"]["VerdictChange"][];
        };
        /** @enum {string} */
        ClauseChangeKind: "added" | "removed" | "reworded" | "moved";
        /** @description Where it was; null for one that was added. */
        ClauseChangePrevious: {
            /** @description A ULID. */
            fileId: string;
            documentName: string;
            page: string;
            pageNumber: number;
            /** @description Offset of the clause in the page's text. */
            start: number;
            end: number;
        };
        ClauseChangeWord: {
            kind: components["schemas"]["ClauseChangeWordKind"];
            text: string;
        };
        /** @enum {string} */
        ClauseChangeWordKind: "same" | "removed" | "added";
        CommentOnGapRequest: {
            text: string;
        };
        Company: {
            /** @description A ULID. */
            id: string;
            name: string;
            legalName: string;
            country: string | null;
            taxId: string | null;
            phone: string | null;
            address: string | null;
            postalCode: string | null;
            city: string | null;
            /** @description The caller's own reference for it. */
            externalReference: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string | null;
        };
        CompanyChange: {
            /** @description The company's name. */
            name?: string | null;
            /** @description Registered name; equals name when absent. */
            legalName?: string | null;
            /** @description Country. */
            country?: string | null;
            /** @description Tax number. */
            taxId?: string | null;
            /** @description Telephone number. */
            phone?: string | null;
            /** @description Street and number. */
            address?: string | null;
            /** @description Postal code. */
            postalCode?: string | null;
            /** @description City. */
            city?: string | null;
        };
        CompanyOverview: {
            /** @description A ULID. */
            id: string;
            name: string;
            legalName: string;
            country: string | null;
            taxId: string | null;
            phone: string | null;
            address: string | null;
            postalCode: string | null;
            city: string | null;
            /** @description The caller's own reference for it. */
            externalReference: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string | null;
            /** @description A ULID. */
            partnerId: string;
            partnerName: string;
            entityCount: number;
            /** @description Entities that are neither approved nor archived. */
            unapprovedCount: number;
        };
        CompanyQuotas: {
            /** @description Bytes of submitted files, with those announced in open upload sessions. */
            storedBytes?: number;
            /** @description Files found inside archives and mails. */
            archiveMembers?: number;
            /** @description Bytes announced in open upload sessions. */
            openUploadBytes?: number;
            /** @description Documents that wait or are being analysed. */
            waitingDocuments?: number;
        };
        CompanySummary: {
            /** @description A ULID. */
            companyId: string;
            name: string;
            country: string | null;
            city: string | null;
            /** @description The caller's own reference for it. */
            externalReference: string | null;
            /** Format: date-time */
            createdAt: string;
            reviewCount: number;
            /** @description The newest ten, newest first. */
            reviews: components["schemas"]["CompanySummaryReview"][];
        };
        CompanySummaryReview: {
            /** @description A ULID. */
            id: string;
            name: string;
            controlCode: string;
            /** Format: date-time */
            reviewDate: string;
            /** @description 0 to 100; null until something was judged. */
            score: number | null;
            /** @description The score's level. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            documentCounts: components["schemas"]["DocumentCounts"];
        };
        ComplianceItem: {
            /** @description A ULID. */
            id: string;
            /** @description A ULID. */
            controlItemId: string;
            controlItemName: string;
            /** @description A ULID. */
            controlClusterId: string;
            /** @description A ULID. */
            controlId: string;
            controlClusterName: string;
            controlItemObjective: string;
            controlItemExternalId: string;
            /** @description Revision of the catalogue's text that was judged. */
            controlItemRevision: number;
            status: components["schemas"]["ItemStatus"];
            /** @description Why the item failed, as a sentence for people. */
            failureReason: string | null;
            /** Format: date-time */
            judgedAt: string | null;
            /** @description Level of the score: compliant from 80, partially_compliant from 40; not_applicable if no criterion applies. null without a score. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** @description The level with the decisions of people in effect. An accepted risk keeps it. */
            decidedComplianceLevel: components["schemas"]["ComplianceLevel"] | null;
            decision?: components["schemas"]["FindingDecision"];
            /**
             * @description The probability that this level is right, from the probabilities of its criteria's verdicts. null without a result, too. null if unknown: an external model or words alone judged, or an earlier version.
             * @example 0.93
             */
            confidence: number | null;
            /**
             * @description The confidence is below the operator's threshold, or unknown: check the level. false without a result.
             * @example true
             */
            needsReview: boolean;
            /** @description Figures behind the score. */
            units: components["schemas"]["ComplianceItemUnit"][];
            /** @description null while pending and for a failed item. */
            result: components["schemas"]["ItemResult"] | null;
        };
        ComplianceItemUnit: {
            name: string;
            value: string;
        };
        /**
         * @description The score's level.
         * @enum {string}
         */
        ComplianceLevel: "compliant" | "partially_compliant" | "non_compliant" | "not_applicable";
        ComplianceReview: {
            /** @description A ULID. */
            id: string;
            name: string;
            scope: string;
            /** @description A ULID. */
            businessEntityId: string;
            /** @description A ULID. */
            companyId: string;
            /** Format: date-time */
            reviewDate: string;
            /** Format: date-time */
            createdAt: string;
            /** @description A ULID. */
            controlId: string;
            controlCode: string;
            /** @description As in the roll-up; null until something was judged. */
            score: number | null;
            /** @description The score's level. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** @description The score with the decisions of people. */
            decidedScore: number | null;
            /** @description The level of decidedScore; not_applicable where no item counts. */
            decidedComplianceLevel: components["schemas"]["ComplianceLevel"] | null;
            documentCounts: components["schemas"]["DocumentCounts"];
            /**
             * Format: date-time
             * @description The last change of the review or of its documents.
             */
            changedAt: string;
            /** @description Who signed the review off, and when; null while it is open. */
            signOff: components["schemas"]["ComplianceReviewSignOff"] | null;
        };
        ComplianceReviewDetails: {
            /** @description A ULID. */
            id: string;
            name: string;
            scope: string;
            /** @description A ULID. */
            businessEntityId: string;
            /** @description A ULID. */
            companyId: string;
            /** Format: date-time */
            reviewDate: string;
            /** Format: date-time */
            createdAt: string;
            /** @description A ULID. */
            complianceFrameworkId: string;
            /** @description A ULID. */
            controlId: string;
            /** Format: date-time */
            updatedAt: string | null;
            /** @description A person's sign-off of a review. */
            signOff: components["schemas"]["ComplianceReviewDetailsSignOff"] | null;
            rollUp: components["schemas"]["RollUp"];
        };
        /** @description A person's sign-off of a review. */
        ComplianceReviewDetailsSignOff: {
            /** @description A ULID. */
            signOffId: string;
            /** Format: date-time */
            signedOffAt: string;
            signedOffBy: components["schemas"]["DecisionAuthor"];
            /** @description What the person stated. */
            statement: string | null;
            /** @description The review's score when it was signed off. */
            score: number | null;
            /** @description Its score with the decisions of people, at that time. */
            decidedScore: number | null;
            /** @description The documents that counted. */
            documentCount: number;
            /**
             * Format: date-time
             * @description When the review was reopened; null while it is signed off.
             */
            reopenedAt: string | null;
            reopenedBy: components["schemas"]["DecisionAuthor"] | null;
            reopeningReason: string | null;
        };
        /** @description Who signed the review off, and when; null while it is open. */
        ComplianceReviewSignOff: {
            /** @description A ULID. */
            signOffId: string;
            /** Format: date-time */
            signedOffAt: string;
            signedOffBy: components["schemas"]["DecisionAuthor"];
        };
        /** @enum {string} */
        ComponentState: "ok" | "failed";
        Condition: {
            /** @description Key of the fact in facts of a business entity. */
            key: string;
            statement: string;
            /** @description The controls that ask under this condition. */
            controlIds: string[];
        };
        ConfirmSecondFactorRequest: {
            /** @description Six digits of the authenticator app, or a recovery code. */
            code: string;
        };
        ConfirmSecondFactorResponse: {
            /** @description Ten codes for when the device is lost, each valid once. Shown only here. */
            recoveryCodes: string[];
        };
        Control: {
            /** @description A ULID. */
            id: string;
            name: string;
            code: string;
            description: string;
            documentsCount: components["schemas"]["DocumentsCount"];
            /** @description Number of items of a submission that selects none. */
            itemCount: number;
        };
        ControlCluster: {
            /** @description A ULID. */
            id: string;
            name: string;
            code: string;
        };
        /** @enum {string} */
        ControlFormat: "xlsx" | "oscal";
        ControlItem: {
            /** @description A ULID. */
            id: string;
            /** @description The article, clause or section. */
            externalId: string;
            name: string;
            /** @description The requirement in one sentence. */
            objective: string;
            /** @description A ULID. */
            clusterId: string;
            isObsolete: boolean;
        };
        /**
         * @description Whether a reference to the exact provision of law meets a criterion that the provision lists; null if not said.
         * @enum {string}
         */
        ControlItemCriteriaEntryByReference: "sufficient" | "partial";
        ControlItemDetails: {
            /** @description A ULID. */
            id: string;
            /** @description The article, clause or section. */
            externalId: string;
            name: string;
            /** @description The requirement in one sentence. */
            objective: string;
            /** @description A ULID. */
            clusterId: string;
            isObsolete: boolean;
            /** @description A ULID. */
            controlId: string;
            /** @description Number of the wording, from 1. */
            revision: number;
            /** @description Key of the condition under which it applies, or never; null if it always applies. */
            appliesWhen: string | null;
            criteria: components["schemas"]["ControlItemDetailsCriteriaEntry"][];
            /** @description The conditions that the item and its criteria name. */
            conditions: components["schemas"]["ControlItemDetailsCondition"][];
            /** @description What no document can answer and its owner is asked. */
            questions: components["schemas"]["ControlItemDetailsQuestion"][];
        };
        ControlItemDetailsCondition: {
            key: string;
            statement: string;
            whenSilent: components["schemas"]["WhenSilent"];
        };
        ControlItemDetailsCriteriaEntry: {
            key: string;
            /** @description The point in a few words; null in the catalogue's own language. */
            topic: string | null;
            /** @description What is checked in a document. */
            statement: string;
            level: components["schemas"]["CriterionLevel"];
            /** @description Importance within the item, from 1 to 5. */
            weight: number;
            /** @description Key of the condition under which it applies, or never; null if it always applies. */
            appliesWhen: string | null;
            /** @description Whether a reference to the exact provision of law meets a criterion that the provision lists; null if not said. */
            byReference: components["schemas"]["ControlItemCriteriaEntryByReference"] | null;
            /** @description Criteria of other controls that may be referenced, which ask the same thing or a part of it. */
            links: components["schemas"]["CriterionLink"][];
        };
        ControlItemDetailsQuestion: {
            key: string;
            question: string;
        };
        CreateBusinessEntityRequest: {
            /** @description The entity's name. */
            name: string;
            /** @description What the entity does. */
            description?: string | null;
            /** @description Facts about the entity, by the keys of GET /v1/conditions. */
            facts?: {
                [key: string]: boolean | null;
            } | null;
            /** @description Your own reference for it, such as its number in your system; unique among the company's business entities. */
            externalReference?: string | null;
        };
        CreateBusinessEntityResponse: {
            id: components["schemas"]["IdParts"];
            name: string;
        };
        CreatePartnerRequest: {
            /** @description The partner's name. */
            name: string;
            /** @description Frameworks it may reference; all when absent. */
            frameworkIds?: string[];
        };
        CreatePartnerResponse: {
            /** @description A ULID. */
            partnerId: string;
            name: string;
            /** @description Shown only here. */
            apiKey: string;
        };
        CreateReviewLinkRequest: {
            /** @description Whom the link is for. */
            label: string;
            /** @description How many days it is valid. Default: 14. */
            days?: number;
        };
        CreateReviewLinkResponse: {
            /** @description A ULID. */
            linkId: string;
            /** @description Whom it is for. */
            label: string;
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["DecisionAuthor"];
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            revokedAt: string | null;
            /** @description How often it was opened. */
            openedCount: number;
            /** Format: date-time */
            lastOpenedAt: string | null;
            /** @description Shown only here; only a hash of it is stored. */
            token: string;
            /** @description The path of the link on this service, with the token. */
            path: string;
        };
        Criterion: {
            key: string;
            /** @description What is required. Only with include=statements. */
            statement?: string;
            /** @description Only with include=statements. */
            level?: components["schemas"]["CriterionLevel"];
            /** @description Importance within the item, 5 is its heart. Only with include=statements. */
            weight?: number;
            verdict: components["schemas"]["Verdict"];
            /**
             * @description The probability that this verdict is right. A stated fact counts as certain. null if unknown: an external model or words alone judged, or an earlier version.
             * @example 0.93
             */
            confidence: number | null;
            /**
             * @description The confidence is below the operator's threshold, or unknown: read the evidence yourself. Absent if not.
             * @example true
             */
            needsReview?: boolean;
            /** @description Of all verdicts; null if the judge gives none. Only with include=probabilities. */
            probabilities?: components["schemas"]["CriterionProbabilities"] | null;
            reason: components["schemas"]["VerdictReason"];
            /** @description The reason in words. Only with include=statements. */
            description?: string;
            /** @description Key of the condition that keeps it from applying; absent if it applies. */
            condition?: string;
            decision?: components["schemas"]["FindingDecision"];
            /** @description Best first. */
            evidence: components["schemas"]["CriterionEvidenceEntry"][];
        };
        CriterionEvidenceEntry: {
            /** @description Its index in quotes. */
            quote: number;
            role: components["schemas"]["EvidenceRole"];
        };
        /** @enum {string} */
        CriterionLevel: "must" | "should";
        CriterionLink: {
            type: components["schemas"]["CriterionLinkType"];
            /** @description A ULID. */
            controlId: string;
            controlCode: string;
            /** @description A ULID. */
            itemId: string;
            /** @description The article, clause or section of the other item. */
            externalId: string;
            criterionKey: string;
            statement: string;
            /** @description Keys of the conditions of the other criterion and its item. */
            appliesWhen: string[];
        };
        /**
         * @description sameAs: evidence that meets one of the two criteria meets the other. partOf: evidence that meets this criterion meets the other at least in part. hasPart: the other way round.
         * @enum {string}
         */
        CriterionLinkType: "sameAs" | "partOf" | "hasPart";
        /** @description Of all verdicts; null if the judge gives none. Only with include=probabilities. */
        CriterionProbabilities: {
            met: number;
            partly: number;
            contradicted: number;
            missing: number;
            not_applicable: number;
        };
        Dashboard: {
            /** @description Every control that the company has reviews against, the lowest score first. */
            controls: components["schemas"]["DashboardControl"][];
            /** @description Dates of documents that count up to 30 days from today, the earliest first, at most 100. */
            due: components["schemas"]["DashboardDueEntry"][];
        };
        DashboardControl: {
            /** @description A ULID. */
            controlId: string;
            controlCode: string;
            controlName: string;
            /** @description Reviews of the company against this control. */
            reviewCount: number;
            /** @description null until something was judged. */
            score: number | null;
            /** @description The score's level. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** @description The ten with the lowest scores, the lowest first. */
            reviews: components["schemas"]["DashboardControlReview"][];
            /** @description The mean of the scores that its reviews had on that day; days without any score are left out. */
            trend: components["schemas"]["DashboardControlTrendEntry"][];
        };
        DashboardControlReview: {
            /** @description A ULID. */
            id: string;
            name: string;
            /** @description A ULID. */
            businessEntityId: string;
            /** @description null until something was judged. */
            score: number | null;
            /** @description The score's level. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /**
             * Format: date-time
             * @description The last change of the review or of its documents.
             */
            changedAt: string;
        };
        DashboardControlTrendEntry: {
            /**
             * Format: date
             * @description The end of this day in UTC; a week after the point before, and today for the last one.
             */
            date: string;
            score: number;
        };
        DashboardDueEntry: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            fileName: string;
            subject: string | null;
            /** @description A ULID. */
            controlId: string;
            controlCode: string;
            reason: components["schemas"]["DashboardDueEntryReason"];
            /**
             * Format: date
             * @description That date.
             */
            date: string;
            /** @description Whether the date is before today in UTC. */
            isPast: boolean;
        };
        /**
         * @description Which of its dates: validUntil or reviewBy.
         * @enum {string}
         */
        DashboardDueEntryReason: "expires" | "review_due";
        DecideBusinessEntityRequest: {
            isApproved?: boolean;
            isArchived?: boolean;
        };
        DecideFindingRequest: {
            /** @description Key of a criterion. Default: the item as a whole. */
            criterionKey?: string;
            decision: components["schemas"]["DecisionKind"];
            /** @description Required to override a criterion: the right verdict. */
            verdict?: components["schemas"]["FindingDecisionVerdict"];
            complianceLevel?: components["schemas"]["GivenLevel"];
            /**
             * Format: date-time
             * @description Required to accept a risk: when the acceptance expires.
             */
            acceptedUntil?: string;
            reason: string;
            evidence?: components["schemas"]["NamedPassage"];
        };
        Decision: {
            /** @description A ULID. */
            decisionId: string;
            decision: components["schemas"]["DecisionKind"];
            /** @description The verdict that an override gives a criterion. */
            verdict: components["schemas"]["FindingDecisionVerdict"] | null;
            /** @description The level that an override gives an item. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /**
             * Format: date-time
             * @description When an accepted risk expires and the gap is open again.
             */
            acceptedUntil: string | null;
            reason: string;
            /** @description The passage that the person marked. */
            evidence: components["schemas"]["FindingDecisionEvidence"] | null;
            author: components["schemas"]["DecisionAuthor"];
            /** Format: date-time */
            decidedAt: string;
            state: components["schemas"]["DecisionState"];
            /** @description The decision about the document's version before that this one continues. */
            carriedFrom: string | null;
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description Id of the entry of complianceItems in the document's result. */
            itemId: string;
            /** @description A ULID. */
            controlItemId: string;
            /** @description The criterion's key; null for the item as a whole. */
            criterionKey: string | null;
            /** Format: date-time */
            endedAt: string | null;
            endedBy: components["schemas"]["DecisionAuthor"] | null;
        };
        DecisionAuthor: {
            kind: components["schemas"]["DecisionAuthorKind"];
            /** @description A ULID. */
            id: string;
            /** @description As it was then: the person's name, or the readable part of the key. */
            name: string;
        };
        /**
         * @description Who acted: an API key, or a person with an account.
         * @enum {string}
         */
        DecisionAuthorKind: "key" | "account";
        /**
         * @description confirm: the finding is right. override: another verdict or level. not_applicable: it is not required here. accept_risk: it is not met, and that is accepted until a date.
         * @enum {string}
         */
        DecisionKind: "confirm" | "override" | "not_applicable" | "accept_risk";
        DecisionRecord: {
            /** @description Hash of the record's canonical JSON (RFC 8785), in hex. */
            sha256: string;
            record: components["schemas"]["DecisionRecordRecord"];
        };
        /** @description Contains no names and no text. */
        DecisionRecordRecord: {
            /** @enum {number} */
            format: 1;
            /** @enum {string} */
            kind: "decision";
            /** @description A ULID. */
            companyId: string;
            /** @description Counts from 1 within the company, with the records of documents. */
            position: number;
            /** @description Hash of the company's previous record; null for the first. */
            previousSha256: string | null;
            /** @description A ULID. */
            decisionId: string;
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            itemId: string;
            /** @description A ULID. */
            controlItemId: string;
            criterionKey: string | null;
            decision: components["schemas"]["DecisionKind"];
            verdict: string | null;
            complianceLevel: string | null;
            /** Format: date-time */
            acceptedUntil: string | null;
            /** @description A ULID. */
            authorId: string;
            /** Format: date-time */
            decidedAt: string;
            /** @description A ULID. */
            carriedFrom: string | null;
            state: components["schemas"]["DecisionState"];
            /** Format: date-time */
            endedAt: string | null;
            /** @description A ULID. */
            endedById: string | null;
            /** @description Hash of the reason, the marked passage and the author's name. */
            contentSha256: string;
        };
        /**
         * @description in_effect: it counts. look_again: carried over to a new version of the document in which what decided has changed; it does not count until it is decided again. replaced, withdrawn, expired: it has ended.
         * @enum {string}
         */
        DecisionState: "in_effect" | "look_again" | "replaced" | "withdrawn" | "expired";
        Delivery: {
            /** @description The event's id: the webhook-id header of every attempt and replay. */
            id: string;
            type: string;
            /** @description The member data of the event's body. */
            data: {
                [key: string]: unknown;
            };
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last delivered successfully.
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; null when there is none.
             */
            nextAttemptAt: string | null;
            /** @description Oldest first; stored for 30 days. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            /** Format: date-time */
            at: string;
            durationMilliseconds: number;
            statusCode: number | null;
            /** @description null for a success; otherwise timeout, dns, address, connection, tls, protocol, redirect or status. */
            error: string | null;
            /** @description First bytes of the response to a failed attempt, at most 1 KiB. */
            responseStart: string | null;
        };
        /** @enum {string} */
        DeliveryStatus: "pending" | "delivered" | "failed";
        DescribedControl: {
            /** @description A ULID. */
            id: string;
            /** @description A ULID. */
            frameworkId: string;
            frameworkName: string;
            name: string;
            code: string;
            description: string;
            /** @description Number of items of a submission that selects none. */
            itemCount: number;
            source: components["schemas"]["DescribedControlSource"];
            /** @description The kind of document this control reviews. */
            documentKind: string;
            clusters: components["schemas"]["DescribedControlCluster"][];
        };
        DescribedControlCluster: {
            /** @description A ULID. */
            id: string;
            name: string;
            code: string;
            isArchived: boolean;
            items: components["schemas"]["DescribedControlItem"][];
        };
        DescribedControlItem: {
            /** @description A ULID. */
            id: string;
            /** @description The article, clause or section. */
            externalId: string;
            name: string;
            /** @description The requirement in one sentence. */
            objective: string;
            /** @description A ULID. */
            clusterId: string;
            isObsolete: boolean;
            /** @description Number of the wording, from 1. */
            revision: number;
            criteria: components["schemas"]["DescribedCriterion"][];
            risks: string[];
            compensatingControls: string[];
            recommendation: components["schemas"]["DescribedControlItemRecommendation"];
        };
        DescribedControlItemRecommendation: {
            action: string;
            section: string;
            text: string;
        };
        DescribedControlSource: {
            title: string;
            url: string;
        };
        DescribedCriterion: {
            key: string;
            /** @description One checkable statement about the document. */
            statement: string;
            level: components["schemas"]["CriterionLevel"];
            /** @description Importance within the item, from 1 to 5. */
            weight: number;
            phrases: string[];
            contradictions: string[];
        };
        Document: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            controlId: string;
            /** @description What the document is reviewed against. */
            controlCode: string;
            /** @description A ULID. */
            businessEntityId: string;
            fileName: string;
            status: components["schemas"]["DocumentStatus"];
            /** @description Why the document failed, as a sentence for people. */
            failureReason: string | null;
            pageCount: number;
            /** @description The mean of the items that apply; null until they are judged, and where none applies. */
            score: number | null;
            /** @description The score's level; null until the document is completed. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** @description The score with the decisions of people; null where no item counts. */
            decidedScore: number | null;
            /** @description The level of decidedScore. */
            decidedComplianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was submitted, judged or withdrawn, whichever was last.
             */
            changedAt: string;
            /** Format: date-time */
            processedAt: string | null;
            /**
             * Format: date-time
             * @description Since when the document is withdrawn from its review; null if it is not.
             */
            withdrawnAt: string | null;
            /** @description What the document is about, such as the vendor's name. */
            subject: string | null;
            /** @description The caller's own reference for it. */
            externalReference: string | null;
            /** Format: date */
            effectiveFrom: string | null;
            /**
             * Format: date
             * @description The last day on which the document is valid.
             */
            validUntil: string | null;
            /**
             * Format: date
             * @description The day by which the document is to be reviewed.
             */
            reviewBy: string | null;
            /** @description Counts the versions of the document. */
            version: number;
            /** @description The version before, as the submission named it. */
            supersedes: string | null;
            /** @description The newer version that counts in its place; null while this one counts. */
            supersededBy: string | null;
            /** @description The document whose files were judged again; null for a submission. */
            judgementOf: string | null;
        };
        DocumentComparison: {
            /** @description A ULID. */
            documentId: string;
            fileName: string;
            /** @description A ULID. */
            previousDocumentId: string;
            previousFileName: string;
            counts: components["schemas"]["DocumentComparisonCounts"];
            /** @description In the order of the newer document. A clause that was only renumbered is unchanged. */
            changes: components["schemas"]["ClauseChange"][];
            /** @description Verdicts that changed and rest on no quote from a changed clause. */
            otherVerdictChanges: components["schemas"]["VerdictChange"][];
        };
        /** @description Clauses; a reworded one that was moved counts as reworded. */
        DocumentComparisonCounts: {
            added: number;
            removed: number;
            reworded: number;
            moved: number;
            unchanged: number;
        };
        /** @description A document's result is ready. */
        DocumentCompletedEvent: {
            /** @constant */
            type: "document.completed";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["DocumentCompletedEventData"];
        };
        DocumentCompletedEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            documentId: string;
            /** @enum {string} */
            status: "completed";
        };
        /** @description Of the documents that count. */
        DocumentCounts: {
            queued: number;
            processing: number;
            completed: number;
            failed: number;
        };
        DocumentDetails: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            controlId: string;
            /** @description What the document is reviewed against. */
            controlCode: string;
            /** @description A ULID. */
            businessEntityId: string;
            fileName: string;
            status: components["schemas"]["DocumentStatus"];
            /** @description Why the document failed, as a sentence for people. */
            failureReason: string | null;
            pageCount: number;
            /** @description The mean of the items that apply; null until they are judged, and where none applies. */
            score: number | null;
            /** @description The score's level; null until the document is completed. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** @description The score with the decisions of people; null where no item counts. */
            decidedScore: number | null;
            /** @description The level of decidedScore. */
            decidedComplianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was submitted, judged or withdrawn, whichever was last.
             */
            changedAt: string;
            /** Format: date-time */
            processedAt: string | null;
            /**
             * Format: date-time
             * @description Since when the document is withdrawn from its review; null if it is not.
             */
            withdrawnAt: string | null;
            /** @description What the document is about, such as the vendor's name. */
            subject: string | null;
            /** @description The caller's own reference for it. */
            externalReference: string | null;
            /** Format: date */
            effectiveFrom: string | null;
            /**
             * Format: date
             * @description The last day on which the document is valid.
             */
            validUntil: string | null;
            /**
             * Format: date
             * @description The day by which the document is to be reviewed.
             */
            reviewBy: string | null;
            /** @description Counts the versions of the document. */
            version: number;
            /** @description The version before, as the submission named it. */
            supersedes: string | null;
            /** @description The newer version that counts in its place; null while this one counts. */
            supersededBy: string | null;
            /** @description The document whose files were judged again; null for a submission. */
            judgementOf: string | null;
            /** @description How it counts in its review, as its submission said; null: as its control says. */
            documentsCount: components["schemas"]["DocumentsCount"] | null;
            /** @description The document that a retry of this failed one has created. */
            retriedAs: string | null;
            /** @description The submitted files. */
            files: components["schemas"]["DocumentDetailsFile"][];
        };
        DocumentDetailsFile: {
            /** @description A ULID. */
            fileId: string;
            fileName: string;
            sizeBytes: number;
            /** @description false when its retention period is over: it cannot be downloaded. */
            isOriginalKept: boolean;
        };
        /** @description A document's validUntil is at most 30 days away, or has passed. */
        DocumentExpiringEvent: {
            /** @constant */
            type: "document.expiring";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["DocumentExpiringEventData"];
        };
        DocumentExpiringEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            documentId: string;
        };
        /** @description A document could not be read or analysed; its result states the reason. */
        DocumentFailedEvent: {
            /** @constant */
            type: "document.failed";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["DocumentFailedEventData"];
        };
        DocumentFailedEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            documentId: string;
            /** @enum {string} */
            status: "failed";
        };
        DocumentPage: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            fileId: string;
            documentName: string;
            pageNumber: number;
            /** @description Pages of the file. */
            pageCount: number;
            /** @description What people call the page: "12", or "slide 3". */
            label: string;
            /** @description Contains every quote of the page character for character. */
            text: string;
            paragraphs: components["schemas"]["DocumentPageParagraph"][];
            /** @description 0 to 100 for text recognised from an image. */
            recognitionConfidence: number | null;
            /** @description Position of the requested words (start and end, or quote) on the page image. null when none were requested and for pages without an image. */
            highlight: components["schemas"]["PageHighlight"] | null;
        };
        DocumentPageParagraph: {
            /** @description Offset in the text. */
            start: number;
            end: number;
            /** @description heading, body, listItem, tableRow, footnote, header or footer. */
            kind: string;
            /** @description The headings above it, outermost first. */
            headingPath: string[];
            /** @description Left, top, right and bottom on a PDF page in points, from its top left corner. */
            box: number[] | null;
        };
        DocumentRecord: {
            /** @description Hash of the record's canonical JSON (RFC 8785), in hex. */
            sha256: string;
            record: components["schemas"]["DocumentRecordRecord"];
        };
        /** @description Written when the document completes or fails. Contains no names and no document text. */
        DocumentRecordRecord: {
            /** @enum {number} */
            format: 1;
            /** @description A ULID. */
            companyId: string;
            /** @description Counts from 1 within the company. */
            position: number;
            /** @description Hash of the company's previous record; null for the first. */
            previousSha256: string | null;
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            status: components["schemas"]["DocumentRecordRecordStatus"];
            auditLanguage: string;
            pageCount: number;
            /** Format: date-time */
            submittedAt: string;
            /** Format: date-time */
            processedAt: string;
            /** @description The engine, catalogue and settings that judged; null when nothing was judged. */
            engine: components["schemas"]["DocumentResultEngine"] | null;
            /** @description What was stated about the entity; absent without facts. */
            facts?: {
                [key: string]: boolean;
            };
            files: components["schemas"]["DocumentRecordRecordFile"][];
            items: components["schemas"]["DocumentRecordRecordItem"][];
            /** @description Hash of the document's outcome and all findings. */
            resultSha256: string;
        };
        DocumentRecordRecordFile: {
            /** @description A ULID. */
            fileId: string;
            /** @description "2.1" is the first member of the second file. */
            place: string;
            sizeBytes: number | null;
            /** @description Hash of the submitted bytes. */
            sha256: string | null;
            reading: components["schemas"]["DocumentRecordRecordFileReading"];
            pageCount: number;
        };
        /** @enum {string} */
        DocumentRecordRecordFileReading: "unread" | "read" | "failed";
        DocumentRecordRecordItem: {
            /** @description A ULID. */
            itemId: string;
            /** @description A ULID. */
            controlItemId: string;
            /** @description Revision of the catalogue item it was judged by. */
            revision: number;
            status: components["schemas"]["ItemStatus"];
            score: number | null;
            /** @description Hash of its findings, its reason and its time. */
            resultSha256: string;
        };
        /** @enum {string} */
        DocumentRecordRecordStatus: "completed" | "failed";
        DocumentResult: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            fileName: string;
            /** @description The caller's own reference for it. */
            externalReference: string | null;
            status: components["schemas"]["DocumentStatus"];
            /** @description Why the document failed, as a sentence for people. */
            failureReason: string | null;
            /** @description 0 until known. */
            pageCount: number;
            progress: components["schemas"]["DocumentResultProgress"];
            /** @description One entry for each file, attachment and archive member; empty for a single plain file. */
            childDocuments: components["schemas"]["DocumentResultChildDocument"][];
            /** @description All files of the document. */
            files: components["schemas"]["DocumentResultFile"][];
            needsReview: components["schemas"]["DocumentResultNeedsReview"];
            complianceItems: components["schemas"]["ComplianceItem"][];
            /** @description What criteria and conditions cite by its index, each passage once. */
            quotes: components["schemas"]["Quote"][];
            /** @description What the items cite by its index, each condition once. */
            conditions: components["schemas"]["ResultCondition"][];
            /** @description What no document can answer and its owner is asked. Changes no score. */
            questions: components["schemas"]["OwnerQuestion"][];
            /** @description The engine, catalogue and settings that judged. */
            engine: components["schemas"]["DocumentResultEngine"] | null;
            /** Format: date-time */
            processedAt: string | null;
        };
        DocumentResultChildDocument: {
            /** @description A ULID. */
            fileId: string;
            displayName: string;
            fileName: string;
            pageCount: number;
            /** @description Why this file could not be read; other files may have been read. */
            failureReason: string | null;
        };
        /** @description The engine, catalogue and settings that judged. */
        DocumentResultEngine: {
            name: string;
            version: string;
            modelSha256: string | null;
            catalogue: components["schemas"]["DocumentResultEngineCatalogue"];
            settings: {
                [key: string]: unknown;
            };
        };
        DocumentResultEngineCatalogue: {
            frameworkCode: string;
            frameworkVersion: string;
            frameworkSha256: string;
        };
        DocumentResultFile: {
            /** @description A ULID. */
            fileId: string;
            displayName: string;
            fileName: string;
            pageCount: number;
            /** @description Why this file could not be read; other files may have been read. */
            failureReason: string | null;
            /** @description The archive or mail that contains it. */
            parentFileId: string | null;
            /** @description null for a file inside another file. */
            sizeBytes: number | null;
            /** @description Hash of the submitted bytes. */
            sha256: string | null;
            title: string | null;
            /** @description BCP 47, detected from the text. */
            language: string | null;
            /** @description What pageCount counts; a format without pages is read in sections. null for a file without text. */
            pageKind: components["schemas"]["DocumentResultFilePageKind"] | null;
            /** @description The pages come from rendering a format without pages. */
            isRendered: boolean;
            /** @description Pages whose text was recognised from an image. */
            recognisedPages: number;
            /** @description 0 to 100, mean of those pages. */
            recognitionConfidence: number | null;
        };
        /**
         * @description What pageCount counts; a format without pages is read in sections. null for a file without text.
         * @enum {string}
         */
        DocumentResultFilePageKind: "page" | "slide" | "sheet" | "section";
        /**
         * @description How much of the whole result needs review, whatever items are shown.
         * @example {
         *       "below": 0.75,
         *       "itemCount": 3,
         *       "criterionCount": 11
         *     }
         */
        DocumentResultNeedsReview: {
            /** @description The operator's threshold, 0 to 1. */
            below: number;
            /** @description Items whose level needs review. */
            itemCount: number;
            /** @description Criteria whose verdict needs review. */
            criterionCount: number;
        };
        /** @description Progress of the analysis. */
        DocumentResultProgress: {
            pagesDone: number;
            /** @description Pages of the files opened so far. */
            pageCount: number;
            itemsDone: number;
            itemCount: number;
        };
        /** @description A document's reviewBy has passed. */
        DocumentReviewDueEvent: {
            /** @constant */
            type: "document.review_due";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["DocumentExpiringEventData"];
        };
        /** @enum {string} */
        DocumentStatus: "queued" | "processing" | "completed" | "failed";
        /** @description A document was submitted, in one request or by its last chunk. */
        DocumentSubmittedEvent: {
            /** @constant */
            type: "document.submitted";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["DocumentSubmittedEventData"];
        };
        DocumentSubmittedEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            documentId: string;
            /** @enum {string} */
            status: "queued";
        };
        /** @description A newer version of the document was judged and counts in its place. */
        DocumentSupersededEvent: {
            /** @constant */
            type: "document.superseded";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["DocumentSupersededEventData"];
        };
        DocumentSupersededEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            supersededBy: string;
        };
        /**
         * @description Whether the documents of a review are judged each for itself or together.
         * @enum {string}
         */
        DocumentsCount: "each" | "together";
        EndSessionResponse: {
            url: string | null;
        };
        EraseCompanyResponse: {
            /** @description A ULID. */
            companyId: string;
            /** @enum {string} */
            status: "erasing";
        };
        /** @description Every error has exactly these three members. */
        Error: {
            /** @description The status text. */
            error: string;
            /** @description What was wrong and what to do about it. */
            message: string;
            /** @description The status code. */
            statusCode: number;
        };
        /**
         * @description docs/errors.md explains them.
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "malformed_json" | "invalid_cursor" | "unauthenticated" | "second_factor_required" | "wrong_tier" | "not_permitted" | "client_access_off" | "partner_suspended" | "not_same_origin" | "not_found" | "method_not_allowed" | "request_in_progress" | "review_signed_off" | "reference_taken" | "upload_session_ended" | "body_too_large" | "storage_quota_reached" | "unsupported_media_type" | "chunk_out_of_order" | "chunk_differs" | "checksum_mismatch" | "idempotency_key_reused" | "unprocessable" | "rate_limited" | "submission_limit_reached" | "quota_reached" | "concurrency_limit_reached" | "internal" | "unavailable" | "overloaded";
        /**
         * @description An event type.
         * @enum {string}
         */
        EventType: "document.submitted" | "document.completed" | "document.failed" | "document.superseded" | "document.expiring" | "document.review_due" | "upload.completed" | "upload.expired" | "review.created" | "review.completed" | "review.score_fell" | "review.signed_off" | "review.reopened" | "finding.decided" | "finding.reopened" | "gap.assigned" | "gap.mentioned" | "gap.due" | "gap.overdue" | "gap.closed" | "gap.reopened" | "webhook.test";
        /**
         * @description What the quote does to the criterion or condition.
         * @enum {string}
         */
        EvidenceRole: "proves" | "narrows" | "contradicts" | "context";
        FailedDocument: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            companyId: string;
            companyName: string;
            /** @description A ULID. */
            complianceReviewId: string;
            fileName: string;
            failureReason: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            processedAt: string;
            /** @description The document created by a retry. */
            retriedAs: string | null;
        };
        /** @description A person decided about a finding or withdrew that, or a decision was carried over to a new version. */
        FindingDecidedEvent: {
            /** @constant */
            type: "finding.decided";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["FindingDecidedEventData"];
        };
        FindingDecidedEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            itemId: string;
            /** @description A ULID. */
            decisionId: string;
            status: components["schemas"]["FindingDecidedEventDataStatus"];
        };
        /** @enum {string} */
        FindingDecidedEventDataStatus: "confirm" | "override" | "not_applicable" | "accept_risk" | "withdrawn";
        /** @description What a person decided. */
        FindingDecision: {
            /** @description A ULID. */
            decisionId: string;
            decision: components["schemas"]["DecisionKind"];
            /** @description The verdict that an override gives a criterion. */
            verdict: components["schemas"]["FindingDecisionVerdict"] | null;
            /** @description The level that an override gives an item. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /**
             * Format: date-time
             * @description When an accepted risk expires and the gap is open again.
             */
            acceptedUntil: string | null;
            reason: string;
            /** @description The passage that the person marked. */
            evidence: components["schemas"]["FindingDecisionEvidence"] | null;
            author: components["schemas"]["DecisionAuthor"];
            /** Format: date-time */
            decidedAt: string;
            state: components["schemas"]["DecisionState"];
            /** @description The decision about the document's version before that this one continues. */
            carriedFrom: string | null;
        };
        /** @description The passage that the person marked. */
        FindingDecisionEvidence: {
            /** @description A file of the document. */
            fileId: string;
            pageNumber: number;
            /** @description Offset of the passage in the page's text. */
            start: number;
            end: number;
            /** @description Occurs character for character on that page. */
            text: string;
        };
        /**
         * @description The verdict that an override gives a criterion.
         * @enum {string}
         */
        FindingDecisionVerdict: "met" | "partly" | "contradicted" | "missing";
        /** @description An accepted risk has expired, or a new version changed what a decision rested on. */
        FindingReopenedEvent: {
            /** @constant */
            type: "finding.reopened";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["FindingReopenedEventData"];
        };
        FindingReopenedEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            itemId: string;
            /** @description A ULID. */
            decisionId: string;
            status: components["schemas"]["FindingReopenedEventDataStatus"];
        };
        /** @enum {string} */
        FindingReopenedEventDataStatus: "expired" | "look_again";
        FinishProviderSignInRequest: {
            /** @description The query with which the provider sent the browser back. */
            response: string;
        };
        FinishProviderSignInResponse: {
            session: components["schemas"]["Session"];
            /** @description Where to go on. */
            page: string | null;
        };
        Framework: {
            /** @description A ULID. */
            id: string;
            name: string;
            code: string;
            version: string;
            controls: components["schemas"]["Control"][];
        };
        FrameworkPreview: {
            /** @description What is wrong with the file; the other members are then absent. */
            problems: string[];
            problemCount: number;
            framework?: components["schemas"]["FrameworkPreviewFramework"];
            /** @description The framework is not loaded yet. */
            isNew?: boolean;
            controlCount?: number;
            /** @description Only the items that change. */
            items?: components["schemas"]["FrameworkPreviewItem"][];
            unchanged?: number;
        };
        FrameworkPreviewFramework: {
            /** @description A ULID. */
            id: string;
            code: string;
            name: string;
            version: string;
        };
        FrameworkPreviewItem: {
            /** @description A ULID. */
            id: string;
            externalId: string;
            name: string;
            change: components["schemas"]["FrameworkPreviewItemChange"];
        };
        /** @enum {string} */
        FrameworkPreviewItemChange: "added" | "reworded" | "obsoleted";
        FrequentGap: {
            /** @description A ULID. */
            controlItemId: string;
            externalId: string;
            name: string;
            /** @description A ULID. */
            controlId: string;
            controlCode: string;
            controlName: string;
            /** @description In how many contracts, notices or sets of documents it is not compliant. */
            openCount: number;
            /** @description In how many of them it applies and was judged. */
            judgedCount: number;
            /** @description Companies in which it is not compliant. */
            companyCount: number;
        };
        /** @description A gap has a new owner. */
        GapAssignedEvent: {
            /** @constant */
            type: "gap.assigned";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["GapAssignedEventData"];
        };
        GapAssignedEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            gapId: string;
            /** @description A ULID. */
            accountId: string;
            status: string;
        };
        /** @description A newer version meets the criterion, a person decided about it, or no document counts any more. */
        GapClosedEvent: {
            /** @constant */
            type: "gap.closed";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["GapClosedEventData"];
        };
        GapClosedEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            gapId: string;
            /** @description A ULID. */
            documentId?: string;
            status: string;
        };
        /** @description An unresolved gap is due within 7 days. */
        GapDueEvent: {
            /** @constant */
            type: "gap.due";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["GapDueEventData"];
        };
        GapDueEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            gapId: string;
            /** @description A ULID. */
            accountId?: string;
        };
        /** @description A comment on a gap mentions a person. */
        GapMentionedEvent: {
            /** @constant */
            type: "gap.mentioned";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["GapMentionedEventData"];
        };
        GapMentionedEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            gapId: string;
            /** @description A ULID. */
            accountId: string;
        };
        /** @description An unresolved gap was due. */
        GapOverdueEvent: {
            /** @constant */
            type: "gap.overdue";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["GapDueEventData"];
        };
        /** @description A later version falls short again, or what closed the gap counts no more. */
        GapReopenedEvent: {
            /** @constant */
            type: "gap.reopened";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["GapClosedEventData"];
        };
        GetAgreementControl: {
            /** @description A ULID. */
            controlId: string;
            controlCode: string;
            controlName: string;
            /** @description Decisions that confirm the finding. */
            confirmed: number;
            /** @description Decisions for another verdict or level, or that it is not applicable. */
            corrected: number;
            /** @description Confirmed of all, from 0 to 1; null without decisions. */
            agreement: number | null;
            /** @description Lower end of the 95 % interval (Wilson). */
            low: number | null;
            /** @description Upper end of the 95 % interval. */
            high: number | null;
            /** @description There are so few decisions that the share says little. */
            isSmall: boolean;
            /** @description Criteria and items, those with most corrections first. */
            subjects: components["schemas"]["GetAgreementControlSubject"][];
        };
        GetAgreementControlSubject: {
            /** @description A ULID. */
            controlItemId: string;
            controlItemExternalId: string;
            controlItemName: string;
            /** @description Null: the level of the item as a whole. */
            criterionKey: string | null;
            /** @description Decisions that confirm the finding. */
            confirmed: number;
            /** @description Decisions for another verdict or level, or that it is not applicable. */
            corrected: number;
            /** @description Confirmed of all, from 0 to 1; null without decisions. */
            agreement: number | null;
            /** @description Lower end of the 95 % interval (Wilson). */
            low: number | null;
            /** @description Upper end of the 95 % interval. */
            high: number | null;
            /** @description There are so few decisions that the share says little. */
            isSmall: boolean;
            verdicts: components["schemas"]["GetAgreementControlSubjectVerdict"][];
        };
        GetAgreementControlSubjectVerdict: {
            /** @description The engine's verdict of a criterion, or its level of an item. */
            found: string;
            /** @description Decisions that confirm the finding. */
            confirmed: number;
            /** @description Decisions for another verdict or level, or that it is not applicable. */
            corrected: number;
            /** @description What people decided instead, most frequent first. */
            corrections: components["schemas"]["GetAgreementSubjectVerdictCorrection"][];
        };
        GetAgreementResponse: {
            /** @description Decisions that confirm the finding. */
            confirmed: number;
            /** @description Decisions for another verdict or level, or that it is not applicable. */
            corrected: number;
            /** @description Confirmed of all, from 0 to 1; null without decisions. */
            agreement: number | null;
            /** @description Lower end of the 95 % interval (Wilson). */
            low: number | null;
            /** @description Upper end of the 95 % interval. */
            high: number | null;
            /** @description There are so few decisions that the share says little. */
            isSmall: boolean;
            /** @description At most so many decisions are counted, the newest. */
            newestCounted: number;
            controls: components["schemas"]["GetAgreementControl"][];
        };
        GetAgreementSubjectVerdictCorrection: {
            right: string;
            count: number;
        };
        GetBrandingLogo: {
            mediaType: components["schemas"]["GetBrandingLogoMediaType"];
            /** @description In base64, without what an image may hold beside its picture. */
            data: string;
        };
        /** @enum {string} */
        GetBrandingLogoMediaType: "image/png" | "image/jpeg";
        GetBrandingResponse: {
            /** @description Named in reports instead of the partner's name. */
            name: string | null;
            /** @description Of bands and headings. As #1f4e68, with a contrast of at least 4.5 with white. */
            accentColour: string | null;
            /** @description Of lines and small headings. As #1f4e68, with a contrast of at least 4.5 with white. */
            secondColour: string | null;
            /** @description Such as an address and a telephone number. */
            contact: string | null;
            /** @description At the end of the report for the board. */
            disclaimer: string | null;
            logo: components["schemas"]["GetBrandingLogo"] | null;
            cover: components["schemas"]["GetBrandingLogo"] | null;
        };
        GetDocumentCrosswalkResponse: {
            /** @description A ULID. */
            documentId: string;
            /** @description Criteria that the document meets. */
            metCount: number;
            controls: components["schemas"]["ProposedControl"][];
        };
        GetDocumentPredecessorResponse: {
            /** @description A ULID. */
            documentId: string;
            /** @description The version before that was named. */
            supersedes: string | null;
            /** @description null if no document of the review is likely, or if the document has versions already. */
            proposal: components["schemas"]["ProposedPredecessor"] | null;
        };
        GetIssueLinkResponse: {
            /** @description An https address that opens a new issue; behind its question mark, {title} and {text} stand for what is filled in. null: the operator's, if there is one. */
            issueLink: string | null;
        };
        /** @description instant: a mail at once. daily: once a day, with everything else of that day. off: no mail. */
        GetNotificationSettingsChoices: {
            assigned: components["schemas"]["GetNotificationSettingsChoicesAssigned"];
            /** @description A comment on a gap mentions you. */
            mentioned: components["schemas"]["GetNotificationSettingsChoicesAssigned"];
            /** @description A gap of yours is due within a week. */
            due: components["schemas"]["GetNotificationSettingsChoicesAssigned"];
            /** @description A gap of yours is overdue. */
            overdue: components["schemas"]["GetNotificationSettingsChoicesAssigned"];
            /** @description All documents of a review are judged. */
            review_completed: components["schemas"]["GetNotificationSettingsChoicesAssigned"];
            /** @description The score of a review fell. */
            score_fell: components["schemas"]["GetNotificationSettingsChoicesAssigned"];
        };
        /**
         * @description You are the new owner of a gap.
         * @enum {string}
         */
        GetNotificationSettingsChoicesAssigned: "instant" | "daily" | "off";
        GetNotificationSettingsResponse: {
            /** @description Of the mails. */
            language: components["schemas"]["Language"];
            choices: components["schemas"]["GetNotificationSettingsChoices"];
            /** @description Whether this service sends mails at all. */
            isMailOn: boolean;
        };
        GetPartnerAccessConsultant: {
            /** @description A ULID. */
            accountId: string;
            name: string;
            role: components["schemas"]["PersonRole"];
        };
        GetPartnerAccessResponse: {
            /** @description Whether the partner's people may open the company's work. */
            isOn: boolean;
            /**
             * Format: date-time
             * @description When it was switched off; null while it is on.
             */
            offSince: string | null;
            partnerName: string;
            /** @description The partner's people, newest first. */
            consultants: components["schemas"]["GetPartnerAccessConsultant"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        GetUploadStatusFile: {
            /** @description A ULID. */
            fileId: string;
            fileName: string;
            /** @description Indexes of the stored chunks. */
            receivedChunks: number[];
            totalChunks: number;
        };
        GetUploadStatusResponse: {
            /** @description A ULID. */
            sessionId: string;
            status: components["schemas"]["UploadStatus"];
            /** Format: date-time */
            expiresAt: string;
            files: components["schemas"]["GetUploadStatusFile"][];
        };
        /**
         * @description Required to override an item: the right level.
         * @enum {string}
         */
        GivenLevel: "compliant" | "partially_compliant" | "non_compliant";
        Health: {
            status: components["schemas"]["HealthStatus"];
            version: string;
            checks: components["schemas"]["HealthChecks"];
        };
        HealthChecks: {
            database: components["schemas"]["ComponentState"];
            storage: components["schemas"]["ComponentState"];
            queue: components["schemas"]["ComponentState"];
            analysis: components["schemas"]["ComponentState"];
        };
        /** @enum {string} */
        HealthStatus: "ok" | "degraded";
        HeatMap: {
            /** @description How many companies have reviews. */
            companyCount: number;
            /** @description The columns, with the mean of the listed companies' scores; the lowest first. */
            controls: components["schemas"]["HeatMapControl"][];
            /** @description The companies with the lowest scores, the lowest first. */
            companies: components["schemas"]["HeatMapCompany"][];
        };
        HeatMapCompany: {
            /** @description A ULID. */
            companyId: string;
            name: string;
            /** @description The mean of its cells. */
            score: number | null;
            /** @description The score's level. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** @description One for each control that the company has reviews against; the lowest score first. */
            cells: components["schemas"]["HeatMapCompanyCell"][];
        };
        HeatMapCompanyCell: {
            /** @description A ULID. */
            controlId: string;
            /** @description null until something was judged. */
            score: number | null;
            /** @description The score's level. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** @description Reviews of the company against this control. */
            reviewCount: number;
            /** @description The review with the lowest score. */
            complianceReviewId: string;
        };
        HeatMapControl: {
            /** @description A ULID. */
            controlId: string;
            controlCode: string;
            controlName: string;
            /** @description null until something was judged. */
            score: number | null;
            /** @description The score's level. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
        };
        /** @description The entity's ULID in two parts, from which it can be rebuilt. */
        IdParts: {
            /**
             * Format: date-time
             * @description The id's time.
             */
            time: string;
            /** @description The id's 80 random bits in base64. */
            random: string;
        };
        Invitation: {
            /** @description A ULID. */
            invitationId: string;
            email: string;
            name: string;
            role: components["schemas"]["PersonRole"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InvitePersonRequest: {
            /** @description An email address. */
            email: string;
            /** @description The person's name. */
            name: string;
            role: components["schemas"]["PersonRole"];
            /** @description Of the mail; en by default. */
            language?: components["schemas"]["Language"];
        };
        IssueKeyRequest: {
            /** @description A company of the calling partner; absent: the caller's own keys. */
            companyId?: string;
            /** @description What the key is for. */
            label?: string | null;
            /** @description What the key may do within its tier: read, submit, webhooks, or all. */
            scopes?: components["schemas"]["ListKeysKeyScope"][];
            /** @description Networks that the key may be used from, in CIDR notation, IPv4 or IPv6. Empty: from everywhere. */
            networks?: string[];
            /**
             * Format: date-time
             * @description When the new key expires; never when absent.
             */
            expiresAt?: string | null;
        };
        IssuedInvitation: {
            /** @description A ULID. */
            invitationId: string;
            email: string;
            name: string;
            role: components["schemas"]["PersonRole"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Whether the link is sent to the address by mail; then it is not shown. */
            isMailed: boolean;
            /** @description Shown only here. Whoever has it can accept the invitation. */
            token: string | null;
            /** @description The path of the link on this service, with the token. */
            path: string | null;
        };
        IssuedKey: {
            /** @description A ULID. */
            keyId: string;
            /** @description Shown only here. */
            apiKey: string;
        };
        /** @description null while pending and for a failed item. */
        ItemResult: {
            /** @description The machine's, whatever people decide. */
            score: number;
            /** @description With the decisions of people in effect. null where the item counts in no mean: it does not apply, or its risk is accepted. */
            decidedScore: number | null;
            explanation: components["schemas"]["ItemResultExplanation"];
            recommendations: components["schemas"]["ItemResultRecommendation"][];
            /** @description The criteria behind the score. */
            criteria: components["schemas"]["Criterion"][];
            /** @description The conditions under which the item and its criteria apply: their indexes in the result's conditions. */
            conditions: number[];
        };
        ItemResultExplanation: {
            strength: string;
            gaps: components["schemas"]["ItemResultExplanationGap"][];
            explanation: string;
            pageRefs: components["schemas"]["RollUpItemPageRef"][];
            riskIdentification: components["schemas"]["ItemResultExplanationRiskIdentification"];
            compensationControls: components["schemas"]["ItemResultRiskDescriptionEntry"][];
        };
        ItemResultExplanationGap: {
            topic: string;
            description: string;
            pageRefs: components["schemas"]["RollUpItemPageRef"][];
        };
        ItemResultExplanationRiskIdentification: {
            riskDescription: components["schemas"]["ItemResultRiskDescriptionEntry"][];
        };
        ItemResultRecommendation: {
            gapIdentified: string;
            actionableRecommendation: string;
            suggestedTextLocation: string;
            suggestedTextToBeAdded: string;
        };
        ItemResultRiskDescriptionEntry: {
            title: string;
        };
        /** @enum {string} */
        ItemStatus: "pending" | "completed" | "failed";
        JudgeDocumentAgainRequest: {
            /** @description Another control, by its id or code. Default: the document's own. */
            controlId?: string;
            /** @description A review of the other control. Default: a new one. */
            complianceReviewId?: string;
            /** @description Language of the result: en, de, fr or es. Default: as before. */
            auditLanguageId?: string;
        };
        /** @enum {string} */
        KeyTier: "partner" | "company";
        /** @enum {string} */
        Language: "en" | "de" | "fr" | "es";
        /** @description The last request to judge them again, with its progress; null if there was none. */
        ListAffectedDocumentsBulkJudgement: {
            /** @description A ULID. */
            id: string;
            /** @description A ULID. */
            controlId: string;
            status: components["schemas"]["ListAffectedDocumentsBulkJudgementStatus"];
            /** @description Documents to judge again. */
            documentCount: number;
            /** @description Of those, documents that wait for analysis or are being analysed. */
            waitingCount: number;
            judgedCount: number;
            failedCount: number;
            /** @description Documents that cannot be judged again, for example because their files were erased. */
            skippedCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
        };
        /** @enum {string} */
        ListAffectedDocumentsBulkJudgementStatus: "running" | "completed";
        ListAffectedDocumentsResponse: {
            /** @description Documents that the newest revision of the control affects. Counting stops at 10000: that value means so many or more. */
            affectedCount: number;
            /** @description The last request to judge them again, with its progress; null if there was none. */
            bulkJudgement: components["schemas"]["ListAffectedDocumentsBulkJudgement"] | null;
            documents: components["schemas"]["Document"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListBusinessEntitiesResponse: {
            businessEntities: components["schemas"]["BusinessEntity"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListCompaniesResponse: {
            companies: components["schemas"]["Company"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        /** @enum {string} */
        ListCompaniesSort: "createdAt" | "-createdAt" | "name" | "-name";
        ListCompanySummariesResponse: {
            companies: components["schemas"]["CompanySummary"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListComplianceFrameworksResponse: {
            frameworks: components["schemas"]["Framework"][];
        };
        ListComplianceReviewsResponse: {
            reviews: components["schemas"]["ComplianceReview"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        /** @enum {string} */
        ListComplianceReviewsSort: "createdAt" | "-createdAt" | "score" | "-score" | "name" | "-name" | "changedAt" | "-changedAt";
        ListConditionsResponse: {
            conditions: components["schemas"]["Condition"][];
        };
        ListControlClustersResponse: {
            activeClusters: components["schemas"]["ControlCluster"][];
            archivedClusters: components["schemas"]["ControlCluster"][];
        };
        ListControlItemsResponse: {
            items: components["schemas"]["ControlItem"][];
        };
        ListDecisionRecordsResponse: {
            records: components["schemas"]["DecisionRecord"][];
        };
        ListDecisionsResponse: {
            decisions: components["schemas"]["Decision"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListDeliveriesResponse: {
            deliveries: components["schemas"]["Delivery"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListDocumentsResponse: {
            documents: components["schemas"]["Document"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        /** @enum {string} */
        ListDocumentsSort: "createdAt" | "-createdAt" | "score" | "-score" | "fileName" | "-fileName";
        ListEveryAffectedDocumentDocument: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            companyId: string;
            companyName: string;
            fileName: string;
            /** Format: date-time */
            createdAt: string;
        };
        ListEveryAffectedDocumentResponse: {
            /** @description Documents that the newest revision of the control affects. Counting stops at 10000: that value means so many or more. */
            affectedCount: number;
            /** @description The last request to judge them again, with its progress; null if there was none. */
            bulkJudgement: components["schemas"]["ListAffectedDocumentsBulkJudgement"] | null;
            documents: components["schemas"]["ListEveryAffectedDocumentDocument"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListEveryCompanyResponse: {
            companies: components["schemas"]["CompanyOverview"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListEveryUnfinishedDocumentResponse: {
            documents: components["schemas"]["UnfinishedDocument"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListFailedDocumentsResponse: {
            documents: components["schemas"]["FailedDocument"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListFrequentGapsResponse: {
            gaps: components["schemas"]["FrequentGap"][];
        };
        ListGapEntriesEntry: {
            /** @description A ULID. */
            entryId: string;
            kind: components["schemas"]["ListGapEntriesEntryKind"];
            /** @description null for the service, and for a person whose account is erased. */
            author: components["schemas"]["ListGapEntriesEntryAuthor"] | null;
            /** @description Of a comment. @ and the id of an account mention a person. */
            text: string | null;
            /** @description The mentioned people that the company still has. */
            mentions: components["schemas"]["ListGapsGapOwner"][];
            /** @description The document that met the criterion, or falls short again. */
            documentId: string | null;
            fileName: string | null;
            /** @description What was changed, with the new values. */
            changes: components["schemas"]["ListGapEntriesEntryChanges"] | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description null for the service, and for a person whose account is erased. */
        ListGapEntriesEntryAuthor: {
            accountId: string | null;
            name: string;
        };
        /** @description What was changed, with the new values. */
        ListGapEntriesEntryChanges: {
            status?: components["schemas"]["ChangeGapsStatus"];
            severity?: components["schemas"]["ListGapsSeverity"] | null;
            ownerId?: string | null;
            dueOn?: string | null;
        };
        /**
         * @description comment and changed: by a person or a key. closed, reopened, accepted: by the service, because of a finding or a decision.
         * @enum {string}
         */
        ListGapEntriesEntryKind: "comment" | "changed" | "closed" | "reopened" | "accepted";
        ListGapEntriesResponse: {
            entries: components["schemas"]["ListGapEntriesEntry"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListGapsGap: {
            /** @description A ULID. */
            gapId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            reviewName: string;
            /** @description A ULID. */
            businessEntityId: string;
            businessEntityName: string;
            /** @description A ULID. */
            controlId: string;
            controlCode: string;
            /** @description A ULID. */
            controlItemId: string;
            controlItemExternalId: string;
            controlItemName: string;
            criterionKey: string;
            /** @description The criterion that is not met. */
            statement: string;
            /** @description With the decision of a person about the criterion. */
            verdict: components["schemas"]["VerdictChangePreviousVerdict"];
            level: components["schemas"]["CriterionLevel"];
            /** @description The document whose finding counts now. */
            documentId: string;
            /** @description The entry of complianceItems with the finding. */
            itemId: string;
            fileName: string;
            subject: string | null;
            status: components["schemas"]["ListGapsGapStatus"];
            /** @description From the criterion's level, weight and verdict, unless a person gave another one. */
            severity: components["schemas"]["ListGapsSeverity"];
            /** @description Whether a person gave the severity. */
            isSeverityGiven: boolean;
            /** @description The person who takes care of it. */
            owner: components["schemas"]["ListGapsGapOwner"] | null;
            /**
             * Format: date
             * @description By when it is to be fixed.
             */
            dueOn: string | null;
            /**
             * Format: date-time
             * @description When the register found it.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The last change of status, owner, date or severity.
             */
            changedAt: string;
            /** Format: date-time */
            closedAt: string | null;
            /** @description met: a version meets the criterion. not_applicable: the criterion does not apply any more. decided: a person decided about the finding. not_counted: no document counts any more. person: somebody set the status. */
            closedReason: components["schemas"]["ListGapsGapClosedReason"] | null;
            /** @description The document that met the criterion. */
            closedBy: components["schemas"]["ListGapsGapClosedBy"] | null;
            commentCount: number;
            /** @description Opens a new issue in your tracker; null without a setting. */
            issueLink: string | null;
        };
        /** @description The document that met the criterion. */
        ListGapsGapClosedBy: {
            documentId: string;
            fileName: string;
        };
        /**
         * @description met: a version meets the criterion. not_applicable: the criterion does not apply any more. decided: a person decided about the finding. not_counted: no document counts any more. person: somebody set the status.
         * @enum {string}
         */
        ListGapsGapClosedReason: "met" | "not_applicable" | "decided" | "not_counted" | "person";
        /** @description The person who takes care of it. */
        ListGapsGapOwner: {
            accountId: string;
            name: string;
        };
        /**
         * @description open and in_progress are set by people. fixed: a newer version meets the criterion, or a person says so. accepted: a decision accepts the risk.
         * @enum {string}
         */
        ListGapsGapStatus: "open" | "in_progress" | "fixed" | "accepted";
        ListGapsResponse: {
            gaps: components["schemas"]["ListGapsGap"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        /** @enum {string} */
        ListGapsSeverity: "low" | "medium" | "high" | "critical";
        /** @enum {string} */
        ListGapsSort: "createdAt" | "-createdAt" | "severity" | "-severity" | "dueOn" | "-dueOn" | "changedAt" | "-changedAt";
        /** @enum {string} */
        ListGapsStatus: "open" | "in_progress" | "fixed" | "accepted" | "unresolved";
        ListInvitationsResponse: {
            invitations: components["schemas"]["Invitation"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListKeysKey: {
            /** @description A ULID. */
            keyId: string;
            tier: components["schemas"]["KeyTier"];
            /** @description What the key is for. */
            label: string | null;
            /** @description What the key may do within its tier: read, submit, webhooks, or all. */
            scopes: components["schemas"]["ListKeysKeyScope"][];
            /** @description Networks that the key may be used from, in CIDR notation, IPv4 or IPv6. Empty: from everywhere. */
            networks: string[];
            /** @description The key's first characters. */
            prefix: string;
            /** @description The key's last four characters. */
            lastFour: string;
            /** @description Who issued it: the operator, the partner or the company; null for keys from before this was stored. */
            issuedBy: components["schemas"]["SessionRole"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        /** @enum {string} */
        ListKeysKeyScope: "read" | "submit" | "webhooks" | "all";
        ListKeysResponse: {
            keys: components["schemas"]["ListKeysKey"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        /** @enum {string} */
        ListOwnAuditLogSort: "createdAt" | "-createdAt";
        ListOwnSessionsResponse: {
            sessions: components["schemas"]["OwnSession"][];
        };
        ListPartnerKeysResponse: {
            keys: components["schemas"]["ApiKey"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListPartnersResponse: {
            partners: components["schemas"]["Partner"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListPeopleResponse: {
            people: components["schemas"]["Member"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        ListRecommendationsRecommendation: {
            /** @description The same while the text and what it is for are the same. */
            id: string;
            /** @description The item of the document's result. */
            itemId: string;
            /** @description A ULID. */
            controlItemId: string;
            controlItemExternalId: string;
            controlItemName: string;
            controlClusterName: string;
            kind: components["schemas"]["ListRecommendationsRecommendationKind"];
            /** @description The wordings that are deleted. */
            replacedTexts: string[];
            /** @description Taken unless recommendations are named: insertions that no decision makes superfluous, and replacements of wordings whose contradiction a person confirmed. */
            isPreselected: boolean;
            /** @description The file that the text is for. */
            fileId: string | null;
            documentName: string;
            gapIdentified: string;
            reasons: string[];
            actionableRecommendation: string;
            suggestedTextLocation: string;
            suggestedTextToBeAdded: string;
        };
        /**
         * @description A replacement deletes wordings of the document that contradict the requirement.
         * @enum {string}
         */
        ListRecommendationsRecommendationKind: "insertion" | "replacement";
        ListRecommendationsResponse: {
            /** @description A ULID. */
            documentId: string;
            fileName: string;
            /** @description The files that can be redlined. */
            wordFiles: components["schemas"]["ListRecommendationsWordFile"][];
            recommendations: components["schemas"]["ListRecommendationsRecommendation"][];
        };
        ListRecommendationsWordFile: {
            /** @description A ULID. */
            fileId: string;
            documentName: string;
        };
        ListReviewLinksLink: {
            /** @description A ULID. */
            linkId: string;
            /** @description Whom it is for. */
            label: string;
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["DecisionAuthor"];
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            revokedAt: string | null;
            /** @description How often it was opened. */
            openedCount: number;
            /** Format: date-time */
            lastOpenedAt: string | null;
        };
        ListReviewLinksResponse: {
            links: components["schemas"]["ListReviewLinksLink"][];
        };
        ListSignInProvidersProvider: {
            /** @description Its id; `operator` is the instance's. */
            providerId: string;
            /** @description For a button. */
            name: string;
        };
        ListSignInProvidersResponse: {
            providers: components["schemas"]["ListSignInProvidersProvider"][];
        };
        ListSignOffsResponse: {
            signOffs: components["schemas"]["ListSignOffsSignOff"][];
        };
        /** @description A sign-off. */
        ListSignOffsSignOff: {
            /** @description A ULID. */
            signOffId: string;
            /** Format: date-time */
            signedOffAt: string;
            signedOffBy: components["schemas"]["DecisionAuthor"];
            /** @description What the person stated. */
            statement: string | null;
            /** @description The review's score when it was signed off. */
            score: number | null;
            /** @description Its score with the decisions of people, at that time. */
            decidedScore: number | null;
            /** @description The documents that counted. */
            documentCount: number;
            /**
             * Format: date-time
             * @description When the review was reopened; null while it is signed off.
             */
            reopenedAt: string | null;
            reopenedBy: components["schemas"]["DecisionAuthor"] | null;
            reopeningReason: string | null;
            records: components["schemas"]["ListSignOffsSignOffRecord"][];
        };
        ListSignOffsSignOffRecord: {
            /** @description Hash of the record's canonical JSON (RFC 8785), in hex. */
            sha256: string;
            record: components["schemas"]["ListSignOffsSignOffRecordRecord"];
        };
        /** @description Contains no names and no text. */
        ListSignOffsSignOffRecordRecord: {
            /** @enum {number} */
            format: 1;
            /** @enum {string} */
            kind: "sign_off";
            /** @description A ULID. */
            companyId: string;
            /** @description Counts from 1 within the company, with all its other records. */
            position: number;
            /** @description Hash of the company's previous record; null for the first. */
            previousSha256: string | null;
            /** @description A ULID. */
            signOffId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            score: number | null;
            decidedScore: number | null;
            documentCount: number;
            /** @description Hash of the ids of the documents that counted, sorted, with a line feed between them. */
            documentsSha256: string;
            /** @description A ULID. */
            authorId: string;
            /** Format: date-time */
            signedOffAt: string;
            /** @description Hash of the statement and the author's name. */
            contentSha256: string;
            /** Format: date-time */
            reopenedAt: string | null;
            /** @description A ULID. */
            reopenedById: string | null;
            /** @description Hash of the reason for reopening and of the person's name. */
            reopeningSha256: string | null;
        };
        ListUnfinishedDocumentsResponse: {
            documents: components["schemas"]["UnfinishedDocumentOfCompany"][];
            /** @description Present when there is more: pass it as cursor. */
            nextCursor?: string;
        };
        LoadFrameworkResponse: {
            /** @description A ULID. */
            frameworkId: string;
            added: number;
            reworded: number;
            obsoleted: number;
            unchanged: number;
        };
        MarkControlItemObsoleteRequest: {
            isObsolete: boolean;
        };
        Me: {
            tier: components["schemas"]["KeyTier"];
            /** @description The key of the request; null for a person. */
            keyId: string | null;
            /** @description The account of the person who is signed in; null for a key. */
            accountId: string | null;
            /** @description A ULID. */
            partnerId: string;
            /** @description A ULID. */
            companyId: string | null;
            partnerName: string;
            companyName: string | null;
            limits: components["schemas"]["MeLimits"];
            quotas: components["schemas"]["QuotaUsage"];
        };
        MeLimits: {
            requests: components["schemas"]["MeLimitsRequests"];
            /** @description Of the company, in an hour; null for a partner. */
            submissions: components["schemas"]["MeLimitsRequests"] | null;
        };
        /** @description Of this key or person, in a minute. */
        MeLimitsRequests: {
            allowed: number;
            remaining: number;
            secondsToReset: number;
        };
        Member: {
            /** @description Names the person in this organisation. */
            membershipId: string;
            /** @description A ULID. */
            accountId: string;
            name: string;
            email: string;
            role: components["schemas"]["PersonRole"];
            /** Format: date-time */
            joinedAt: string;
            /** Format: date-time */
            lastSignedInAt: string | null;
            /** @description Signing in needs a code of an authenticator app. */
            hasSecondFactor: boolean;
        };
        MissingItem: {
            /** @description A ULID. */
            controlItemId: string;
            controlItemName: string;
            controlItemExternalId: string;
            /** @description A ULID. */
            controlClusterId: string;
            reason: components["schemas"]["MissingItemReason"];
            /** @description null when never judged. */
            score: number | null;
        };
        /** @enum {string} */
        MissingItemReason: "non_compliant" | "not_judged";
        /** @description A passage of the document that supports the decision: it must lie on the page. */
        NamedPassage: {
            /** @description A file of the document. */
            fileId: string;
            pageNumber: number;
            /** @description Offset of the passage in the page's text. */
            start: number;
            end: number;
        };
        NewCompany: {
            /** @description The company's name. */
            name: string;
            /** @description Registered name; equals name when absent. */
            legalName?: string;
            /** @description Country. */
            country?: string | null;
            /** @description Tax number. */
            taxId?: string | null;
            /** @description Telephone number. */
            phone?: string | null;
            /** @description Street and number. */
            address?: string | null;
            /** @description Postal code. */
            postalCode?: string | null;
            /** @description City. */
            city?: string | null;
            /** @description Your own reference for it, such as its number in your system; unique among the partner's companies. */
            externalReference?: string | null;
        };
        NewKey: {
            /**
             * Format: date-time
             * @description When the key expires; never when absent.
             */
            expiresAt?: string | null;
        };
        OnboardedCompany: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            businessEntityId: string;
            message: string;
            /** @description The company's key; shown only here. */
            companyApiKey: string;
        };
        OpenClientRequest: {
            /** @description A company of your partner. */
            companyId: string;
        };
        OpenReviewLinkRequest: {
            /** @description The part of the link after its #. */
            token: string;
        };
        OwnSession: {
            /** @description A ULID. */
            sessionId: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description The last use, to the minute.
             */
            seenAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Where it was started from. */
            address: string | null;
            /** @description The browser's User-Agent. */
            browser: string | null;
            isCurrent: boolean;
        };
        OwnerQuestion: {
            /** @description A ULID. */
            controlItemId: string;
            controlItemExternalId: string;
            controlItemName: string;
            /** @description Names the question within its item. */
            key: string;
            question: string;
            /** @description null until answered. */
            answer: components["schemas"]["OwnerQuestionAnswer"] | null;
            comment: string | null;
            /** Format: date-time */
            answeredAt: string | null;
        };
        /**
         * @description null until answered.
         * @enum {string}
         */
        OwnerQuestionAnswer: "yes" | "no" | "not_applicable";
        /** @description Position of the requested words (start and end, or quote) on the page image. null when none were requested and for pages without an image. */
        PageHighlight: {
            /** @description Width of the page in points. */
            width: number;
            height: number;
            /** @description One box per line of the words, as fractions of the page's width and height from its top left corner. */
            boxes: components["schemas"]["PageHighlightBoxe"][];
            /** @description false where text was recognised from an image: the boxes are then those of whole paragraphs. */
            areExact: boolean;
        };
        PageHighlightBoxe: {
            left: number;
            top: number;
            right: number;
            bottom: number;
        };
        Partner: {
            /** @description A ULID. */
            partnerId: string;
            name: string;
            /** @description null: every framework. */
            frameworkIds: string[] | null;
            /** @description null: every control of those frameworks. */
            controlIds: string[] | null;
            limits: components["schemas"]["PartnerLimits"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Since then its keys and people, and those of its companies, are refused.
             */
            suspendedAt: string | null;
        };
        /** @description Limits that differ from the service's settings. */
        PartnerLimits: {
            /** @description Requests per minute with one partner key. */
            partnerPerMinute?: number;
            /** @description Requests per minute with one company key. */
            companyPerMinute?: number;
            /** @description Submissions per hour of one company. */
            submissionsPerHour?: number;
        };
        PartnerQuotas: {
            /** @description Bytes of submitted files, with those announced in open upload sessions. */
            storedBytes?: number;
            /** @description Files found inside archives and mails. */
            archiveMembers?: number;
            /** @description Bytes announced in open upload sessions. */
            openUploadBytes?: number;
            /** @description Documents that wait or are being analysed. */
            waitingDocuments?: number;
            /** @description Companies of the partner. */
            companies?: number;
        };
        /** @enum {string} */
        PersonRole: "operator" | "partner_owner" | "partner_consultant" | "company_owner" | "company_reviewer" | "company_reader";
        PreviewChecklistRequest: {
            /** @description Names the control of a file that does not name it. */
            fileName: string;
            /** @description The XLSX or CSV file in base64; at most 8 MiB. */
            data: string;
        };
        ProposedControl: {
            /** @description For judgeDocumentAgain. */
            controlId: string;
            code: string;
            name: string;
            /** @description Criteria of the control that ask the same as one that the document meets. */
            servedCount: number;
            /** @description Criteria of which the document meets a part at least, besides those that it serves. */
            partlyServedCount: number;
            /** @description All criteria of the control. */
            criterionCount: number;
        };
        /** @description null if no document of the review is likely, or if the document has versions already. */
        ProposedPredecessor: {
            /** @description The likely version before. */
            documentId: string;
            fileName: string;
            subject: string | null;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** @description Why it is proposed: the same subject, the same file name apart from version and date, or the text. */
            reasons: components["schemas"]["ProposedPredecessorReason"][];
            confidence: components["schemas"]["ProposedPredecessorConfidence"];
            /** @description The estimated share of five-word sequences that the texts have in common, 0 to 1; a reason from 0.5. null while one of them is not read. */
            textOverlap: number | null;
        };
        /**
         * @description high: two or three reasons. medium: one, and nothing against it. low: one, although the texts differ.
         * @enum {string}
         */
        ProposedPredecessorConfidence: "high" | "medium" | "low";
        /** @enum {string} */
        ProposedPredecessorReason: "subject" | "file_name" | "text";
        PutDocumentPredecessorRequest: {
            /** @description An earlier document of the same review. */
            supersedes: string;
        };
        QuotaUsage: {
            storedBytes?: components["schemas"]["QuotaUsageStoredBytes"];
            /** @description Files found inside archives and mails. */
            archiveMembers?: components["schemas"]["QuotaUsageStoredBytes"];
            /** @description Bytes announced in open upload sessions. */
            openUploadBytes?: components["schemas"]["QuotaUsageStoredBytes"];
            /** @description Documents that wait or are being analysed. */
            waitingDocuments?: components["schemas"]["QuotaUsageStoredBytes"];
            /** @description Companies of the partner. */
            companies?: components["schemas"]["QuotaUsageStoredBytes"];
        };
        /** @description Bytes of submitted files, with those announced in open upload sessions. */
        QuotaUsageStoredBytes: {
            used: number;
            allowed: number;
        };
        Quotas: {
            storedBytes?: components["schemas"]["QuotaUsageStoredBytes"];
            /** @description Files found inside archives and mails. */
            archiveMembers?: components["schemas"]["QuotaUsageStoredBytes"];
            /** @description Bytes announced in open upload sessions. */
            openUploadBytes?: components["schemas"]["QuotaUsageStoredBytes"];
            /** @description Documents that wait or are being analysed. */
            waitingDocuments?: components["schemas"]["QuotaUsageStoredBytes"];
            /** @description Companies of the partner. */
            companies?: components["schemas"]["QuotaUsageStoredBytes"];
            overrides: components["schemas"]["QuotasOverrides"];
            /** @description The service's settings. */
            defaults: components["schemas"]["QuotasOverrides"];
        };
        /** @description What differs from the service's settings. */
        QuotasOverrides: {
            /** @description Bytes of submitted files, with those announced in open upload sessions. */
            storedBytes?: number;
            /** @description Files found inside archives and mails. */
            archiveMembers?: number;
            /** @description Bytes announced in open upload sessions. */
            openUploadBytes?: number;
            /** @description Documents that wait or are being analysed. */
            waitingDocuments?: number;
            /** @description Companies of the partner. */
            companies?: number;
        };
        Quote: {
            /** @description File of the page with the quote. */
            fileId: string;
            /** @description As in pageRefs: "12", "slide 3". */
            page: string;
            pageNumber: number;
            /** @description Offset of the quote in the page's text. */
            start: number;
            end: number;
            /** @description Occurs character for character on that page. Only with include=quotes. */
            text?: string;
        };
        ReadInvitationResponse: {
            email: string;
            name: string;
            role: components["schemas"]["PersonRole"];
            /** @description The partner or company; null for the operator. */
            organisationName: string | null;
            /** Format: date-time */
            expiresAt: string;
        };
        RegisterWebhookRequest: {
            /** @description Receiver of the events: https and publicly reachable. */
            url?: string;
            /** @description Events to receive. */
            eventTypes?: components["schemas"]["EventType"][];
            /** @description false disables the webhook. Default true. */
            isActive?: boolean;
            /** @description true creates a new secret; for 24 hours the previous secret signs as well. */
            rotateSecret?: boolean;
        };
        RegisteredWebhook: {
            /** @description A ULID. */
            id: string;
            url: string;
            eventTypes: components["schemas"]["EventType"][];
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string | null;
            /** @description Signs the deliveries. Returned once, when it is new; otherwise null. */
            secret: string | null;
        };
        RenamePartnerRequest: {
            /** @description The partner's name. */
            name: string;
        };
        ReopenReviewRequest: {
            reason: string;
        };
        ReplaceBrandingRequest: {
            /** @description Named in reports instead of the partner's name. */
            name?: string | null;
            /** @description Of bands and headings. As #1f4e68, with a contrast of at least 4.5 with white. */
            accentColour?: string | null;
            /** @description Of lines and small headings. As #1f4e68, with a contrast of at least 4.5 with white. */
            secondColour?: string | null;
            /** @description Such as an address and a telephone number. */
            contact?: string | null;
            /** @description At the end of the report for the board. */
            disclaimer?: string | null;
            /** @description Beside the report's title: PNG or JPEG of at most 512 KiB, in base64. Absent: unchanged. */
            logo?: string | null;
            /** @description Above the report's title: PNG or JPEG of at most 512 KiB, in base64. Absent: unchanged. */
            cover?: string | null;
        };
        ReplaceIssueLinkRequest: {
            /** @description An https address that opens a new issue; behind its question mark, {title} and {text} stand for what is filled in. null: the operator's, if there is one. */
            issueLink: string | null;
        };
        ReplaceLimitsRequest: {
            /** @description Requests per minute with one partner key. */
            partnerPerMinute?: number;
            /** @description Requests per minute with one company key. */
            companyPerMinute?: number;
            /** @description Submissions per hour of one company. */
            submissionsPerHour?: number;
        };
        ReplaceNotificationSettingsRequest: {
            /** @description Of the mails. */
            language: components["schemas"]["Language"];
            choices: components["schemas"]["GetNotificationSettingsChoices"];
        };
        ReplaceWhitelistRequest: {
            /** @description Frameworks it may reference; null: all, including those added later. */
            frameworkIds: string[] | null;
            /** @description Only these of their controls, each by its id or code; all when absent. */
            controlIds?: string[] | null;
        };
        /** @enum {string} */
        ReportFormat: "pdf" | "docx" | "xlsx" | "csv" | "oscal";
        /** @enum {string} */
        ReportPart: "all" | "board" | "annex";
        ReportSigningKey: {
            /** @description The key id that reports contain. */
            keyId: string;
            /** @enum {string} */
            algorithm: "Ed25519";
            /** @description PEM. */
            publicKey: string;
        };
        ResultCondition: {
            key: string;
            /** @description The fact about the company or the document. Only with include=statements. */
            statement?: string;
            /** @description Criteria apply only while all of their conditions hold. */
            holds: boolean;
            decidedBy: components["schemas"]["ResultConditionDecidedBy"];
            /** @description That it holds; null if the judge gives none. */
            probability: number | null;
            /** @description Best first. */
            evidence: components["schemas"]["CriterionEvidenceEntry"][];
        };
        /**
         * @description A fact stated about the company, the document, or the catalogue's word on a document that is silent.
         * @enum {string}
         */
        ResultConditionDecidedBy: "facts" | "document" | "default";
        RetryOwnDocumentResponse: {
            /** @description The new document. */
            documentId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            status: components["schemas"]["DocumentStatus"];
        };
        /** @description Every document of the review that counts has ended, and one is judged. */
        ReviewCompletedEvent: {
            /** @constant */
            type: "review.completed";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["ReviewCreatedEventData"];
        };
        /** @description A submission created a compliance review. */
        ReviewCreatedEvent: {
            /** @constant */
            type: "review.created";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["ReviewCreatedEventData"];
        };
        ReviewCreatedEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
        };
        /** @description A signed-off review was reopened. */
        ReviewReopenedEvent: {
            /** @constant */
            type: "review.reopened";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["ReviewSignedOffEventData"];
        };
        /** @description A document was judged, and the review's score is lower than before. */
        ReviewScoreFellEvent: {
            /** @constant */
            type: "review.score_fell";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["DocumentExpiringEventData"];
        };
        /** @description A review was signed off and is locked. */
        ReviewSignedOffEvent: {
            /** @constant */
            type: "review.signed_off";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["ReviewSignedOffEventData"];
        };
        ReviewSignedOffEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            signOffId: string;
        };
        /** @description Combined results of all documents of the review. */
        RollUp: {
            documentCounts: components["schemas"]["RollUpDocumentCounts"];
            /** @description Mean of the subjects' scores; null while nothing is judged. */
            score: number | null;
            /** @description Level of that score. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** @description The score with the decisions of people; null where no item counts. */
            decidedScore: number | null;
            /** @description Level of decidedScore. */
            decidedComplianceLevel: components["schemas"]["ComplianceLevel"] | null;
            decisions: components["schemas"]["RollUpDecisions"];
            /** @description The subject with the lowest score; null unless two have scores. */
            worstSubject: components["schemas"]["RollUpWorstSubject"] | null;
            /** @description What is judged for itself: the documents of each subject, or all documents where they count together. Lowest score first. */
            subjects: components["schemas"]["SubjectRollUp"][];
            itemCount: number;
            judgedItemCount: number;
            needsReview: components["schemas"]["RollUpNeedsReview"];
            /** @description Coverage by cluster. */
            clusters: components["schemas"]["RollUpCluster"][];
            /** @description The best evidence for each item; of several subjects, that of the subject with the lowest score. */
            items: components["schemas"]["RollUpItem"][];
            /** @description Items that the documents of a subject do not meet yet. */
            missing: components["schemas"]["MissingItem"][];
            /** @description Changes from the version before to the newest new version of a document, for the items judged in both; null while no document has a second version. */
            change: components["schemas"]["RollUpChange"] | null;
        };
        /** @description Changes from the version before to the newest new version of a document, for the items judged in both; null while no document has a second version. */
        RollUpChange: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            previousDocumentId: string;
            improved: number;
            worsened: number;
            unchanged: number;
            items: components["schemas"]["ChangedItem"][];
        };
        RollUpCluster: {
            /** @description A ULID. */
            controlClusterId: string;
            controlClusterName: string;
            itemCount: number;
            compliant: number;
            partiallyCompliant: number;
            nonCompliant: number;
            notApplicable: number;
            notJudged: number;
            needsReview: number;
            /** @description Mean of the judged items, over all subjects. */
            score: number | null;
        };
        /** @description How many of these items people decided about, and how many ask them to look again. */
        RollUpDecisions: {
            itemCount: number;
            toLookAtAgain: number;
        };
        RollUpDocumentCounts: {
            queued: number;
            processing: number;
            completed: number;
            failed: number;
        };
        RollUpItem: {
            /** @description A ULID. */
            controlItemId: string;
            controlItemName: string;
            controlItemExternalId: string;
            /** @description A ULID. */
            controlClusterId: string;
            /** @description Best score in the documents of a subject, of several subjects the lowest; null when never judged. */
            score: number | null;
            /** @description Level of that score. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** @description As score, with the decisions of people; null where it counts in no mean: it does not apply, or its risk is accepted. */
            decidedScore: number | null;
            /** @description Level with the decisions of people. */
            decidedComplianceLevel: components["schemas"]["ComplianceLevel"] | null;
            /** @description Decisions about that entry and its criteria that have not ended. */
            decisionCount: number;
            /** @description Those of them that ask to be looked at again. */
            lookAgainCount: number;
            /** @description Whether a decision about that entry itself, not only about its criteria, is in effect. */
            isDecided: boolean;
            /**
             * @description The probability that this level is right; null if unknown or never judged.
             * @example 0.93
             */
            confidence: number | null;
            /**
             * @description The confidence is below the operator's threshold, or unknown. false when never judged.
             * @example false
             */
            needsReview: boolean;
            /** @description The document with that score, the newest of equals. */
            documentId: string | null;
            /** @description Id of the entry of complianceItems in that document's result. */
            complianceItemId: string | null;
            pageRefs: components["schemas"]["RollUpItemPageRef"][];
        };
        RollUpItemPageRef: {
            /** @description A ULID. */
            documentId: string;
            pages: string[];
            documentName: string;
        };
        /**
         * @description How many of these items' levels, and of their criteria's verdicts, need review.
         * @example {
         *       "below": 0.75,
         *       "itemCount": 3,
         *       "criterionCount": 11
         *     }
         */
        RollUpNeedsReview: {
            /** @description The operator's threshold, 0 to 1. */
            below: number;
            itemCount: number;
            criterionCount: number;
        };
        /** @description The subject with the lowest score; null unless two have scores. */
        RollUpWorstSubject: {
            /** @description As submitted. */
            subject: string | null;
            /** @description The newest of its documents. */
            documentId: string;
            /** @description That document's name. */
            fileName: string;
            /** @description Mean of the best scores of its judged items. */
            score: number | null;
        };
        RotateKeyRequest: {
            /**
             * Format: date-time
             * @description Until when the old key is valid; 24 hours when absent.
             */
            oldKeyValidUntil?: string;
            /**
             * Format: date-time
             * @description When the new key expires; never when absent.
             */
            expiresAt?: string | null;
        };
        RotateKeyResponse: {
            /** @description A ULID. */
            keyId: string;
            /** @description Shown only here. */
            apiKey: string;
            /** Format: date-time */
            oldKeyValidUntil: string;
        };
        Session: {
            role: components["schemas"]["SessionRole"];
            /** @description The partner's or company's name; null for the administrator. */
            name: string | null;
            /** @description A ULID. */
            partnerId: string | null;
            /** @description A ULID. */
            companyId: string | null;
            /** @description The key that was used to sign in; null for the administrator and for a person. */
            keyId: string | null;
            /** @description The person who signed in with an account; null for a key or the administrator token. */
            person: components["schemas"]["SessionPerson"] | null;
            /** @description The client of the person's partner whose work is open; null: none. */
            client: components["schemas"]["SessionClient"] | null;
            /** @description The session began with an identity provider: sign out by POST /v1/session/end. */
            hasProvider: boolean;
            /** @description The link to a review that was opened; null for everybody else. */
            reviewLink: components["schemas"]["SessionReviewLink"] | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the session ends, even if it is used.
             */
            expiresAt: string;
            /** @description The session ends earlier after this many seconds without a request. */
            idleSeconds: number;
        };
        /** @description The client of the person's partner whose work is open; null: none. */
        SessionClient: {
            /** @description A ULID. */
            companyId: string;
            name: string;
            /** @description false while the company has switched its partner's access off. */
            isAccessible: boolean;
        };
        /** @description The person who signed in with an account; null for a key or the administrator token. */
        SessionPerson: {
            /** @description A ULID. */
            accountId: string;
            /** @description A ULID. */
            membershipId: string;
            name: string;
            email: string;
            role: components["schemas"]["SessionPersonRole"];
        };
        /**
         * @description consultant while a client's work is open.
         * @enum {string}
         */
        SessionPersonRole: "operator" | "partner_owner" | "partner_consultant" | "company_owner" | "company_reviewer" | "company_reader" | "consultant";
        /** @description The link to a review that was opened; null for everybody else. */
        SessionReviewLink: {
            /** @description A ULID. */
            linkId: string;
            /** @description The only review that can be read. */
            reviewId: string;
            label: string;
        };
        /** @enum {string} */
        SessionRole: "admin" | "partner" | "company";
        SetCompanyReferenceRequest: {
            /** @description Your own reference for it, such as its number in your system; unique among the partner's companies. */
            externalReference: string | null;
        };
        SignInRequest: {
            /** @description The administrator token or a key. */
            key: string;
        };
        SignInWithPasswordRequest: {
            /** @description An email address. */
            email: string;
            /** @description The account's password. */
            password: string;
            /** @description Six digits of the authenticator app, or a recovery code. */
            code?: string;
        };
        SignOffReviewRequest: {
            /** @description What you confirm by it. */
            statement?: string;
        };
        /** @enum {string} */
        SignOutEverywhere: "true" | "false";
        StartUploadFile: {
            /** @description A ULID. */
            fileId: string;
            fileName: string;
            chunkSizeBytes: number;
            totalChunks: number;
        };
        StartUploadResponse: {
            /** @description A ULID. */
            sessionId: string;
            /** Format: date-time */
            expiresAt: string;
            files: components["schemas"]["StartUploadFile"][];
        };
        SubjectRollUp: {
            /** @description As submitted. */
            subject: string | null;
            /** @description The newest of its documents. */
            documentId: string;
            /** @description That document's name. */
            fileName: string;
            /** @description Mean of the best scores of its judged items. */
            score: number | null;
            /** @description Level of that score. */
            complianceLevel: components["schemas"]["ComplianceLevel"] | null;
            documentCount: number;
            judgedItemCount: number;
        };
        SubmitDocumentsFile: {
            fileName: string;
        };
        SubmitDocumentsRequest: {
            /** @description 1 to 20 files of at most 50 MiB, 200 MiB together. */
            "files[]": string[];
            /** @description The review to append to. */
            complianceReviewId?: string | null;
            /** @description The entity for which a new review is created. */
            businessEntityId?: string | null;
            /** @description The framework of the new review. */
            complianceFrameworkId?: string | null;
            /** @description The control of the new review, by its id or code; required with businessEntityId. */
            controlId?: string | null;
            /** @description A JSON array of control item ids, as a string. */
            selectedControlItemIds?: string | null;
            /** @description A JSON array of cluster ids, as a string. */
            selectedControlClusterIds?: string | null;
            /** @description Language of the generated text; en by default. */
            auditLanguageId?: components["schemas"]["Language"] | null;
            /** @description What the document is about, such as the vendor's name; at most 200 characters. */
            subject?: string | null;
            /** @description Your own reference for the document, such as its number in your system; unique among the company's documents, at most 200 characters. */
            externalReference?: string | null;
            /** @description Whether the document is judged for itself or together with others. Absent: as its control says. */
            documentsCount?: components["schemas"]["DocumentsCount"] | null;
            /** @description The document of the same review that this one is a new version of. It no longer counts once the new version is judged, and stays readable. */
            supersedes?: string | null;
            /** @description Since when the document is effective: a date such as 2026-01-01. */
            effectiveFrom?: string | null;
            /** @description The last day on which the document is valid; document.expiring is sent 30 days before. */
            validUntil?: string | null;
            /** @description The day by which the document is to be reviewed; document.review_due is sent when it has passed. */
            reviewBy?: string | null;
            /** @description Facts about the business entity, stored with it: a JSON object such as {"usesSubProcessors": false}, as a string. */
            facts?: string | null;
        };
        SubmitDocumentsResponse: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            status: components["schemas"]["DocumentStatus"];
            files: components["schemas"]["SubmitDocumentsFile"][];
            controlItemCount: number;
            message: string;
        };
        SuspendPartnerRequest: {
            isSuspended: boolean;
        };
        SwitchOrganisationRequest: {
            /** @description One of your memberships, from your account. */
            membershipId: string;
        };
        SwitchPartnerAccessRequest: {
            /** @description Whether the partner's people may open the company's work. */
            isOn: boolean;
        };
        SwitchPartnerAccessResponse: {
            /** @description Whether the partner's people may open the company's work. */
            isOn: boolean;
            /**
             * Format: date-time
             * @description When it was switched off; null while it is on.
             */
            offSince: string | null;
        };
        SystemState: {
            health: components["schemas"]["Health"];
            waiting: components["schemas"]["SystemStateWaiting"];
            /** @description Completed and failed documents of each of the last 24 hours, oldest first. */
            hours: components["schemas"]["SystemStateHour"][];
        };
        SystemStateHour: {
            /** Format: date-time */
            from: string;
            completed: number;
            failed: number;
        };
        SystemStateWaiting: {
            /** @description Documents that wait for analysis. */
            queued: number;
            /** @description Documents being analysed. */
            processing: number;
            /**
             * Format: date-time
             * @description When the oldest of them was queued.
             */
            oldestQueuedAt: string | null;
            /** @description Webhook deliveries that are due or scheduled for a retry. */
            deliveries: number;
            /** @description Counting stops here: a count of this value means this many or more. */
            countedUpTo: number;
        };
        UnfinishedDocument: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            companyId: string;
            companyName: string;
            /** @description A ULID. */
            complianceReviewId: string;
            reviewName: string;
            status: components["schemas"]["UnfinishedDocumentOfCompanyStatus"];
            /** Format: date-time */
            createdAt: string;
            fileName: string;
        };
        UnfinishedDocumentOfCompany: {
            /** @description A ULID. */
            documentId: string;
            /** @description A ULID. */
            companyId: string;
            companyName: string;
            /** @description A ULID. */
            complianceReviewId: string;
            reviewName: string;
            status: components["schemas"]["UnfinishedDocumentOfCompanyStatus"];
            /** Format: date-time */
            createdAt: string;
        };
        /** @enum {string} */
        UnfinishedDocumentOfCompanyStatus: "queued" | "processing";
        UpdateBusinessEntityRequest: {
            /** @description The entity's name. */
            name?: string | null;
            /** @description What the entity does; null clears it. */
            description?: string | null;
            /** @description Adds to the entity's facts or replaces them; null withdraws a fact, or all of them. */
            facts?: {
                [key: string]: boolean | null;
            } | null;
            /** @description Your own reference for it, such as its number in your system; unique among the company's business entities; null removes it. */
            externalReference?: string | null;
        };
        UpdateBusinessEntityResponse: {
            businessEntityId: components["schemas"]["IdParts"];
            message: string;
        };
        UpdateCompanyResponse: {
            /** @description A ULID. */
            companyId: string;
            message: string;
            updatedFields: string[];
        };
        UpdateComplianceReviewRequest: {
            /** @description The review's name. */
            name?: string | null;
            /** @description What the review covers. */
            scope?: string | null;
        };
        UpdateComplianceReviewResponse: {
            /** @description A ULID. */
            reviewId: string;
            message: string;
            updatedFields: string[];
        };
        UpdateDocumentRequest: {
            /** @description Since when the document is effective. A date such as 2026-12-31. */
            effectiveFrom?: string | null;
            /** @description The last day on which the document is valid. A date such as 2026-12-31. */
            validUntil?: string | null;
            /** @description The day by which the document is to be reviewed. A date such as 2026-12-31. */
            reviewBy?: string | null;
            /** @description Your own reference for it, such as its number in your system; unique among the company's documents. */
            externalReference?: string | null;
        };
        UpdateDocumentResponse: {
            /** @description A ULID. */
            documentId: string;
            message: string;
            updatedFields: string[];
        };
        UpdateKeyRequest: {
            /** @description What the key is for. */
            label?: string | null;
            /** @description What the key may do within its tier: read, submit, webhooks, or all. */
            scopes?: components["schemas"]["ListKeysKeyScope"][];
            /** @description Networks that the key may be used from, in CIDR notation, IPv4 or IPv6. Empty: from everywhere. */
            networks?: string[];
        };
        /** @description All files of a chunked upload have arrived. */
        UploadCompletedEvent: {
            /** @constant */
            type: "upload.completed";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["UploadCompletedEventData"];
        };
        UploadCompletedEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            complianceReviewId: string;
            /** @description A ULID. */
            sessionId: string;
            /** @enum {string} */
            status: "completed";
        };
        /** @description A chunked upload was not completed in time. */
        UploadExpiredEvent: {
            /** @constant */
            type: "upload.expired";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["UploadExpiredEventData"];
        };
        UploadExpiredEventData: {
            /** @description A ULID. */
            companyId: string;
            /** @description A ULID. */
            sessionId: string;
            /** @enum {string} */
            status: "expired";
        };
        UploadStart: {
            files: components["schemas"]["AnnouncedFile"][];
            /** @description The review to append to. */
            complianceReviewId?: string | null;
            /** @description The entity for which a new review is created. */
            businessEntityId?: string | null;
            /** @description The framework of the new review. */
            complianceFrameworkId?: string | null;
            /** @description The control of the new review, by its id or code; required with businessEntityId. */
            controlId?: string | null;
            /** @description A JSON array of control item ids, as a string. */
            selectedControlItemIds?: string | null;
            /** @description A JSON array of cluster ids, as a string. */
            selectedControlClusterIds?: string | null;
            /** @description Language of the generated text; en by default. */
            auditLanguageId?: components["schemas"]["Language"] | null;
            /** @description What the document is about, such as the vendor's name; at most 200 characters. */
            subject?: string | null;
            /** @description Your own reference for the document, such as its number in your system; unique among the company's documents, at most 200 characters. */
            externalReference?: string | null;
            /** @description Whether the document is judged for itself or together with others. Absent: as its control says. */
            documentsCount?: components["schemas"]["DocumentsCount"] | null;
            /** @description The document of the same review that this one is a new version of. It no longer counts once the new version is judged, and stays readable. */
            supersedes?: string | null;
            /** @description Since when the document is effective: a date such as 2026-01-01. */
            effectiveFrom?: string | null;
            /** @description The last day on which the document is valid; document.expiring is sent 30 days before. */
            validUntil?: string | null;
            /** @description The day by which the document is to be reviewed; document.review_due is sent when it has passed. */
            reviewBy?: string | null;
            /** @description Facts about the business entity, stored with it, by the keys of GET /v1/conditions. */
            facts?: {
                [key: string]: boolean | null;
            } | null;
            /** @description Merges all files into a single analysis. */
            isConsolidated?: boolean | null;
        };
        /** @enum {string} */
        UploadStatus: "pending" | "uploading" | "completed" | "expired" | "cancelled";
        /** @enum {string} */
        Verdict: "met" | "partly" | "contradicted" | "missing" | "not_applicable";
        VerdictChange: {
            /** @description A ULID. */
            controlItemId: string;
            controlItemName: string;
            controlItemExternalId: string;
            criterionKey: string;
            statement: string;
            /** @description null if the item's earlier revision did not have the criterion. */
            previousVerdict: components["schemas"]["VerdictChangePreviousVerdict"] | null;
            /** @description null if the item's newer revision does not have the criterion. */
            verdict: components["schemas"]["VerdictChangePreviousVerdict"] | null;
            /** @description Of the item. */
            previousScore: number;
            score: number;
            /** @description Revision of the catalogue's text that was judged. */
            previousRevision: number;
            revision: number;
        };
        /**
         * @description null if the item's earlier revision did not have the criterion.
         * @enum {string}
         */
        VerdictChangePreviousVerdict: "met" | "partly" | "contradicted" | "missing" | "not_applicable";
        /**
         * @description Why this verdict, as a code.
         * @enum {string}
         */
        VerdictReason: "stated" | "figure_not_met" | "figure_absent" | "not_binding" | "exception" | "other_party" | "incomplete" | "duty_denied" | "prohibited" | "permitted" | "opposite" | "not_found" | "condition_ruled_out" | "condition_not_stated" | "fact_given" | "never_applies";
        Webhook: {
            /** @description A ULID. */
            id: string;
            url: string;
            eventTypes: components["schemas"]["EventType"][];
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string | null;
            /** @description Why the service disabled the webhook: gone (it answered 410) or failing (for 5 days). */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description When the service disabled it.
             */
            disabledAt: string | null;
            recentDeliveries: components["schemas"]["WebhookRecentDeliveries"];
        };
        /** @description Events of the last 7 days; each counts once, whatever its number of attempts. */
        WebhookRecentDeliveries: {
            total: number;
            delivered: number;
            /** @description Given up after all attempts. Events neither delivered nor failed are pending. */
            failed: number;
            /**
             * Format: date-time
             * @description The last successful delivery.
             */
            lastDeliveredAt: string | null;
        };
        /** @description You requested a test; sent whatever the subscription. */
        WebhookTestEvent: {
            /** @constant */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            data: components["schemas"]["WebhookTestEventData"];
        };
        WebhookTestEventData: {
            /** @description A ULID. */
            companyId: string;
        };
        /**
         * @description What follows from a document that says nothing about the condition.
         * @enum {string}
         */
        WhenSilent: "applies" | "does_not_apply";
    };
    responses: {
        /** @description A required field is missing, or a value is wrong; the message names it. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The review is signed off, another object has this externalReference, or the first request with this Idempotency-Key is still being processed. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key's tier does not permit the operation. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The upload session has expired or was cancelled. */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unexpected error of the server. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist or belongs to another company. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request body is too large. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; Retry-After gives the seconds to wait. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing, empty or not recognised. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service cannot answer at the moment; Retry-After gives the seconds to wait. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is well-formed but cannot be processed; the message says why. */
        Unprocessable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request body's content type is not supported. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Names the request in the service's logs.
         * @example 01KAZ5V1X2Y3Z4A5B6C7D8E9F0
         */
        "X-Request-Id": string;
        /** @description What was wrong, for programs. */
        "X-Error-Code": components["schemas"]["ErrorCode"];
        /**
         * @description Seconds to wait.
         * @example 12
         */
        "Retry-After": number;
        /**
         * @description What is left of each limit, and the seconds until it is whole again.
         * @example "company";r=598;t=21
         */
        RateLimit: string;
        /**
         * @description The limits of the key, with their windows in seconds.
         * @example "company";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Send it as If-None-Match: an unchanged answer is 304 without a body.
         * @example W/"uNnoMlL2vCWyDlqgVEC6YA"
         */
        ETag: string;
        /**
         * @description Where the new resource can be read.
         * @example /v1/documents/01KAZ5V1X2Y3Z4A5B6C7D8E9F0
         */
        Location: string;
        /**
         * @description Present on the repeated answer to an Idempotency-Key.
         * @example true
         */
        "Idempotency-Replayed": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    onboardCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCompany"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardedCompany"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description The order; with - descending. Default -createdAt: newest first. */
                sort?: components["schemas"]["ListCompaniesSort"];
                /** @description Only companies with this text in a name, in any case of letters. */
                name?: string;
                /** @description Only the company with exactly this reference of yours. */
                externalReference?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCompaniesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Company"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CompanyChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCompanyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setCompanyReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetCompanyReferenceRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Company"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCompanySummaries: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description The order; with - descending. Default -createdAt: newest first. */
                sort?: components["schemas"]["ListCompaniesSort"];
                /** @description Only companies with this text in a name, in any case of letters. */
                name?: string;
                /** @description Only the company with exactly this reference of yours. */
                externalReference?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCompanySummariesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDashboard: {
        parameters: {
            query?: {
                /** @description How many weeks a trend goes back; 12 by default. */
                weeks?: number;
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHeatMap: {
        parameters: {
            query?: {
                /** @description How many companies; 50 by default. */
                limit?: number;
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeatMap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFrequentGaps: {
        parameters: {
            query?: {
                /** @description How many items; 20 by default. */
                limit?: number;
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListFrequentGapsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBusinessEntities: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description Only the business entity with exactly this reference of yours. */
                externalReference?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListBusinessEntitiesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBusinessEntity: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBusinessEntityRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateBusinessEntityResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBusinessEntity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                businessEntityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessEntity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateBusinessEntity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                businessEntityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateBusinessEntityRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateBusinessEntityResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listComplianceReviews: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description The order; with - descending. Default -createdAt: newest first. Entries without a score come after all others, in descending order before them. */
                sort?: components["schemas"]["ListComplianceReviewsSort"];
                /** @description Only reviews against this control, by its id or code. */
                controlId?: string;
                /** @description Only reviews of this business entity. */
                businessEntityId?: string;
                /** @description Only reviews of this level. */
                complianceLevel?: components["schemas"]["ComplianceLevel"];
                /** @description Only reviews with this text in their name, in any case of letters. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListComplianceReviewsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getComplianceReview: {
        parameters: {
            query?: {
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path: {
                /** @description A ULID. */
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceReviewDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateComplianceReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateComplianceReviewRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateComplianceReviewResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOffReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SignOffReviewRequest"];
            };
        };
        responses: {
            /** @description A person's sign-off of a review. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceReviewDetailsSignOff"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reopenReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReopenReviewRequest"];
            };
        };
        responses: {
            /** @description A person's sign-off of a review. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceReviewDetailsSignOff"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSignOffs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSignOffsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReviewLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListReviewLinksResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReviewLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReviewLinkRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateReviewLinkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeReviewLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                reviewId: string;
                /** @description A ULID. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getComplianceReviewReport: {
        parameters: {
            query?: {
                /** @description Required. */
                format?: components["schemas"]["ReportFormat"];
                /** @description Of pdf and docx. board: two to four pages. annex: the findings. all by default. */
                part?: components["schemas"]["ReportPart"];
                /** @description Of pdf and docx: on, the partner's looks (the default), or off. */
                branding?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                reviewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report as a file, named after the review. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "text/csv": string;
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSigningKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetBrandingResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceBrandingRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetBrandingResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listComplianceFrameworks: {
        parameters: {
            query?: {
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListComplianceFrameworksResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listControlClusters: {
        parameters: {
            query: {
                /** @description The control, by its id or code. */
                controlId: string;
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListControlClustersResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listControlItems: {
        parameters: {
            query?: {
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path: {
                /** @description The control, by its id or code. */
                controlId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListControlItemsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnAuditLog: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description The order; with - descending. Default -createdAt: newest first. */
                sort?: components["schemas"]["ListOwnAuditLogSort"];
                /** @description An action, or the part before its dot. */
                action?: string;
                actorTier?: components["schemas"]["ActorTier"];
                /** @description Only entries about this resource, such as a document. */
                subjectId?: string;
                /** @description Not before. */
                since?: string;
                /** @description Before. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportOwnAuditLog: {
        parameters: {
            query?: {
                /** @description An action, or the part before its dot. */
                action?: string;
                actorTier?: components["schemas"]["ActorTier"];
                /** @description Only entries about this resource, such as a document. */
                subjectId?: string;
                /** @description Not before. */
                since?: string;
                /** @description Before. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Lines: an entry in each line, with the members of an entry of the list, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getControlItem: {
        parameters: {
            query?: {
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path: {
                /** @description A ULID. */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlItemDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConditions: {
        parameters: {
            query?: {
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListConditionsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitDocuments: {
        parameters: {
            query?: {
                /** @description The review to append to. */
                complianceReviewId?: string | null;
                /** @description The entity for which a new review is created. */
                businessEntityId?: string | null;
                /** @description The framework of the new review. */
                complianceFrameworkId?: string | null;
                /** @description The control of the new review, by its id or code; required with businessEntityId. */
                controlId?: string | null;
                /** @description A JSON array of control item ids, as a string. */
                selectedControlItemIds?: string | null;
                /** @description A JSON array of cluster ids, as a string. */
                selectedControlClusterIds?: string | null;
                /** @description Language of the generated text; en by default. */
                auditLanguageId?: components["schemas"]["Language"] | null;
                /** @description What the document is about, such as the vendor's name; at most 200 characters. */
                subject?: string | null;
                /** @description Your own reference for the document, such as its number in your system; unique among the company's documents, at most 200 characters. */
                externalReference?: string | null;
                /** @description Whether the document is judged for itself or together with others. Absent: as its control says. */
                documentsCount?: components["schemas"]["DocumentsCount"] | null;
                /** @description The document of the same review that this one is a new version of. It no longer counts once the new version is judged, and stays readable. */
                supersedes?: string | null;
                /** @description Since when the document is effective: a date such as 2026-01-01. */
                effectiveFrom?: string | null;
                /** @description The last day on which the document is valid; document.expiring is sent 30 days before. */
                validUntil?: string | null;
                /** @description The day by which the document is to be reviewed; document.review_due is sent when it has passed. */
                reviewBy?: string | null;
                /** @description Facts about the business entity, stored with it: a JSON object such as {"usesSubProcessors": false}, as a string. */
                facts?: string | null;
            };
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["SubmitDocumentsRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitDocumentsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description The order; with - descending. Default -createdAt: newest first. Entries without a score come after all others, in descending order before them. */
                sort?: components["schemas"]["ListDocumentsSort"];
                /** @description Only documents of this review. */
                complianceReviewId?: string;
                /** @description Only documents reviewed against this control, by its id or code. */
                controlId?: string;
                /** @description Only documents of this business entity. */
                businessEntityId?: string;
                status?: components["schemas"]["DocumentStatus"];
                /** @description Only completed documents of this level. */
                complianceLevel?: components["schemas"]["ComplianceLevel"];
                /** @description Only documents with this subject, in any case of letters. */
                subject?: string;
                /** @description Only documents with this text in their file's name, in any case of letters. */
                name?: string;
                /** @description Only the document with exactly this reference of yours. */
                externalReference?: string;
                /** @description Not before. */
                submittedAfter?: string;
                /** @description Before. */
                submittedBefore?: string;
                /** @description Only documents that are valid until a day before this one. A date such as 2026-12-31. */
                validUntilBefore?: string;
                /** @description Only documents to be reviewed by a day before this one. A date such as 2026-12-31. */
                reviewByBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDocumentsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelAnyDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateDocumentRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateDocumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryOwnDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryOwnDocumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocumentOriginal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
                /** @description Id from the document's files. */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, byte for byte as it was submitted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocumentPredecessor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetDocumentPredecessorResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putDocumentPredecessor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutDocumentPredecessorRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    compareDocuments: {
        parameters: {
            query: {
                /** @description The earlier document. */
                with: string;
                /** @description Language of statements and names: en, de, fr, es. Default: auditLanguageId of the submission. */
                language?: string;
            };
            header?: never;
            path: {
                /** @description The newer document. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentComparison"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRecommendations: {
        parameters: {
            query?: {
                /** @description Language of reasons and names: en, de, fr, es. Default: auditLanguageId of the submission. Suggested texts are in the document's language. */
                language?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRecommendationsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRedline: {
        parameters: {
            query?: {
                /** @description Language of reasons and names: en, de, fr, es. Default: auditLanguageId of the submission. Suggested texts are in the document's language. */
                language?: string;
                /** @description Ids of recommendations, separated by commas. Default: those that are preselected. */
                recommendations?: string;
                /** @description Needed only if the document has more than one Word file. */
                fileId?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Word file, named after the original. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getClausePack: {
        parameters: {
            query?: {
                /** @description Language of reasons and names: en, de, fr, es. Default: auditLanguageId of the submission. Suggested texts are in the document's language. */
                language?: string;
                /** @description Ids of recommendations, separated by commas. Default: those that are preselected. */
                recommendations?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Word file, named after the document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    judgeDocumentAgain: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["JudgeDocumentAgainRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocumentCrosswalk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetDocumentCrosswalkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAffectedDocuments: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The control, by its id or code. */
                controlId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAffectedDocumentsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    judgeAffectedDocuments: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The control, by its id or code. */
                controlId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJudgement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEveryAffectedDocument: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The control, by its id or code. */
                controlId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEveryAffectedDocumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    judgeEveryAffectedDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The control, by its id or code. */
                controlId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJudgement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnfinishedDocuments: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUnfinishedDocumentsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEveryUnfinishedDocument: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEveryUnfinishedDocumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPartnerQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quotas"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replacePartnerQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerQuotas"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quotas"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCompanyQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quotas"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceCompanyQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanyQuotas"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quotas"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocumentResult: {
        parameters: {
            query?: {
                /** @description Only these members: dotted paths, comma-separated, for example status,complianceItems.result.score. Ids are always included. */
                fields?: string;
                /** @description Only items of these levels, comma-separated: compliant, partially_compliant, non_compliant, not_applicable. */
                complianceLevel?: string;
                /** @description true: only items that need review; false: only items that do not. */
                needsReview?: string;
                /** @description Only items that people decided in one of these ways, or one of whose criteria, comma-separated: confirm, override, not_applicable, accept_risk, look_again, none. look_again: a decision about the version before asks to be looked at again; none: nothing is decided. */
                decision?: string;
                /** @description confidence: the least sure items first, then those of unknown confidence. Default: the order of the catalogue. */
                sort?: string;
                /**
                 * @description What the result leaves out unless asked, comma-separated: quotes (the text of each quote), statements (statement, level and weight of criteria, statements of conditions, reasons in words), probabilities (of all verdicts).
                 * @example quotes,statements
                 */
                include?: string;
                /** @description Language of all texts but quotes and text to insert: en, de, fr, es. Default: auditLanguageId of the submission. */
                language?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    answerQuestion: {
        parameters: {
            query?: {
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
                /** @description A ULID. */
                controlItemId: string;
                questionKey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerQuestionRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerQuestion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideFinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
                /** @description Id of an entry of complianceItems in the result. */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideFindingRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawDecision: {
        parameters: {
            query?: {
                /** @description Key of a criterion. Default: the item as a whole. */
                criterionKey?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
                /** @description Id of an entry of complianceItems in the result. */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDecisions: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description Only decisions about documents of this review. */
                complianceReviewId?: string;
                /** @description Only decisions about this document. */
                documentId?: string;
                /** @description Only decisions about this entry of complianceItems. */
                itemId?: string;
                /** @description Only decisions of this kind. */
                decision?: components["schemas"]["DecisionKind"];
                /** @description Only decisions in this state. */
                state?: components["schemas"]["DecisionState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDecisionsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDecisionRecords: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                decisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDecisionRecordsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listGaps: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description Only gaps with this status; unresolved: open or in_progress. */
                status?: components["schemas"]["ListGapsStatus"];
                /** @description Only gaps of this severity. */
                severity?: components["schemas"]["ListGapsSeverity"];
                /** @description Only gaps of this person, by account; none: only gaps without an owner. */
                ownerId?: string;
                /** @description Only gaps of this review. */
                complianceReviewId?: string;
                /** @description Only gaps of this control, by its id or code. */
                controlId?: string;
                /** @description Only gaps of this business entity. */
                businessEntityId?: string;
                /** @description Only gaps whose finding is of this document. */
                documentId?: string;
                /** @description Only gaps that are due before this day. A date such as 2026-12-31. */
                dueBefore?: string;
                /** @description Only gaps whose criterion, item or file name contains this; upper and lower case are the same. */
                text?: string;
                /** @description The order; with - descending. Default -createdAt: newest first. Gaps without a due date come after all others, in descending order before them. */
                sort?: components["schemas"]["ListGapsSort"];
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListGapsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeGaps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeGapsRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeGapsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportGaps: {
        parameters: {
            query?: {
                /** @description Only gaps with this status; unresolved: open or in_progress. */
                status?: components["schemas"]["ListGapsStatus"];
                /** @description Only gaps of this severity. */
                severity?: components["schemas"]["ListGapsSeverity"];
                /** @description Only gaps of this person, by account; none: only gaps without an owner. */
                ownerId?: string;
                /** @description Only gaps of this review. */
                complianceReviewId?: string;
                /** @description Only gaps of this control, by its id or code. */
                controlId?: string;
                /** @description Only gaps of this business entity. */
                businessEntityId?: string;
                /** @description Only gaps whose finding is of this document. */
                documentId?: string;
                /** @description Only gaps that are due before this day. A date such as 2026-12-31. */
                dueBefore?: string;
                /** @description Only gaps whose criterion, item or file name contains this; upper and lower case are the same. */
                text?: string;
                /** @description The order; with - descending. Default -createdAt: newest first. Gaps without a due date come after all others, in descending order before them. */
                sort?: components["schemas"]["ListGapsSort"];
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line for each gap, with the members of a gap of the list as columns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGap: {
        parameters: {
            query?: {
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path: {
                /** @description A ULID. */
                gapId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListGapsGap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeGap: {
        parameters: {
            query?: {
                /** @description Language of the catalogue's texts; en by default. */
                language?: components["schemas"]["Language"];
            };
            header?: never;
            path: {
                /** @description A ULID. */
                gapId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeGapRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListGapsGap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listGapEntries: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                gapId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListGapEntriesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    commentOnGap: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                gapId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentOnGapRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListGapEntriesEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIssueLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIssueLinkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceIssueLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceIssueLinkRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIssueLinkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgreement: {
        parameters: {
            query?: {
                /** @description Only decisions of this company. */
                companyId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAgreementResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportLabels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Lines: a label in each line, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportEveryLabel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Lines: a label in each line, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocumentPage: {
        parameters: {
            query?: {
                /** @description Offset of the first word in the page's text, as in evidence. */
                start?: number;
                /** @description Offset after the last word. */
                end?: number;
                /** @description The words themselves; differences in spaces and hyphens are ignored. */
                quote?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
                /** @description Id from the result's files. */
                fileId: string;
                /** @description Counts from 1 within the file. */
                pageNumber: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocumentPageImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
                /** @description Id from the result's files. */
                fileId: string;
                /** @description Counts from 1 within the file. */
                pageNumber: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page, rendered at 150 dots per inch. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocumentRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadStart"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartUploadResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUploadStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetUploadStatusResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putChunk: {
        parameters: {
            query?: never;
            header?: {
                /** @description sha-256=:BASE64:, as in RFC 9530; a chunk with another digest is refused. */
                "Content-Digest"?: string;
                /** @description wait: the chunk may be sent while the one or two before it are still in flight to the same process. */
                Prefer?: string;
            };
            path: {
                /** @description A ULID. */
                sessionId: string;
                /** @description A ULID. */
                fileId: string;
                /** @description Starts at 0. */
                chunkIndex: number;
            };
            cookie?: never;
        };
        /** @description Exactly chunkSizeBytes bytes; the last chunk is the rest. */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChunkReceipt"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterWebhookRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description The order; with - descending. Default -createdAt: newest first. */
                sort?: components["schemas"]["ListOwnAuditLogSort"];
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Only events of this type. */
                type?: components["schemas"]["EventType"];
                /** @description Not before. */
                createdAfter?: string;
                /** @description Before. */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDeliveriesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPartners: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description Only partners with this text in their name, in any case of letters. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPartnersResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPartner: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePartnerRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePartnerResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    renamePartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RenamePartnerRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    suspendPartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuspendPartnerRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceWhitelist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceWhitelistRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceLimitsRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPartnerKeys: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPartnerKeysResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    issuePartnerKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCompanyKeys: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPartnerKeysResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    issueCompanyKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFrameworks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListComplianceFrameworksResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    loadFramework: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A framework in the catalogue's format, or an OSCAL catalog (JSON, 1.1 or later). */
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadFrameworkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewFramework: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A framework in the catalogue's format, or an OSCAL catalog (JSON, 1.1 or later). */
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FrameworkPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    archiveCluster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                clusterId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ArchiveClusterRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveClusterResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    markControlItemObsolete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                controlItemId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MarkControlItemObsoleteRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlItem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    describeControl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The control, by its id or code. */
                controlId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedControl"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewChecklist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewChecklistRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChecklistPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importChecklist: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewChecklistRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadFrameworkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChecklistTemplate: {
        parameters: {
            query?: {
                /** @description true: with an example, which can be imported as it is. */
                example?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workbook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportControl: {
        parameters: {
            query?: {
                /** @description xlsx or oscal. Default: xlsx. */
                format?: components["schemas"]["ControlFormat"];
            };
            header?: never;
            path: {
                /** @description A ULID. */
                controlId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, named after the control. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEveryCompany: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description Only companies of this partner. */
                partnerId?: string;
                /** @description Part of a name. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEveryCompanyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCompanyEntities: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A ULID. */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListBusinessEntitiesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EraseCompanyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideBusinessEntity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                businessEntityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DecideBusinessEntityRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessEntity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description The order; with - descending. Default -createdAt: newest first. */
                sort?: components["schemas"]["ListOwnAuditLogSort"];
                /** @description An action, or the part before its dot. */
                action?: string;
                actorTier?: components["schemas"]["ActorTier"];
                /** @description Only entries about this resource, such as a document. */
                subjectId?: string;
                /** @description Not before. */
                since?: string;
                /** @description Before. */
                until?: string;
                /** @description The id of a subject, key, partner, company or request that entries name. */
                about?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAuditLog: {
        parameters: {
            query?: {
                /** @description An action, or the part before its dot. */
                action?: string;
                actorTier?: components["schemas"]["ActorTier"];
                /** @description Only entries about this resource, such as a document. */
                subjectId?: string;
                /** @description Not before. */
                since?: string;
                /** @description Before. */
                until?: string;
                /** @description The id of a subject, key, partner, company or request that entries name. */
                about?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Lines: an entry in each line, with the members of an entry of the list, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnalysisSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFailedDocuments: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListFailedDocumentsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryOwnDocumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: {
                /** @description true: every session of this key or account ends. */
                everywhere?: components["schemas"]["SignOutEverywhere"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInWithPasswordRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    openReviewLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenReviewLinkRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    switchOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchOrganisationRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    openClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenClientRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSignInProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSignInProvidersResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginProviderSignInRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeginProviderSignInResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishProviderSignInRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinishProviderSignInResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndSessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPeopleResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeRoleRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOutPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetSecondFactorOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListInvitationsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitePersonRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenReviewLinkRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadInvitationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptInvitationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmSecondFactorRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmSecondFactorResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginSecondFactorRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeginSecondFactorResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginSecondFactorRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOwnSessionsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetNotificationSettingsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceNotificationSettingsRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetNotificationSettingsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPartnerAccess: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPartnerAccessResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    switchPartnerAccess: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchPartnerAccessRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchPartnerAccessResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Entries per page. Without it, up to 1,000 entries are returned. */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description A company of the calling partner; absent: the caller's own keys. */
                companyId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListKeysResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssueKeyRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeOwnKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A ULID. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateKeyRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListKeysKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A ULID. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateKeyRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveDocumentSubmittedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "document.submitted",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "documentId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "status": "queued"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DocumentSubmittedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDocumentCompletedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "document.completed",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "documentId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "status": "completed"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DocumentCompletedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDocumentFailedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "document.failed",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "documentId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "status": "failed"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DocumentFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDocumentSupersededEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "document.superseded",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "documentId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "supersededBy": "01KAZ5V1X2Y3Z4A5B6C7D8E904"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DocumentSupersededEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDocumentExpiringEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "document.expiring",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "documentId": "01KAZ5V1X2Y3Z4A5B6C7D8E903"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DocumentExpiringEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDocumentReviewDueEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "document.review_due",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "documentId": "01KAZ5V1X2Y3Z4A5B6C7D8E903"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DocumentReviewDueEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveUploadCompletedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "upload.completed",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "sessionId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "status": "completed"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UploadCompletedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveUploadExpiredEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "upload.expired",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "sessionId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "status": "expired"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UploadExpiredEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReviewCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "review.created",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReviewCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReviewCompletedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "review.completed",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReviewCompletedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReviewScoreFellEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "review.score_fell",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "documentId": "01KAZ5V1X2Y3Z4A5B6C7D8E903"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReviewScoreFellEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReviewSignedOffEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "review.signed_off",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "signOffId": "01KAZ5V1X2Y3Z4A5B6C7D8E903"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReviewSignedOffEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReviewReopenedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "review.reopened",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "signOffId": "01KAZ5V1X2Y3Z4A5B6C7D8E903"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReviewReopenedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveFindingDecidedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "finding.decided",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "documentId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "itemId": "01KAZ5V1X2Y3Z4A5B6C7D8E904",
                 *         "decisionId": "01KAZ5V1X2Y3Z4A5B6C7D8E905",
                 *         "status": "confirm"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FindingDecidedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveFindingReopenedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "finding.reopened",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "documentId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "itemId": "01KAZ5V1X2Y3Z4A5B6C7D8E904",
                 *         "decisionId": "01KAZ5V1X2Y3Z4A5B6C7D8E905",
                 *         "status": "expired"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FindingReopenedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveGapAssignedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "gap.assigned",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "gapId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "accountId": "01KAZ5V1X2Y3Z4A5B6C7D8E904",
                 *         "status": "met"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GapAssignedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveGapMentionedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "gap.mentioned",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "gapId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "accountId": "01KAZ5V1X2Y3Z4A5B6C7D8E904"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GapMentionedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveGapDueEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "gap.due",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "gapId": "01KAZ5V1X2Y3Z4A5B6C7D8E903"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GapDueEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveGapOverdueEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "gap.overdue",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "gapId": "01KAZ5V1X2Y3Z4A5B6C7D8E903"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GapOverdueEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveGapClosedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "gap.closed",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "gapId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "status": "met"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GapClosedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveGapReopenedEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "gap.reopened",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901",
                 *         "complianceReviewId": "01KAZ5V1X2Y3Z4A5B6C7D8E902",
                 *         "gapId": "01KAZ5V1X2Y3Z4A5B6C7D8E903",
                 *         "status": "met"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GapReopenedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveWebhookTestEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id; the same on every retry and replay.
                 * @example 01KAZ5V1X2Y3Z4A5B6C7D8E900
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970, signed with the body.
                 * @example 1772366400
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "webhook.test",
                 *       "timestamp": "2026-03-01T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "01KAZ5V1X2Y3Z4A5B6C7D8E901"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Received. Any other 2xx within 15 seconds is a success, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Switches the webhook off. Anything else is a failure and is retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
