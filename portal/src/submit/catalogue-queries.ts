import { queryOptions } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { choicesOf } from "./item-selection.ts";

export const frameworksQuery = (language: string) =>
  queryOptions({
    queryKey: ["frameworks", language],
    queryFn: ({ signal }) => assay.listComplianceFrameworks({ language, signal }),
  });

export const reviewListQuery = queryOptions({
  queryKey: ["review-choices"],
  queryFn: ({ signal }) => assay.listComplianceReviews({}, { signal }),
});

/** The control of a review. */
export const controlOfReviewQuery = (reviewId: string) =>
  queryOptions({
    queryKey: ["control-of-review", reviewId],
    queryFn: async ({ signal }) => (await assay.getComplianceReview(reviewId, { signal })).controlId,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The document that a submission replaces. */
export const replacedQuery = (documentId: string) =>
  queryOptions({
    queryKey: ["document", documentId, "details"],
    queryFn: ({ signal }) => assay.getDocument(documentId, { signal }),
  });

export const choicesQuery = (controlId: string, language: string) =>
  queryOptions({
    queryKey: ["item-choices", controlId, language],
    queryFn: async ({ signal }) => {
      const [{ activeClusters }, { items }] = await Promise.all([
        assay.listControlClusters(controlId, { language, signal }),
        assay.listControlItems(controlId, { language, signal }),
      ]);
      return choicesOf(activeClusters, items);
    },
  });
