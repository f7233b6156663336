import type { DocumentResult } from "@assay/sdk";
import { queryOptions } from "@tanstack/react-query";
import { assay, assayInBackground } from "../service/assay.ts";

const isOver = ({ status }: DocumentResult) => status === "completed" || status === "failed";
const pollMilliseconds = 2000;

/** All findings of a document, polled until complete and then cached: results change only by decisions, which ask for them anew. */
export const resultQuery = (documentId: string) =>
  queryOptions({
    queryKey: ["document-findings", documentId],
    queryFn: ({ client, queryKey, signal }) => {
      const isFirst = client.getQueryData(queryKey) === undefined;
      return (isFirst ? assay : assayInBackground).getDocumentResult(
        documentId,
        { include: ["quotes", "statements"] },
        { signal },
      );
    },
    staleTime: ({ state: { data } }) => (data !== undefined && isOver(data) ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOver(data) ? false : pollMilliseconds),
  });
