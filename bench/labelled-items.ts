import type { ControlDocument, ItemDocument } from "../server/src/catalogue/catalogue-format.ts";

/** The labelled items of a control, in the control's order. */
export function labelledItems<Label extends { externalId: string }>(
  control: ControlDocument,
  labels: Label[],
): { item: ItemDocument; label: Label }[] {
  const labelOf = new Map(labels.map((label) => [label.externalId, label]));
  return control.clusters
    .flatMap(({ items }) => items)
    .flatMap((item) => {
      const label = labelOf.get(item.externalId);
      return label === undefined || item.isObsolete === true ? [] : [{ item, label }];
    });
}
