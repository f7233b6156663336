import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import type { Id } from "../platform/ids.ts";
import { shippedCatalogueFolder } from "./shipped-catalogue.ts";

const closed = { additionalProperties: false };
const name = Type.String({ minLength: 1 });

const crosswalkEnd = Type.Object(
  {
    control: name,
    item: name,
    criterion: name,
    appliesWhen: Type.Optional(Type.Array(name, { minItems: 1 })),
  },
  closed,
);

/**
 * `sameAs`: evidence that meets one of the two criteria meets the other. `partOf`: evidence that meets the first meets the
 * second at least in part.
 */
export const crosswalkSchema = Type.Object(
  {
    links: Type.Array(
      Type.Object({ first: crosswalkEnd, type: Type.Enum(["sameAs", "partOf"]), second: crosswalkEnd }, closed),
    ),
  },
  closed,
);

export type CrosswalkDocument = Static<typeof crosswalkSchema>;
export type CrosswalkEnd = Static<typeof crosswalkEnd>;

/** How a criterion relates to another one: `hasPart` is `partOf`, seen from the second criterion. */
export type LinkType = "sameAs" | "partOf" | "hasPart";

export interface CriterionLink {
  /** The criterion from which the link is seen. */
  criterion: string;
  type: LinkType;
  other: { itemId: Id; criterion: string };
}

/** The links of criteria, each seen from both ends, by the item of the end from which it is seen. */
export type Crosswalk = ReadonlyMap<Id, CriterionLink[]>;

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(shippedCatalogueFolder, file), "utf8"));

export const readShippedCrosswalk = () => readJson("crosswalk.json") as CrosswalkDocument;

/** Items are found by their released ids, because reading all texts of the catalogue takes much longer. */
export function loadCrosswalk(document = readShippedCrosswalk()): Crosswalk {
  const released = Object.entries(readJson("released-ids.json") as Record<Id, string>);
  const ids = new Map(released.map(([id, itemName]) => [itemName, id]));
  const crosswalk = new Map<Id, CriterionLink[]>();
  const add = (from: CrosswalkEnd, type: LinkType, to: CrosswalkEnd) => {
    const [itemId, otherId] = [from, to].map(({ control, item }) => ids.get(`${control} ${item}`));
    if (itemId === undefined || otherId === undefined) return;
    const links = crosswalk.get(itemId) ?? [];
    links.push({ criterion: from.criterion, type, other: { itemId: otherId, criterion: to.criterion } });
    crosswalk.set(itemId, links);
  };
  for (const { first, type, second } of document.links) {
    add(first, type, second);
    add(second, type === "partOf" ? "hasPart" : type, first);
  }
  return crosswalk;
}
