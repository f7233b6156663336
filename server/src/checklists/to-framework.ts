import { createHash } from "node:crypto";
import type { ConditionDocument, FrameworkDocument, ItemDocument } from "../catalogue/catalogue-format.ts";
import { stableId } from "../catalogue/stable-id.ts";
import type { ControlFacts } from "./control-facts.ts";
import type { ReadRequirement } from "./read-requirements.ts";
import { shorten } from "./table.ts";

/**
 * A framework with one control. Ids come from the codes of framework and control and the requirement's reference, so that
 * importing a changed checklist adds revisions to the items of the earlier one.
 */
export function toFramework(
  facts: ControlFacts,
  requirements: ReadRequirement[],
  conditions: Record<string, ConditionDocument> | undefined,
): FrameworkDocument {
  const idOf = (name: string) => stableId(`checklist ${facts.frameworkCode}`, name);
  const inControl = (name: string) => idOf(`${facts.controlCode} ${name}`);
  const clusters = [...Map.groupBy(requirements, ({ cluster }) => cluster)];
  return {
    ...{ id: idOf("framework"), code: facts.frameworkCode, name: facts.frameworkName, version: facts.version },
    controls: [
      {
        ...{ id: inControl("control"), code: facts.controlCode, name: facts.controlName },
        description: facts.description,
        source: { title: facts.sourceTitle, url: facts.sourceUrl ?? toUrn(inControl("source")) },
        ...(facts.documentsCount !== undefined && { documentsCount: facts.documentsCount }),
        expects: { documentKind: facts.documentKind, keywords: facts.keywords },
        terms: {},
        ...(conditions !== undefined && { conditions }),
        clusters: clusters.map(([name, members]) => ({
          ...{ id: inControl(`cluster ${name}`), code: name, name },
          items: members.map((one) => toItem(one, inControl(`item ${one.reference}`))),
        })),
      },
    ],
  };
}

function toItem(
  { cluster, reference, title, requirement, appliesWhen, criteria }: ReadRequirement,
  id: string,
): ItemDocument {
  return {
    ...{ id, externalId: reference, name: title || toTitle(requirement), objective: requirement },
    ...(appliesWhen !== undefined && { appliesWhen }),
    criteria: criteria.map(({ statement, level, weight, appliesWhen: when }, index) => ({
      // By its position, so that a reworded criterion stays the same one.
      ...{ key: `criterion-${index + 1}`, statement, level, weight },
      ...{ phrases: [], contradictions: [] },
      ...(when !== undefined && { appliesWhen: when }),
    })),
    ...{ risks: [], compensatingControls: [] },
    recommendation: {
      action: shorten(`Add a provision that states: ${requirement}`, 4000),
      section: cluster,
      // Braces would name placeholders.
      text: requirement.replaceAll("{", "(").replaceAll("}", ")"),
    },
  };
}

const maxTitle = 80;

/** The first line of the requirement, or its beginning up to a word's end. */
function toTitle(requirement: string): string {
  const line = requirement.split("\n")[0]?.trim() ?? "";
  if (line.length <= maxTitle) return line.replace(/[.:;]$/, "") || line || "-";
  const cut = line.slice(0, maxTitle);
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > maxTitle / 2 ? end : maxTitle - 1).trimEnd()}…`;
}

/** For a checklist that names no source. */
function toUrn(name: string): string {
  const hash = createHash("sha256").update(name).digest("hex");
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
