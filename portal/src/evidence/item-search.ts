import { type ItemFilter, readFilters } from "../items/item-filter.ts";

/** What the page of a requirement shows, and the list that it was opened from: its review, if any, its filters and its order. */
export interface ItemPageSearch extends ItemFilter {
  /** The quote shown, counted from 0. */
  evidence?: number;
  review?: string;
  /** Walks what needs review: after a decision the next requirement is shown. */
  queue?: true;
}

export function readItemSearch(search: Record<string, unknown>): ItemPageSearch {
  const { evidence, review, queue } = search;
  return {
    ...readFilters(search),
    ...(Number.isSafeInteger(evidence) && Number(evidence) >= 0 && { evidence: Number(evidence) }),
    ...(typeof review === "string" && review !== "" && { review }),
    ...(queue === true && { queue }),
  };
}
