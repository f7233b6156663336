import type { DocumentResult } from "@assay/sdk";
import { queryOptions } from "@tanstack/react-query";
import { assay, assayInBackground } from "../service/assay.ts";

const isOver = ({ status }: DocumentResult) => status === "completed" || status === "failed";
const pollMilliseconds = 2000;

/** Finished findings change only by decisions; this is how late those of colleagues may show. */
const staleMilliseconds = 30_000;

/** All findings of a document, polled until complete. */
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
    staleTime: ({ state: { data } }) => (data !== undefined && isOver(data) ? staleMilliseconds : 0),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOver(data) ? false : pollMilliseconds),
  });
