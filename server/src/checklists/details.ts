import type { FrameworkDocument } from "../catalogue/catalogue-format.ts";
import type { SheetCells } from "../extraction/sheet-cells.ts";
import type { ChecklistIssues } from "./checklist-issue.ts";
import { detailHeadings } from "./headings.ts";
import { readTable, shorten, type TableRow } from "./table.ts";

/**
 * What the catalogue's format has beyond the columns of a checklist, such as wordings, placeholders, translations and ids: a
 * row for each text, with the requirement, the number of the criterion, and a path in the format as in RFC 6901, without the
 * leading slash. A list has a row for each entry; an empty one has a row without a value.
 */
export interface Detail {
  reference: string;
  criterion: string;
  path: string;
  value: string;
}

type Node = string | number | boolean | Node[] | { [name: string]: Node };
type Members = { [name: string]: Node };

const isMembers = (node: Node | undefined): node is Members =>
  typeof node === "object" && node !== null && !Array.isArray(node);

/** A part of a document, without the parts below it. */
interface Part {
  reference: string;
  criterion: string;
  members: Members;
}

const nameOf = ({ reference, criterion }: Pick<Part, "reference" | "criterion">) => `${reference}\n${criterion}`;
const toPart = (reference: string, criterion: string, members: object): Part => ({
  ...{ reference, criterion },
  members: members as Members,
});

/** Clusters go by the names that they have in the checklist, and questions to the owner by their keys. */
function partsOf({ controls: [control], ...framework }: FrameworkDocument, clusterNames: string[]): Part[] {
  if (control === undefined) return [];
  const { clusters, ...facts } = control;
  const named = clusters.map(({ items: _, ...cluster }, at) => [clusterNames[at], cluster]);
  return [
    toPart("", "", { framework, ...facts, clusters: Object.fromEntries(named) }),
    ...clusters
      .flatMap(({ items }) => items)
      .flatMap(({ criteria, askOwner, ...item }) => [
        toPart(item.externalId, "", {
          ...item,
          ...(askOwner && { askOwner: Object.fromEntries(askOwner.map(({ key, question }) => [key, question])) }),
        }),
        ...criteria.map((criterion, at) => toPart(item.externalId, String(at + 1), criterion)),
      ]),
  ];
}

const escapeStep = (step: string) => step.replaceAll("~", "~0").replaceAll("/", "~1");
const readStep = (step: string) => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** An object without members is a path that ends with a slash. */
function flatten(node: Node, path: string[]): [path: string, values: string[]][] {
  const here = path.map(escapeStep).join("/");
  if (Array.isArray(node)) return [[here, node.length === 0 ? [""] : node.map(String)]];
  if (!isMembers(node)) return [[here, [String(node)]]];
  // The questions are a list in the format.
  const names = here === "askOwner" ? Object.keys(node) : Object.keys(node).sort();
  if (names.length === 0) return [[`${here}/`, [""]]];
  return names.flatMap((name) => flatten(node[name] ?? "", [...path, name]));
}

/** What `document` has and `plain`, which its other sheets alone give, has not. */
export function findDetails(document: FrameworkDocument, plain: FrameworkDocument): Detail[] {
  const clusterNames = clusterNamesOf(plain);
  const known = new Map(partsOf(plain, clusterNames).map((part) => [nameOf(part), new Map(flatten(part.members, []))]));
  return partsOf(document, clusterNames).flatMap((part) => {
    const { reference, criterion, members } = part;
    const before = known.get(nameOf(part));
    return flatten(members, [])
      .filter(([path, values]) => before?.get(path)?.join("\n") !== values.join("\n"))
      .flatMap(([path, values]) => values.map((value) => ({ reference, criterion, path, value })));
  });
}

const clusterNamesOf = ({ controls }: FrameworkDocument) => (controls[0]?.clusters ?? []).map(({ name }) => name);

/** The document that the other sheets gave, with what this sheet adds. Unchecked: its values may be of any kind. */
export function applyDetails(document: FrameworkDocument, sheet: SheetCells, issues: ChecklistIssues): unknown {
  const clusterNames = clusterNamesOf(document);
  const parts = new Map(partsOf(structuredClone(document), clusterNames).map((part) => [nameOf(part), part]));
  const rows = readTable({ sheet, headings: detailHeadings, required: ["detail", "value"] }, issues) ?? [];
  const begun = new Set<string>();
  for (const row of rows) {
    const [reference, criterion, path] = [row.text("reference"), row.text("criterion"), row.text("detail")];
    const part = parts.get(nameOf({ reference, criterion }));
    if (part === undefined)
      issues.problem(
        row.place("reference"),
        `The sheet of requirements has no requirement ${shorten(reference, 60)}${criterion === "" ? "" : ` with a criterion ${shorten(criterion, 10)}`}.`,
        "Correct the reference and the number of the criterion, or remove the row.",
      );
    else if (!addDetail(part, path, row, begun))
      issues.problem(row.place("detail"), `${shorten(path, 60) || "An empty cell"} is no detail.`, "Remove the row.");
  }
  return assemble(document, clusterNames, parts);
}

/** Of the format: each is a list of texts. */
const textLists = new Set(["phrases", "contradictions", "keywords", "alsoCalled", "risks", "compensatingControls"]);
const isTextList = (steps: string[], last: string) => textLists.has(last) && steps.at(-1) !== "clusters";
const booleans = /^(?:terms\/[^/]+\/isParty|clusters\/[^/]+\/isArchived|isObsolete)$/;
/** Names that reach out of the document. */
const forbidden = new Set(["__proto__", "constructor", "prototype"]);
const maxSteps = 8;

/** False if there is no such place in the format. */
function addDetail(part: Part, path: string, row: TableRow<keyof typeof detailHeadings>, begun: Set<string>): boolean {
  const steps = path.split("/").map(readStep);
  const last = steps.pop() ?? "";
  if (path === "" || steps.length > maxSteps || [last, ...steps].some((one) => forbidden.has(one))) return false;
  let node = part.members;
  for (const step of steps) {
    node[step] ??= {};
    const inner = node[step];
    if (!isMembers(inner)) return false;
    node = inner;
  }
  if (last === "") return true;
  const [before, value] = [node[last], row.text("value")];
  if (!isTextList(steps, last)) {
    if (typeof before === "object") return false;
    node[last] = toValue(path, value);
    return true;
  }
  const name = `${nameOf(part)}\n${path}`;
  const list = begun.has(name) ? before : [];
  begun.add(name);
  if (!Array.isArray(list)) return false;
  if (value !== "") list.push(value);
  node[last] = list;
  return true;
}

function toValue(path: string, text: string): Node {
  if (path === "quantity/value" && text !== "" && Number.isFinite(Number(text))) return Number(text);
  // A spreadsheet writes the words in capitals.
  if (booleans.test(path) && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return path === "weight" ? Number(text) : text;
}

/** Puts the parts together again. */
function assemble(
  { controls: [control] }: FrameworkDocument,
  clusterNames: string[],
  parts: Map<string, Part>,
): unknown {
  const { framework, clusters, ...facts } = parts.get("\n")?.members ?? {};
  if (control === undefined || !isMembers(framework) || !isMembers(clusters)) return undefined;
  const membersOf = (reference: string, criterion: string) => parts.get(nameOf({ reference, criterion }))?.members;
  return {
    ...framework,
    controls: [
      {
        ...facts,
        clusters: control.clusters.map(({ items }, at) => ({
          ...(clusters[clusterNames[at] ?? ""] as Members),
          items: items.map(({ externalId, criteria }) => {
            const { askOwner, ...item } = membersOf(externalId, "") ?? {};
            return {
              ...item,
              criteria: criteria.map((_, index) => membersOf(externalId, String(index + 1))),
              ...(isMembers(askOwner) && {
                askOwner: Object.entries(askOwner).map(([key, question]) => ({ key, question })),
              }),
            };
          }),
        })),
      },
    ],
  };
}
