import { readFileSync } from "node:fs";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { type CompleteItem, completeItem } from "../server/src/catalogue/complete-item.ts";

/**
 * The criteria of each item in the order in which bench/cases and the documents of model/training are labelled:
 * control, externalId, keys.
 */
export const labelledKeys: Record<string, Record<string, string[]>> = JSON.parse(
  readFileSync(new URL("cases/criteria-keys.json", import.meta.url), "utf8"),
);

export interface LabelledItem<Label extends { criteria: object[] }> {
  item: CompleteItem;
  label: Label;
  /** Undefined for a criterion that is new since, or whose meaning and therefore key has changed. */
  labelOf(criterion: { key: string }): Label["criteria"][number] | undefined;
  /** Whether the item still has exactly the criteria that were labelled, so that its level can be compared. */
  hasSameCriteria: boolean;
}

/** The labelled items that a control still has, in the control's order. */
export function labelledItems<Label extends { externalId: string; criteria: object[] }>(
  control: ControlDocument,
  labels: Label[],
): LabelledItem<Label>[] {
  const labelOfItem = new Map(labels.map((label) => [label.externalId, label]));
  return control.clusters
    .flatMap(({ items }) => items)
    .flatMap((item) => {
      const label = labelOfItem.get(item.externalId);
      const keys = labelledKeys[control.code]?.[item.externalId];
      if (label === undefined || keys === undefined || item.isObsolete === true) return [];
      const labelOf = ({ key }: { key: string }) =>
        keys.includes(key) ? label.criteria[keys.indexOf(key)] : undefined;
      const hasSameCriteria =
        item.criteria.length === keys.length && item.criteria.every(({ key }) => keys.includes(key));
      return [{ item: withoutConditions(completeItem(control, item)), label, labelOf, hasSameCriteria }];
    });
}

/** The labels are older than conditions: all that is not said is missing. */
function withoutConditions({ appliesWhen, ...item }: CompleteItem): CompleteItem {
  return { ...item, criteria: item.criteria.map(({ appliesWhen: own, ...criterion }) => criterion) };
}
