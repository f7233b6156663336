import { AppError } from "../platform/app-error.ts";
import { type Id, isId } from "../platform/ids.ts";
import type { Cluster, SelectableItem, Selection } from "./catalogue.ts";

/** "A JSON array of … ULIDs, carried as a string." An empty array counts as omitted. */
export function parseIdList(field: string, text: string | undefined): Id[] | undefined {
  if (text === undefined) return undefined;
  const malformed = new AppError(
    "invalid_request",
    `${field} must be a JSON array of ids, for example ["01ARZ3NDEKTSV4RRFFQ69G5FAV"].`,
  );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed;
  }
  if (!Array.isArray(value) || !value.every((member) => typeof member === "string" && isId(member))) throw malformed;
  return value.length === 0 ? undefined : [...new Set(value as Id[])];
}

/**
 * The contract's table: clusters and items given, the union; clusters alone, their non-obsolete items; items alone,
 * exactly those; neither, all non-obsolete items of the control. Listed items are analysed even when obsolete.
 */
export function selectItems(items: SelectableItem[], clusters: Cluster[], { clusterIds, itemIds }: Selection): Id[] {
  const active = new Set(clusters.filter((cluster) => !cluster.isArchived).map((cluster) => cluster.id));
  refuseUnknown("selectedControlClusterIds", clusterIds, clusters);
  refuseUnknown("selectedControlItemIds", itemIds, items);
  const archived = clusterIds?.find((id) => !active.has(id));
  if (archived !== undefined)
    throw new AppError("unprocessable", `selectedControlClusterIds names an archived cluster: ${archived}.`);

  const chosenClusters = new Set(clusterIds ?? (itemIds === undefined ? active : []));
  const chosenItems = new Set(itemIds);
  return items
    .filter((item) => (chosenClusters.has(item.clusterId) && !item.isObsolete) || chosenItems.has(item.id))
    .map((item) => item.id);
}

function refuseUnknown(field: string, given: Id[] | undefined, known: { id: Id }[]): void {
  const ids = new Set(known.map(({ id }) => id));
  const unknown = given?.find((id) => !ids.has(id));
  if (unknown !== undefined)
    throw new AppError("unprocessable", `${field} names an id that does not belong to this control: ${unknown}.`);
}
