import type { DocumentResult } from "@assay/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { filterRows, searchable } from "../items/item-filter.ts";
import { defaultSort, sortRows } from "../items/item-order.ts";
import type { ItemRow } from "../items/item-row.ts";
import { toDocumentRows, toItemRows } from "../items/to-item-rows.ts";
import { reviewQuery } from "../service/review-query.ts";
import { useFormats, useSpoken } from "../texts/texts-context.tsx";
import { findSteps, type ItemSteps } from "./find-steps.ts";
import type { ItemPageSearch } from "./item-search.ts";

/** The neighbours of a requirement in the list that it was opened from: of a review, or of the document. */
export function useItemSteps(result: DocumentResult, itemId: string, search: ItemPageSearch): ItemSteps {
  const { locale } = useFormats();
  const { language } = useSpoken();
  const { review: reviewId = "" } = search;
  const { data: review } = useQuery({
    ...reviewQuery(reviewId, language),
    enabled: reviewId !== "",
    refetchInterval: false,
  });
  return useMemo(() => {
    const ofReview = review === undefined ? [] : toItemRows(review.rollUp);
    const isOfReview = ofReview.some(({ complianceItemId }) => complianceItemId === itemId);
    const rows: ItemRow[] = isOfReview ? ofReview : toDocumentRows(result.documentId, result.complianceItems);
    const sorted = sortRows(rows, search.sort ?? defaultSort, locale);
    return findSteps(sorted, filterRows(sorted, searchable(sorted), search), itemId);
  }, [review, result, itemId, search, locale]);
}
