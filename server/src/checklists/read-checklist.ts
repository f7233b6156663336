import type { FrameworkDocument } from "../catalogue/catalogue-format.ts";
import { findFrameworkProblems } from "../catalogue/check-framework.ts";
import type { SheetCells } from "../extraction/sheet-cells.ts";
import { ChecklistIssues, type ChecklistProblem, type ChecklistWarning } from "./checklist-issue.ts";
import { Conditions } from "./conditions.ts";
import { readControlFacts } from "./control-facts.ts";
import { applyDetails } from "./details.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { sheetNames } from "./headings.ts";
import { judgeWording } from "./judge-wording.ts";
import { type ReadRequirement, readRequirements } from "./read-requirements.ts";
import { shorten } from "./table.ts";
import { toFramework } from "./to-framework.ts";

/** A checklist as a framework with one control, or what keeps it from being one. */
export interface ReadChecklist {
  /** Absent if there is a problem. */
  document?: FrameworkDocument;
  problems: ChecklistProblem[];
  warnings: ChecklistWarning[];
}

export function readChecklist(sheets: SheetCells[], fileName: string): ReadChecklist {
  const issues = new ChecklistIssues();
  const { requirements, ...read } = readSheets(sheets, fileName, issues);
  findWordingWarnings(requirements, issues);
  return { ...read, problems: issues.problems, warnings: issues.warnings };
}

/** Without judging the wordings. The same sheets always give the same document, whatever order its members once had. */
export function readSheets(
  sheets: SheetCells[],
  fileName: string,
  issues: ChecklistIssues,
): { document?: FrameworkDocument; requirements: ReadRequirement[] } {
  const { checklist, control, conditions: conditionSheet, details } = findSheets(sheets, issues);
  if (checklist === undefined) {
    issues.problem({ sheet: "" }, "The file has no text.", "Fill in the template.");
    return { requirements: [] };
  }
  const facts = readControlFacts(control, fileName, issues);
  const conditions = new Conditions();
  if (conditionSheet !== undefined) conditions.read(conditionSheet, issues);
  const requirements = readRequirements(checklist, conditions, issues);
  const used = conditions.finish(issues, conditionSheet?.name ?? "");
  // Details of requirements that could not be read would only repeat what is wrong with them.
  if (issues.problems.length > 0) return { requirements };
  const plain = toFramework(facts, requirements, used);
  const document = sortMembers(details === undefined ? plain : applyDetails(plain, details, issues));
  if (issues.problems.length > 0) return { requirements };
  for (const text of findFrameworkProblems(document))
    issues.problem({ sheet: details?.name ?? checklist.name }, `${text}.`, "Correct the text that it names.");
  return issues.problems.length > 0 ? { requirements } : { requirements, document: document as FrameworkDocument };
}

function findSheets(sheets: SheetCells[], issues: ChecklistIssues) {
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  const named = (name: string) => filled.find((sheet) => sheet.name.trim().toLowerCase() === name.toLowerCase());
  const [control, conditions, details] = [sheetNames.control, sheetNames.conditions, sheetNames.details].map(named);
  const known = [control, conditions, details, named(sheetNames.guide)];
  const rest = filled.filter((sheet) => !known.includes(sheet));
  const checklist = named(sheetNames.checklist) ?? rest.find(({ isHidden }) => !isHidden);
  for (const { name } of rest.filter((sheet) => sheet !== checklist))
    issues.warn("ignored", { sheet: name }, "The sheet is not read.", `Requirements belong into one sheet.`);
  return { checklist, control, conditions, details };
}

function findWordingWarnings(requirements: ReadRequirement[], issues: ChecklistIssues): void {
  const criteria = requirements.flatMap(({ reference, criteria }) => criteria.map((one) => ({ reference, ...one })));
  for (const { statement, place } of criteria) judgeWording(statement, place, issues);
  const duplicates = findDuplicates(criteria.map(({ statement }) => statement));
  for (const [index, { statement, place }] of criteria.entries()) {
    const earlier = criteria[duplicates[index] ?? -1];
    if (earlier !== undefined)
      issues.warn(
        "duplicate",
        place,
        `“${shorten(statement, 80)}” says nearly the same as a criterion of ${shorten(earlier.reference, 40)} in row ${earlier.place.row}.`,
        "Keep one of them, or name what makes them different.",
      );
  }
}

/** By name, because the database does not keep the order of members, and revisions are recognised by their bytes. */
function sortMembers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(sortMembers);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortMembers(inner)]));
}
