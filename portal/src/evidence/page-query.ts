import { queryOptions } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import type { Evidence } from "./cited-evidence.ts";

/** The page that a quote stands on, and where on it. A document's pages never change. */
export const quotedPageQuery = ({ documentId, fileId, pageNumber, start, end }: Evidence) =>
  queryOptions({
    queryKey: ["page", documentId, fileId, pageNumber, start, end],
    queryFn: ({ signal }) =>
      assay.getDocumentPage(documentId, fileId, pageNumber, { highlight: { start, end }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export interface PageAddress {
  documentId: string;
  fileId: string;
  pageNumber: number;
}

/** The page's picture. Kept for a while after it was looked at, for going back and forth. */
export const pageImageQuery = ({ documentId, fileId, pageNumber }: PageAddress) =>
  queryOptions({
    queryKey: ["page-image", documentId, fileId, pageNumber],
    queryFn: ({ signal }) => assay.getDocumentPageImage(documentId, fileId, pageNumber, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
