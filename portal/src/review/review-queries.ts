import type { Document, DocumentResult } from "@assay/sdk";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { assay, assayInBackground } from "../service/assay.ts";

const pollMilliseconds = 1500;
const pageLength = 50;

/** The first look at a page is the reader's; what comes after comes by itself, and is no sign of anyone being there. */
const askAs = (isSeen: boolean) => (isSeen ? assayInBackground : assay);

export const isOver = (status: Document["status"] | undefined) => status === "completed" || status === "failed";

export const frameworksQuery = queryOptions({
  queryKey: ["frameworks"],
  queryFn: ({ signal }) => assay.listComplianceFrameworks({ signal }),
});

export const reviewsQuery = infiniteQueryOptions({
  queryKey: ["reviews", "pages"],
  queryFn: ({ pageParam, signal }) => assay.listComplianceReviews({ limit: pageLength, cursor: pageParam }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

export const reviewQuery = (reviewId: string) =>
  queryOptions({
    queryKey: ["review", reviewId],
    queryFn: ({ client, queryKey, signal }) =>
      askAs(client.getQueryData(queryKey) !== undefined).getComplianceReview(reviewId, { signal }),
    refetchInterval: ({ state: { data } }) => {
      const counts = data?.rollUp.documentCounts;
      return counts !== undefined && counts.queued + counts.processing > 0 ? 2 * pollMilliseconds : false;
    },
  });

const hasWork = (pages: { documents: Document[] }[] | undefined) =>
  pages?.some(({ documents }) => documents.some(({ status }) => !isOver(status))) ?? false;

const isSeen = (data: { pageParams: unknown[] } | undefined, pageParam: string | undefined) =>
  data?.pageParams.includes(pageParam) ?? false;

/** Of one review, or all; asked for again while one of them is being worked on. */
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

const standingFields = [
  ...["fileName", "status", "failureReason", "pageCount", "progress", "processedAt", "complianceReviewId"],
  ...["files", "engine"],
] as const;
export type DocumentStanding = Pick<DocumentResult, "documentId" | (typeof standingFields)[number]>;

/** A document without its findings, and how far it has come. */
export const documentQuery = (documentId: string) =>
  queryOptions({
    queryKey: ["document", documentId],
    queryFn: ({ client, queryKey, signal }): Promise<DocumentStanding> =>
      askAs(client.getQueryData(queryKey) !== undefined).getDocumentResult(
        documentId,
        { fields: [...standingFields] },
        { signal },
      ),
    refetchInterval: ({ state: { data } }) => (isOver(data?.status) ? false : pollMilliseconds),
  });

/** Of each item only what the table shows: findings in full are a hundred times as much. */
const itemFields = [
  ...["controlItemName", "controlItemExternalId", "controlClusterName", "status", "complianceLevel", "result.score"],
].map((name) => `complianceItems.${name}`);

/** `isWorkedOn` while the document is: then the items are asked for again. */
export const documentItemsQuery = (documentId: string, isWorkedOn: boolean) =>
  queryOptions({
    // What ends is asked for once more: the last answer before the end may lack the last items.
    queryKey: ["document-items", documentId, isWorkedOn],
    placeholderData: keepPreviousData,
    queryFn: async ({ client, queryKey, signal }) =>
      (
        await askAs(client.getQueryData(queryKey) !== undefined).getDocumentResult(
          documentId,
          { fields: itemFields },
          { signal },
        )
      ).complianceItems,
    refetchInterval: isWorkedOn ? 2 * pollMilliseconds : false,
  });
