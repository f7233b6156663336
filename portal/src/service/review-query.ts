import { queryOptions } from "@tanstack/react-query";
import { askAs, pollMilliseconds } from "./polling.ts";

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
