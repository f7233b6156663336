import type { CatalogueStore } from "../catalogue/catalogue.ts";
import type { FrameworkDocument } from "../catalogue/catalogue-format.ts";
import { findConflicts } from "../catalogue/load-framework.ts";
import { type FrameworkPreview, previewFramework } from "../catalogue/preview-framework.ts";
import { AppError } from "../platform/app-error.ts";
import type { ChecklistProblem, ChecklistWarning } from "./checklist-issue.ts";
import { sheetNames } from "./headings.ts";
import { type ReadChecklist, readChecklist } from "./read-checklist.ts";
import type { SheetReader } from "./sheet-reader.ts";

export interface ChecklistFile {
  fileName: string;
  bytes: Buffer;
}

interface ChecklistDeps {
  sheets: SheetReader;
  db: { catalogue: Parameters<typeof previewFramework>[0]["catalogue"] };
}

export interface ChecklistPreview {
  problems: ChecklistProblem[];
  warnings: ChecklistWarning[];
  /** What importing would change. Absent if there is a problem. */
  changes?: Exclude<FrameworkPreview, { problems: [string, ...string[]] }>;
}

/** Reads and checks everything, and writes nothing. */
export async function previewChecklist(deps: ChecklistDeps, file: ChecklistFile): Promise<ChecklistPreview> {
  const { document, problems, warnings } = await readFile(deps, file);
  if (document === undefined) return { problems, warnings };
  const changes = await previewFramework(deps.db, document);
  // Conflicts were found before, so another process has just loaded the catalogue.
  if (!("framework" in changes)) return { problems: changes.problems.map(toConflict), warnings };
  return { problems, warnings, changes };
}

/** Refuses a checklist with a problem. */
export async function readImportable(deps: ChecklistDeps, file: ChecklistFile): Promise<FrameworkDocument> {
  const { document, problems } = await readFile(deps, file);
  if (document !== undefined) return document;
  const [first] = problems;
  const place = [first?.sheet, first?.row === undefined ? "" : `row ${first.row}`, first?.column].filter(Boolean);
  const more = problems.length > 1 ? ` There are ${problems.length - 1} more problems; the preview lists them.` : "";
  throw new AppError(
    "unprocessable",
    `The checklist cannot be imported: ${place.length === 0 ? "" : `${place.join(", ")}: `}${first?.message} ${first?.advice}${more}`,
  );
}

async function readFile({ sheets, db }: ChecklistDeps, { fileName, bytes }: ChecklistFile): Promise<ReadChecklist> {
  const answer = await sheets.read(bytes);
  if ("problem" in answer) {
    const advice = "Download the template, and fill it in.";
    return { problems: [{ sheet: "", message: answer.problem, advice }], warnings: [] };
  }
  const read = readChecklist(answer.sheets, fileName);
  if (read.document === undefined) return read;
  const conflicts = await findCatalogueConflicts(db.catalogue, read.document);
  return conflicts.length === 0 ? read : { problems: conflicts, warnings: read.warnings };
}

type ConflictStore = Pick<CatalogueStore, "findFrameworkWithCode" | "findForeign" | "listEveryFramework">;

async function findCatalogueConflicts(
  catalogue: ConflictStore,
  document: FrameworkDocument,
): Promise<ChecklistProblem[]> {
  const loaded = (await catalogue.listEveryFramework()).find(({ id }) => id === document.id);
  const others = (loaded?.controls ?? []).filter(({ id }) => !document.controls.some((control) => control.id === id));
  if (others.length === 0) return (await findConflicts(catalogue, document)).map(toConflict);
  const names = others
    .map(({ code }) => code)
    .slice(0, 5)
    .join(", ");
  return [
    toConflict(`The framework ${document.code} has other controls, which a checklist does not contain: ${names}.`),
  ];
}

function toConflict(message: string): ChecklistProblem {
  const advice = `For a control of its own, write other codes for framework and control, and remove the rows framework/id and id from the sheet ${sheetNames.details}.`;
  return { sheet: sheetNames.control, message, advice };
}
