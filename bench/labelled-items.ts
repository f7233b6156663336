import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { type CompleteItem, completeItem } from "../server/src/catalogue/complete-item.ts";

/** The labelled items of a control, in the control's order. */
export function labelledItems<Label extends { externalId: string }>(
  control: ControlDocument,
  labels: Label[],
): { item: CompleteItem; label: Label }[] {
  const labelOf = new Map(labels.map((label) => [label.externalId, label]));
  return control.clusters
    .flatMap(({ items }) => items)
    .flatMap((item) => {
      const label = labelOf.get(item.externalId);
      return label === undefined || item.isObsolete === true ? [] : [{ item: completeItem(control, item), label }];
    });
}
