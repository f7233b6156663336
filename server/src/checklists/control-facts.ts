import { documentsCounts } from "../catalogue/catalogue-format.ts";
import type { SheetCells } from "../extraction/sheet-cells.ts";
import type { ChecklistIssues, ChecklistPlace } from "./checklist-issue.ts";
import { type ControlField, controlFields, controlHeadings } from "./headings.ts";
import { linesOf, readTable, shorten } from "./table.ts";

/** What a checklist says about its control, with a default for what it leaves out. */
export interface ControlFacts {
  frameworkCode: string;
  frameworkName: string;
  version: string;
  controlCode: string;
  controlName: string;
  description: string;
  sourceTitle: string;
  /** Undefined: the checklist names no address. */
  sourceUrl: string | undefined;
  documentKind: string;
  keywords: string[];
  documentsCount: (typeof documentsCounts)[number] | undefined;
}

const maxLine = 300;
const maxUrl = 500;
const maxParagraph = 4000;
const maxKeywords = 60;

/** Reads the sheet about the control. Without one, the control is named after the file. */
export function readControlFacts(
  sheet: SheetCells | undefined,
  fileName: string,
  issues: ChecklistIssues,
): ControlFacts {
  const given = sheet === undefined ? new Map<ControlField, Given>() : readFields(sheet, issues);
  const line = (field: ControlField, missing: string, maxLength = maxLine): string => {
    const found = given.get(field);
    if (found === undefined || found.text === "") return missing;
    if (found.text.length > maxLength || (maxLength <= maxUrl && found.text.includes("\n"))) {
      issues.problem(
        found.place,
        `${controlFields[field]} is too long or has several lines.`,
        `Write at most ${maxLength} characters${maxLength <= maxUrl ? " in one line" : ""}.`,
      );
      return missing;
    }
    return found.text;
  };
  const stem = shorten(fileName.replace(/\.[a-z0-9]{1,5}$/i, "").trim(), 100) || "Checklist";
  const controlName = line("controlName", stem);
  const controlCode = line("controlCode", toCode(controlName));
  const url = given.get("sourceUrl");
  if (url !== undefined && url.text !== "" && !isAddress(url.text))
    issues.problem(url.place, "Source address is no address.", "Write it with http:// or https://, or leave it empty.");
  const counting = given.get("documentsCount");
  const documentsCount = documentsCounts.find((one) => one === counting?.text.toLowerCase());
  if (counting !== undefined && counting.text !== "" && documentsCount === undefined)
    issues.problem(
      counting.place,
      "Documents count is neither “each” nor “together”.",
      "Write one, or leave it empty.",
    );
  return {
    ...{ controlName, controlCode, documentsCount },
    frameworkCode: line("frameworkCode", controlCode),
    frameworkName: line("frameworkName", controlName),
    version: line("version", "1"),
    description: line("description", `The checklist ${controlName}.`, maxParagraph),
    sourceTitle: line("sourceTitle", controlName),
    sourceUrl: line("sourceUrl", "", maxUrl) || undefined,
    documentKind: line("documentKind", controlName),
    keywords: readKeywords(given.get("keywords"), issues),
  };
}

interface Given {
  text: string;
  place: ChecklistPlace;
}

function readFields(sheet: SheetCells, issues: ChecklistIssues): Map<ControlField, Given> {
  const fields = new Map(Object.entries(controlFields).map(([field, name]) => [name.toLowerCase(), field]));
  const given = new Map<ControlField, Given>();
  for (const row of readTable({ sheet, headings: controlHeadings, required: ["field", "value"] }, issues) ?? []) {
    const name = row.text("field");
    const field = fields.get(name.toLowerCase()) as ControlField | undefined;
    if (field === undefined)
      issues.warn(
        "ignored",
        row.place("field"),
        `${shorten(name, 60) || "A value without a field"} is not read.`,
        `Known fields: ${Object.values(controlFields).join(", ")}.`,
      );
    else if (given.has(field))
      issues.problem(row.place("field"), `${controlFields[field]} is stated twice.`, "Remove one of the rows.");
    else given.set(field, { text: row.text("value"), place: row.place("value") });
  }
  return given;
}

function readKeywords(given: Given | undefined, issues: ChecklistIssues): string[] {
  const keywords = linesOf(given?.text ?? "");
  if (given === undefined || (keywords.length <= maxKeywords && keywords.every(({ length }) => length <= maxLine)))
    return keywords;
  issues.problem(given.place, `There are more than ${maxKeywords} keywords, or one is too long.`, "Shorten the list.");
  return [];
}

function isAddress(text: string): boolean {
  return /^(https?:\/\/|urn:uuid:)/.test(text) && URL.canParse(text);
}

/** "Supplier checklist 2026" becomes "SUPPLIER-CHECKLIST-2026". */
function toCode(name: string): string {
  const code = name
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);
  return code || "CHECKLIST";
}
