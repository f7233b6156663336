import type { Evidence } from "@assay/sdk";
import { queryOptions } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";

/** The page that contains a quote, with the quote's position. Pages never change. */
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

/** A page by its number, with nothing highlighted. */
export const pageQuery = ({ documentId, fileId, pageNumber }: PageAddress) =>
  queryOptions({
    queryKey: ["page", documentId, fileId, pageNumber],
    queryFn: ({ signal }) => assay.getDocumentPage(documentId, fileId, pageNumber, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The page image, cached for a while so that going back and forth is instant. */
export const pageImageQuery = ({ documentId, fileId, pageNumber }: PageAddress) =>
  queryOptions({
    queryKey: ["page-image", documentId, fileId, pageNumber],
    queryFn: ({ signal }) => assay.getDocumentPageImage(documentId, fileId, pageNumber, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
