import { queryOptions } from "@tanstack/react-query";
import { assay } from "./assay.ts";

/** A document without findings: its dates, versions and files. */
export const detailsQuery = (documentId: string) =>
  queryOptions({
    queryKey: ["document", documentId, "details"],
    queryFn: ({ signal }) => assay.getDocument(documentId, { signal }),
  });
