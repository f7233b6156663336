import type { ItemRow } from "../items/item-row.ts";

/** A requirement with a page to go to. */
export interface Step {
  documentId: string;
  itemId: string;
}

export interface ItemSteps {
  previous: Step | undefined;
  next: Step | undefined;
  /** Counted from 1; undefined if the requirement matches the filters no longer. */
  position: number | undefined;
  count: number;
  /** How many of those shown were decided themselves; decisions about some of their criteria do not end a review. */
  decidedCount: number;
}

const toStep = ({ documentId, complianceItemId }: ItemRow): Step | undefined =>
  documentId === null || complianceItemId === null ? undefined : { documentId, itemId: complianceItemId };

/** The neighbours of an item among the rows shown, also of one that is no longer shown, for which all rows tell its place. */
export function findSteps(all: ItemRow[], shown: ItemRow[], itemId: string): ItemSteps {
  const at = all.findIndex(({ complianceItemId }) => complianceItemId === itemId);
  const places = new Map(all.map((row, index) => [row, index]));
  const linked = shown.filter((row) => toStep(row) !== undefined);
  const placeOf = (row: ItemRow) => places.get(row) ?? -1;
  const previous = linked.findLast((row) => placeOf(row) < at);
  const next = linked.find((row) => placeOf(row) > at);
  const index = linked.findIndex(({ complianceItemId }) => complianceItemId === itemId);
  return {
    previous: previous && toStep(previous),
    next: next && toStep(next),
    position: index < 0 ? undefined : index + 1,
    count: linked.length,
    decidedCount: linked.filter(({ decided }) => decided?.isOfItem).length,
  };
}
