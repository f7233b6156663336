import type { DescribedControl, DescribedItem } from "./catalogue.ts";
import type { ControlDocument, ItemDocument } from "./catalogue-format.ts";

/** A loaded control in the catalogue's format, as it is in force. */
export function toControlDocument(control: DescribedControl): ControlDocument {
  const { id, code, name, description, definition, clusters } = control;
  return {
    ...{ id, code, name, description, ...definition },
    clusters: clusters
      // One that lost its items in a later version stays for old reviews; the format has no empty clusters.
      .filter(({ items }) => items.length > 0)
      .map((cluster) => ({
        ...{ id: cluster.id, code: cluster.code, name: cluster.name },
        ...(cluster.isArchived && { isArchived: true }),
        items: cluster.items.map(toItemDocument),
      })),
  };
}

/** Without what the item takes from its control. */
function toItemDocument({ id, externalId, name, objective, isObsolete, definition }: DescribedItem): ItemDocument {
  const { byReference, conditions, externalId: _, ...texts } = definition;
  return { id, externalId, name, objective, ...(isObsolete && { isObsolete: true }), ...texts };
}
