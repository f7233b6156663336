import type { ItemDocument } from "../catalogue/catalogue-format.ts";
import type { SheetCells } from "../extraction/sheet-cells.ts";
import type { ChecklistIssues, ChecklistPlace } from "./checklist-issue.ts";
import type { Conditions } from "./conditions.ts";
import { draftCriteria, withoutListMark } from "./draft-criteria.ts";
import { checklistHeadings } from "./headings.ts";
import { linesOf, readTable, shorten, type TableRow } from "./table.ts";

export interface ReadCriterion {
  statement: string;
  level: ItemDocument["criteria"][number]["level"];
  weight: number;
  appliesWhen: string | undefined;
  place: ChecklistPlace;
}

export interface ReadRequirement {
  cluster: string;
  reference: string;
  title: string;
  requirement: string;
  appliesWhen: string | undefined;
  criteria: ReadCriterion[];
  /** The criteria were drafted from the requirement. */
  isDrafted: boolean;
  place: ChecklistPlace;
}

type Row = TableRow<keyof typeof checklistHeadings>;

/** More than the longest catalogues of requirements have. */
const maxRequirements = 2000;
const maxCriteria = 60;
const maxLine = 300;
const maxParagraph = 4000;
const defaultWeight = 3;
/** In the column of criteria: none, and none are drafted. */
export const noCriteria = "-";
/** For requirements above the first cluster. */
const firstCluster = "General";

const levels: Record<string, ReadCriterion["level"]> = {
  ...{ must: "must", muss: "must", doit: "must", debe: "must" },
  ...{ should: "should", soll: "should", devrait: "should", debería: "should" },
};

/**
 * One row for each requirement. A row without a reference and a requirement adds criteria to the one above it; an empty
 * cluster is the cluster above, as in sheets with merged cells.
 */
export function readRequirements(
  sheet: SheetCells,
  conditions: Conditions,
  issues: ChecklistIssues,
): ReadRequirement[] {
  const rows = readTable({ sheet, headings: checklistHeadings, required: ["requirement"] }, issues);
  if (rows === undefined) return [];
  const read: ReadRequirement[] = [];
  const seen = new Map<string, number>();
  let cluster = firstCluster;
  for (const row of rows) {
    const named = row.text("cluster");
    if (named !== "" && hasLength(row, "cluster", maxLine, issues)) cluster = named.replaceAll("\n", " ");
    if (row.text("requirement") === "" && row.text("reference") === "") {
      if (row.text("criteria") !== "") continueRequirement(row, read.at(-1), conditions, issues);
      continue;
    }
    const one = readRequirement(row, cluster, conditions, issues);
    const earlier = seen.get(one.reference);
    if (one.reference !== "" && earlier !== undefined)
      issues.problem(
        row.place("reference"),
        `The reference ${shorten(one.reference, 60)} is also that of row ${earlier}.`,
        "Give each requirement a reference of its own. A spreadsheet may have shortened 5.10 to 5.1: format the column as text.",
      );
    else seen.set(one.reference, row.number);
    read.push(one);
    if (read.length > maxRequirements) {
      const rule = `A checklist has at most ${maxRequirements.toLocaleString("en")} requirements.`;
      issues.problem({ sheet: sheet.name, row: row.number }, rule, "Divide it into several checklists.");
      break;
    }
  }
  if (read.length === 0)
    issues.problem({ sheet: sheet.name }, "The sheet has no requirement.", "Fill in a row below the headings.");
  for (const one of read) draftIfBare(one, issues);
  return read;
}

function readRequirement(row: Row, cluster: string, conditions: Conditions, issues: ChecklistIssues): ReadRequirement {
  const [reference, requirement, title] = [row.text("reference"), row.text("requirement"), row.text("title")];
  if (reference === "")
    issues.problem(
      row.place("reference"),
      "The requirement has no reference.",
      "Give it one, such as its number: by it the requirement is recognised when the checklist is imported again.",
    );
  else hasLength(row, "reference", maxLine, issues);
  if (requirement === "")
    issues.problem(row.place("requirement"), "The cell is empty.", "State the requirement in a sentence.");
  else hasLength(row, "requirement", maxParagraph, issues);
  hasLength(row, "title", maxLine, issues);
  const appliesWhen = conditions.resolve(row.text("appliesWhen"), row.place("appliesWhen"), issues);
  const criteria = readCriteria(row, undefined, issues);
  const place = row.place("requirement");
  return {
    ...{ cluster, reference: oneLine(reference), title: oneLine(title), requirement, appliesWhen },
    ...{ criteria, isDrafted: false, place },
  };
}

function continueRequirement(
  row: Row,
  above: ReadRequirement | undefined,
  conditions: Conditions,
  issues: ChecklistIssues,
): void {
  if (above === undefined) {
    issues.problem(
      row.place("requirement"),
      "The row has criteria, but there is no requirement in it or above it.",
      "State the requirement.",
    );
    return;
  }
  const appliesWhen = conditions.resolve(row.text("appliesWhen"), row.place("appliesWhen"), issues);
  above.criteria.push(...readCriteria(row, appliesWhen, issues));
  if (above.criteria.length > maxCriteria)
    issues.problem(
      row.place("criteria"),
      `The requirement ${shorten(above.reference, 60)} has more than ${maxCriteria} criteria.`,
      "Divide it into several requirements.",
    );
}

function readCriteria(row: Row, appliesWhen: string | undefined, issues: ChecklistIssues): ReadCriterion[] {
  const place = row.place("criteria");
  const lines = linesOf(row.text("criteria"));
  const statements = lines.map(withoutListMark);
  if (statements.length > maxCriteria)
    issues.problem(
      place,
      `There are ${statements.length} criteria; a requirement has at most ${maxCriteria}.`,
      "Divide the requirement.",
    );
  if (statements.some(({ length }) => length > maxParagraph))
    issues.problem(place, "A criterion is too long.", `Write at most ${maxParagraph} characters in each line.`);
  const count = Math.max(1, statements.length);
  const given = {
    levels: spread(row, "level", count, readLevel, issues),
    weights: spread(row, "weight", count, readWeight, issues),
  };
  if (lines.join() === noCriteria) return [];
  // A bare requirement: what the row says holds for the criteria that are drafted.
  return (statements.length === 0 ? [""] : statements).map((statement, index) => ({
    ...{ statement, appliesWhen, place },
    level: given.levels[index] ?? "must",
    weight: given.weights[index] ?? defaultWeight,
  }));
}

/** One value for all criteria, or one for each in lines of their own. */
function spread<Value>(
  row: Row,
  column: "level" | "weight",
  count: number,
  read: (text: string, place: ChecklistPlace, issues: ChecklistIssues) => Value | undefined,
  issues: ChecklistIssues,
): (Value | undefined)[] {
  const lines = linesOf(row.text(column));
  if (lines.length > 1 && lines.length !== count)
    issues.problem(
      row.place(column),
      `There are ${lines.length} lines for ${count} ${count === 1 ? "criterion" : "criteria"}.`,
      "Write one line for all criteria, or one for each.",
    );
  const values = lines.map((text) => read(text, row.place(column), issues));
  return Array.from({ length: count }, (_, index) => (lines.length === 1 ? values[0] : values[index]));
}

function readLevel(text: string, place: ChecklistPlace, issues: ChecklistIssues): ReadCriterion["level"] | undefined {
  const level = Object.hasOwn(levels, text.toLowerCase()) ? levels[text.toLowerCase()] : undefined;
  if (level === undefined)
    issues.problem(
      place,
      `${shorten(text, 40)} is no level.`,
      "Write must or should, or leave the cell empty for must.",
    );
  return level;
}

function readWeight(text: string, place: ChecklistPlace, issues: ChecklistIssues): number | undefined {
  if (/^[1-5](?:[.,]0+)?$/.test(text)) return Number(text[0]);
  issues.problem(
    place,
    `${shorten(text, 40)} is no weight.`,
    `Write a whole number from 1 to 5, or leave the cell empty for ${defaultWeight}.`,
  );
  return undefined;
}

/** A requirement whose rows name no criterion gets criteria that are drafted from its words. */
function draftIfBare(one: ReadRequirement, issues: ChecklistIssues): void {
  const [model] = one.criteria;
  const stated = one.criteria.filter(({ statement }) => statement !== "");
  if (stated.length > 0 || model === undefined || one.requirement === "") {
    one.criteria = stated;
    return;
  }
  const drafted = draftCriteria(one.requirement, maxCriteria);
  one.criteria = drafted.map((statement) => ({ ...model, statement, place: one.place }));
  one.isDrafted = true;
  if (drafted.length === 0) {
    issues.problem(one.place, "The requirement has no words.", "State it in a sentence.");
    return;
  }
  const count = drafted.length === 1 ? "One criterion was" : `${drafted.length} criteria were`;
  issues.warn(
    "drafted",
    one.place,
    `${count} drafted from the requirement: ${drafted
      .map((each) => `“${shorten(each, 120)}”`)
      .slice(0, 5)
      .join(" ")}${drafted.length > 5 ? " …" : ""}`,
    "Read them, and write others into the column Criteria where they do not fit.",
  );
}

function hasLength(row: Row, column: Parameters<Row["text"]>[0], maxLength: number, issues: ChecklistIssues): boolean {
  const { length } = row.text(column);
  if (length <= maxLength) return true;
  const counted = length.toLocaleString("en");
  issues.problem(
    row.place(column),
    `The text has ${counted} characters.`,
    `Shorten it to ${maxLength.toLocaleString("en")}.`,
  );
  return false;
}

/** A regular expression would take quadratic time on a cell of spaces. */
export const oneLine = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
