import type { Decision } from "@assay/sdk";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";

export type DecisionKind = Decision["decision"];
/** What a finding carries of the decision about it. */
export type FindingDecision = Omit<
  Decision,
  "documentId" | "complianceReviewId" | "itemId" | "controlItemId" | "criterionKey" | "endedAt" | "endedBy"
>;
export type GivenDecision = Parameters<typeof assay.decideFinding>[2];

/** The finding that is decided: an item as a whole, or one of its criteria. */
export interface Subject {
  documentId: string;
  itemId: string;
  criterionKey?: string;
}

const historyLength = 100;

/** All decisions about an item and its criteria, newest first. */
export const historyQuery = ({ documentId, itemId }: Subject) =>
  queryOptions({
    queryKey: ["decisions", documentId, itemId],
    queryFn: async ({ signal }) =>
      (await assay.listDecisions({ documentId, itemId, limit: historyLength }, { signal })).decisions,
  });

/** Scores and levels that count decisions are shown in all of these. */
const affected = ["decisions", "document-findings", "document-items", "document", "documents", "review", "reviews"];

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => affected.includes(String(kind)) });
}

export function useDecide({ documentId, itemId, criterionKey }: Subject) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (given: GivenDecision) =>
      assay.decideFinding(documentId, itemId, { ...given, ...(criterionKey !== undefined && { criterionKey }) }),
    onSuccess: refresh,
  });
}

export function useWithdraw({ documentId, itemId, criterionKey }: Subject) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => assay.withdrawDecision(documentId, itemId, { criterionKey }),
    onSuccess: refresh,
  });
}
