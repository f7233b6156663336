import { AppError } from "../platform/app-error.ts";
import { type Id, isId } from "../platform/ids.ts";
import type { Cluster, SelectableItem, Selection } from "./catalogue.ts";

/** "A JSON array of … ULIDs, carried as a string." An empty one counts as omitted. */
export function readIdList(field: string, text: string | undefined): Id[] | undefined {
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
  refuseOutside(
    "selectedControlClusterIds",
    clusterIds,
    clusters.map((cluster) => cluster.id),
  );
  refuseOutside(
    "selectedControlItemIds",
    itemIds,
    items.map((item) => item.id),
  );
  const archived = clusterIds?.find((id) => !active.has(id));
  if (archived !== undefined)
    throw new AppError("unprocessable", `selectedControlClusterIds names an archived cluster: ${archived}.`);

  const chosenClusters = new Set(clusterIds ?? (itemIds === undefined ? active : []));
  const chosenItems = new Set(itemIds);
  return items
    .filter((item) => (chosenClusters.has(item.clusterId) && !item.isObsolete) || chosenItems.has(item.id))
    .map((item) => item.id);
}

function refuseOutside(field: string, given: Id[] | undefined, known: Id[]): void {
  const all = new Set(known);
  const outside = given?.find((id) => !all.has(id));
  if (outside !== undefined)
    throw new AppError("unprocessable", `${field} names an id that is not of this control: ${outside}.`);
}
