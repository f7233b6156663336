import { queryOptions } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { choicesOf } from "./item-selection.ts";

export const frameworksQuery = queryOptions({
  queryKey: ["frameworks"],
  queryFn: ({ signal }) => assay.listComplianceFrameworks({ signal }),
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

export const choicesQuery = (controlId: string) =>
  queryOptions({
    queryKey: ["item-choices", controlId],
    queryFn: async ({ signal }) => {
      const [{ activeClusters }, { items }] = await Promise.all([
        assay.listControlClusters(controlId, { signal }),
        assay.listControlItems(controlId, { signal }),
      ]);
      return choicesOf(activeClusters, items);
    },
  });
