import { createHash } from "node:crypto";
import type { ControlDocument, FrameworkDocument, ItemDocument } from "./catalogue-format.ts";
import { describeCondition, describeCriterion, describeQuestion, type OscalPart, ownProp } from "./oscal-extension.ts";

/** A control as an OSCAL catalog: clusters are groups, items controls, and criteria the parts of their statements. */
export function toOscalCatalog({ version }: Pick<FrameworkDocument, "version">, control: ControlDocument): object {
  return {
    catalog: {
      uuid: uuidOf(control.id),
      metadata: {
        title: control.name,
        // Ids have their time in them, so that the same control gives the same file.
        "last-modified": new Date(timeOfId(control.id)).toISOString(),
        version,
        "oscal-version": "1.1.3",
        links: [{ href: control.source.url, rel: "reference" }],
        ...(control.documentsCount !== undefined && { props: [ownProp("documents-count", control.documentsCount)] }),
      },
      groups: control.clusters.map((cluster, at) => ({
        id: `group-${at + 1}`,
        title: cluster.name,
        controls: cluster.items.map((item) => toOscalControl(control, item)),
      })),
    },
  };
}

function toOscalControl(control: ControlDocument, item: ItemDocument): object {
  const id = `item-${item.id.toLowerCase()}`;
  const named = new Set([item.appliesWhen, ...item.criteria.map(({ appliesWhen }) => appliesWhen)]);
  const conditions = Object.entries(control.conditions ?? {}).filter(([key]) => named.has(key));
  const parts: (OscalPart & { id?: string })[] = [
    {
      ...{ id: `${id}_smt`, name: "statement", prose: item.objective },
      parts: item.criteria.map((criterion) => ({
        ...{ id: `${id}_smt.${criterion.key}`, name: "item", prose: criterion.statement },
        ...describeCriterion(criterion, control.byReference),
      })),
    },
    ...conditions.map(([key, condition]) => describeCondition(key, condition)),
    ...(item.askOwner ?? []).map(describeQuestion),
  ];
  return {
    id,
    title: item.name,
    props: [
      { name: "label", value: item.externalId },
      ...(item.isObsolete === true ? [{ name: "status", value: "withdrawn" }] : []),
      ...(item.appliesWhen === undefined ? [] : [ownProp("applies-when", item.appliesWhen)]),
    ],
    parts,
  };
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The first ten characters of a ULID are its time in milliseconds. */
function timeOfId(id: string): number {
  return [...id.slice(0, 10)].reduce((time, letter) => time * 32 + alphabet.indexOf(letter), 0);
}

/** Version 4 in form, and always the same for the same control. */
function uuidOf(name: string): string {
  const hash = createHash("sha256").update(name).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
