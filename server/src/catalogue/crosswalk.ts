import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { shippedCatalogueFolder } from "./shipped-catalogue.ts";

const closed = { additionalProperties: false };
const name = Type.String({ minLength: 1 });

const linkedCriterion = Type.Object(
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
      Type.Object({ first: linkedCriterion, type: Type.Enum(["sameAs", "partOf"]), second: linkedCriterion }, closed),
    ),
  },
  closed,
);

export type CrosswalkDocument = Static<typeof crosswalkSchema>;
export type LinkedCriterion = Static<typeof linkedCriterion>;

export const readShippedCrosswalk = () =>
  JSON.parse(readFileSync(join(shippedCatalogueFolder, "crosswalk.json"), "utf8")) as CrosswalkDocument;
