import type { ComplianceItem, Document, DocumentResult } from "@assay/sdk";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { askAs, pollMilliseconds } from "../service/polling.ts";

const pageLength = 50;

export const isOver = (status: Document["status"] | undefined) => status === "completed" || status === "failed";

export const frameworksQuery = (language: string) =>
  queryOptions({
    queryKey: ["frameworks", language],
    queryFn: ({ signal }) => assay.listComplianceFrameworks({ language, signal }),
  });

export const reviewsQuery = infiniteQueryOptions({
  queryKey: ["reviews", "pages"],
  queryFn: ({ pageParam, signal }) => assay.listComplianceReviews({ limit: pageLength, cursor: pageParam }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

const hasWork = (pages: { documents: Document[] }[] | undefined) =>
  pages?.some(({ documents }) => documents.some(({ status }) => !isOver(status))) ?? false;

const isSeen = (data: { pageParams: unknown[] } | undefined, pageParam: string | undefined) =>
  data?.pageParams.includes(pageParam) ?? false;

/** Documents of one review or of all; polled while any is being processed. */
export const documentsQuery = (complianceReviewId?: string) =>
  infiniteQueryOptions({
    queryKey: ["documents", complianceReviewId ?? "all"],
    queryFn: ({ client, queryKey, pageParam, signal }) =>
      askAs(isSeen(client.getQueryData(queryKey), pageParam)).listDocuments(
        { limit: pageLength, cursor: pageParam, complianceReviewId },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) => (hasWork(data?.pages) ? 2 * pollMilliseconds : false),
  });

/** What shows documents, or adds them up. */
const kindsOfDocuments = ["document", "document-items", "documents", "review", "reviews", "dashboard", "gaps"];

export const showsDocuments = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }) =>
  kindsOfDocuments.includes(`${kind}`);

const stateFields = [
  ...["fileName", "status", "failureReason", "pageCount", "progress", "processedAt", "complianceReviewId"],
  ...["files", "engine"],
] as const;
export type DocumentState = Pick<DocumentResult, "documentId" | (typeof stateFields)[number]>;

/** A document and its progress, without findings. */
export const documentQuery = (documentId: string) =>
  queryOptions({
    queryKey: ["document", documentId],
    queryFn: ({ client, queryKey, signal }): Promise<DocumentState> =>
      askAs(client.getQueryData(queryKey) !== undefined).getDocumentResult(
        documentId,
        { fields: [...stateFields] },
        { signal },
      ),
    refetchInterval: ({ state: { data } }) => (isOver(data?.status) ? false : pollMilliseconds),
  });

/** Whether a question is asked depends on what applies, so answers are read with the questions. */
export const questionsQuery = (documentId: string, language: string) =>
  queryOptions({
    queryKey: ["questions", documentId, language],
    queryFn: async ({ signal }) =>
      (await assay.getDocumentResult(documentId, { fields: ["questions"], language }, { signal })).questions,
  });

/** Only the fields that the table shows: full findings are a hundred times as large. */
const itemFields = [
  ...["controlItemName", "controlItemExternalId", "controlClusterName", "status", "complianceLevel", "result.score"],
  ...["confidence", "needsReview"],
  ...["decision", "decidedComplianceLevel", "result.decidedScore", "result.criteria.decision"],
].map((name) => `complianceItems.${name}`);

/** Polls while the document is being processed. */
export const documentItemsQuery = (documentId: string, isWorkedOn: boolean, language: string) =>
  queryOptions({
    // Refetched once after completion, because the last poll may lack the last items.
    queryKey: ["document-items", documentId, isWorkedOn, language],
    placeholderData: keepPreviousData,
    queryFn: async ({ client, queryKey, signal }) => {
      const { complianceItems = [] } = await askAs(client.getQueryData(queryKey) !== undefined).getDocumentResult(
        documentId,
        { fields: itemFields, language },
        { signal },
      );
      // The table shows only members that are in itemFields.
      return complianceItems as ComplianceItem[];
    },
    refetchInterval: isWorkedOn ? 2 * pollMilliseconds : false,
  });
