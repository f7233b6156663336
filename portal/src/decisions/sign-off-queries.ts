import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";

/** What shows whether a review is signed off. */
const affected = ["review", "reviews"];

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => affected.includes(String(kind)) });
}

export function useSignOff(reviewId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (given: { statement?: string }) => assay.signOffReview(reviewId, given),
    onSuccess: refresh,
  });
}

export function useReopen(reviewId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (reason: string) => assay.reopenReview(reviewId, { reason }),
    onSuccess: refresh,
  });
}
