import { queryOptions } from "@tanstack/react-query";
import { askAs, pollMilliseconds } from "./polling.ts";

/** With the texts of the catalogue in the reader's language. */
export const reviewQuery = (reviewId: string, language: string) =>
  queryOptions({
    queryKey: ["review", reviewId, language],
    queryFn: ({ client, queryKey, signal }) =>
      askAs(client.getQueryData(queryKey) !== undefined).getComplianceReview(reviewId, { language, signal }),
    refetchInterval: ({ state: { data } }) => {
      const counts = data?.rollUp.documentCounts;
      return counts !== undefined && counts.queued + counts.processing > 0 ? 2 * pollMilliseconds : false;
    },
  });
