import type { ControlCluster, ControlItem, UploadTarget } from "@assay/sdk";

/** A control's clusters with their selectable items. */
export interface ClusterChoice {
  cluster: ControlCluster;
  items: ControlItem[];
}

/** The default selection: items that are not obsolete, in clusters that are not archived. */
export function choicesOf(clusters: ControlCluster[], items: ControlItem[]): ClusterChoice[] {
  return clusters
    .map((cluster) => ({
      cluster,
      items: items.filter(({ clusterId, isObsolete }) => clusterId === cluster.id && !isObsolete),
    }))
    .filter(({ items: own }) => own.length > 0);
}

export type Selected = ReadonlySet<string>;

export const itemIdsOf = (choices: ClusterChoice[]): string[] =>
  choices.flatMap(({ items }) => items.map(({ id }) => id));

export function toggled(selected: Selected, ids: string[], isOn: boolean): Selected {
  const next = new Set(selected);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Whole clusters by cluster id, single items by item id, nothing at all for everything. */
export function toSelectionFields(
  choices: ClusterChoice[],
  selected: Selected,
): Pick<UploadTarget, "selectedControlClusterIds" | "selectedControlItemIds"> {
  if (itemIdsOf(choices).every((id) => selected.has(id))) return {};
  const whole = choices.filter(({ items }) => items.every(({ id }) => selected.has(id)));
  const single = choices
    .filter((choice) => !whole.includes(choice))
    .flatMap(({ items }) => items.map(({ id }) => id).filter((id) => selected.has(id)));
  return {
    ...(whole.length > 0 && { selectedControlClusterIds: whole.map(({ cluster }) => cluster.id) }),
    ...(single.length > 0 && { selectedControlItemIds: single }),
  };
}
