import type { ControlDocument, FrameworkDocument, ItemDocument } from "../catalogue/catalogue-format.ts";
import type { SheetCells } from "../extraction/sheet-cells.ts";
import { AppError } from "../platform/app-error.ts";
import { Workbook } from "../reports/spreadsheet/workbook.ts";
import { ChecklistIssues } from "./checklist-issue.ts";
import { findDetails } from "./details.ts";
import {
  type ControlField,
  checklistHeadings,
  conditionHeadings,
  controlFields,
  controlHeadings,
  detailHeadings,
  type Headings,
  sheetNames,
} from "./headings.ts";
import { readSheets } from "./read-checklist.ts";
import { noCriteria, oneLine } from "./read-requirements.ts";
import { unwritable } from "./table.ts";

/** Text of the tables of a checklist, by sheet. */
type Tables = { name: keyof typeof sheetNames; headings: Headings<string>; widths: number[]; rows: string[][] }[];

/**
 * A framework's only control as a checklist. What the columns do not hold goes into a sheet of its own: it is found by reading
 * the other sheets and comparing, so that reading the file always gives this control.
 */
export function writeChecklist(stored: FrameworkDocument): Buffer {
  const document = withoutControls(stored) as FrameworkDocument;
  const [control] = document.controls;
  if (control === undefined) throw new Error("A framework without a control has no checklist");
  const tables = toTables(document, control);
  const issues = new ChecklistIssues();
  const { document: plain } = readSheets(tables.map(toSheet), "", issues);
  // The format has room for more than a sheet: two hundred clusters with two thousand items each.
  if (plain === undefined)
    throw new AppError("unprocessable", `The control has no checklist: ${issues.problems[0]?.message}`);
  const details = findDetails(document, plain);
  if (details.length > 0)
    tables.push({
      ...{ name: "details", headings: detailHeadings, widths: [18, 10, 44, 90] },
      rows: details.map(({ reference, criterion, path, value }) => [reference, criterion, path, value]),
    });
  return toWorkbook(tables);
}

/** Control characters cannot be written into a cell. */
function withoutControls(node: unknown): unknown {
  if (typeof node === "string") return node.replaceAll(unwritable, "");
  if (Array.isArray(node)) return node.map(withoutControls);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, withoutControls(inner)]));
}

export function toWorkbook(tables: Tables): Buffer {
  const workbook = new Workbook();
  for (const { name, headings, widths, rows } of tables) {
    const table = workbook.table({ name: sheetNames[name], head: headingsOf(headings), widths });
    for (const row of rows) table.add(row);
  }
  return Buffer.concat([...workbook.bytes()]);
}

const headingsOf = (headings: Headings<string>) => Object.values(headings).map(([heading]) => heading);

/** As it is read from the file. */
function toSheet({ name, headings, rows }: Tables[number]): SheetCells {
  return {
    ...{ name: sheetNames[name], isHidden: false },
    rows: [headingsOf(headings), ...rows].map((row, index) => ({
      number: index + 1,
      cells: row.flatMap((text, column): [number, string][] => (text === "" ? [] : [[column, text]])),
    })),
  };
}

function toTables(document: FrameworkDocument, control: ControlDocument): Tables {
  const conditions = Object.entries(control.conditions ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    {
      ...{ name: "checklist", headings: checklistHeadings, widths: [24, 16, 36, 60, 70, 10, 10, 30] },
      rows: toRequirementRows(control),
    },
    {
      ...{ name: "control", headings: controlHeadings, widths: [24, 90] },
      rows: toControlRows(document, control),
    },
    ...(conditions.length === 0
      ? []
      : [
          {
            ...{ name: "conditions" as const, headings: conditionHeadings, widths: [30, 60, 16, 60, 60] },
            rows: conditions.map(([key, { statement, whenSilent, phrases, contradictions }]) => [
              ...[key, statement, whenSilent.replaceAll("_", " ")],
              ...[phrases.join("\n"), contradictions.join("\n")],
            ]),
          },
        ]),
  ];
}

function toControlRows(document: Omit<FrameworkDocument, "id" | "controls">, control: ControlDocument): string[][] {
  const { source, expects } = control;
  const values: Record<ControlField, string> = {
    ...{ frameworkCode: document.code, frameworkName: document.name, version: document.version },
    ...{ controlCode: control.code, controlName: control.name, description: control.description },
    ...{ sourceTitle: source.title, sourceUrl: source.url, documentKind: expects.documentKind },
    ...{ keywords: expects.keywords.join("\n"), documentsCount: control.documentsCount ?? "" },
  };
  return (Object.keys(controlFields) as ControlField[]).map((field) => [controlFields[field], values[field]]);
}

function toRequirementRows({ clusters }: ControlDocument): string[][] {
  const seen = new Map<string, number>();
  return clusters.flatMap(({ name, items }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    // Clusters are recognised by their names.
    const cluster = count === 1 ? name : `${name.slice(0, 290)} (${count})`;
    return items.flatMap((item) => toItemRows(cluster, item));
  });
}

/** A cell holds 32,767 characters. */
const maxCell = 30_000;

function toItemRows(cluster: string, { externalId, name, objective, appliesWhen, criteria }: ItemDocument): string[][] {
  const statements = criteria.map(({ statement }) => oneLine(statement));
  const head = [cluster, externalId, name, objective];
  const levels = criteria.map(({ level }) => level);
  const weights = criteria.map(({ weight }) => String(weight));
  const areApart =
    criteria.some((criterion) => criterion.appliesWhen !== undefined) || statements.join("").length > maxCell;
  if (!areApart)
    return [
      [...head, statements.join("\n") || noCriteria, ...[levels, weights].map(joinUnlessSame), appliesWhen ?? ""],
    ];
  // A row for each criterion, because each has its own condition.
  return [
    [...head, "", "", "", appliesWhen ?? ""],
    ...criteria.map(({ level, weight, appliesWhen: when }, at) => [
      ...["", "", "", "", statements[at] ?? "", level, String(weight), when ?? ""],
    ]),
  ];
}

const joinUnlessSame = (values: string[]) => (new Set(values).size === 1 ? (values[0] ?? "") : values.join("\n"));
