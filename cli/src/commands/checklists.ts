import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Answer, Body } from "@assay/sdk";
import { findControl } from "../catalogue-codes.ts";
import { CliError, exitCodes, unreadableFile, usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { outOption, saveFile } from "../save-file.ts";
import type { Terminal } from "../terminal.ts";

type Preview = Answer<"previewChecklist">;

async function readChecklist(path: string): Promise<Body<"previewChecklist">> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadableFile(path, error);
  });
  if (bytes.length === 0) throw usageError(`${path} is empty.`);
  return { fileName: basename(path), data: bytes.toString("base64") };
}

function describePlace({ sheet, row, column }: Preview["problems"][number]): string {
  return [sheet, row === null ? "" : `row ${row}`, column ?? ""].filter((part) => part !== "").join(", ") || "file";
}

function printIssues(terminal: Terminal, { problems, problemCount, warnings, warningCount }: Preview): void {
  for (const problem of problems)
    terminal.out(`problem  ${describePlace(problem)}: ${problem.message} ${problem.advice}`);
  for (const warning of warnings)
    terminal.out(`${warning.kind}  ${describePlace(warning)}: ${warning.message} ${warning.advice}`);
  const left = problemCount - problems.length + warningCount - warnings.length;
  if (left > 0) terminal.out(`… and ${left} more`);
}

/** Controls as spreadsheets. */
export const adminChecklistCommands: Command[] = [
  {
    name: "admin checklist template",
    summary: "Save a workbook to fill in.",
    options: [{ name: "example", summary: "With an example, which can be imported as it is." }, outOption],
    examples: [["assay admin checklist template --example", "Then: assay admin checklist check FILE"]],
    async run({ connection, terminal, isJson, json, signal }, { has, text }) {
      const file = await (await connection.admin()).getChecklistTemplate({ example: has("example") }, { signal });
      const saved = await saveFile(terminal, file, text("out"));
      if (saved === undefined) return undefined;
      if (isJson) json(saved);
      else terminal.out(saved.file);
      return undefined;
    },
  },
  {
    name: "admin checklist check",
    summary: "Check an XLSX or CSV checklist, and show what importing it would change.",
    arguments: [{ name: "FILE", isFile: true }],
    details: "Changes nothing. Fails if the file cannot be imported.",
    examples: [["assay admin checklist check suppliers.xlsx", "Each problem with its sheet, row and column"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const preview = await (await connection.admin()).previewChecklist(await readChecklist(first), { signal });
      if (isJson) json(preview);
      else printIssues(terminal, preview);
      if (preview.problemCount > 0)
        throw new CliError(`${first} has ${preview.problemCount} problems and cannot be imported.`, exitCodes.failed);
      const { framework, items = [], unchanged = 0, isNew } = preview;
      const count = (kind: string) => items.filter(({ change }) => change === kind).length;
      if (!isJson)
        terminal.out(
          `${framework?.code} ${framework?.version}${isNew ? " (new)" : ""}: ${count("added")} items to add, ${count("reworded")} reworded, ${count("obsoleted")} obsolete, ${unchanged} unchanged`,
        );
      return undefined;
    },
  },
  {
    name: "admin checklist import",
    summary: "Import a control from an XLSX or CSV checklist.",
    arguments: [{ name: "FILE", isFile: true }],
    examples: [
      ["assay admin checklist import suppliers.xlsx", "Again after a change: reworded items get a new revision"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const answer = await (await connection.admin()).importChecklist(await readChecklist(first), { signal });
      if (isJson) json(answer);
      else {
        const { frameworkId, added, reworded, obsoleted, unchanged } = answer;
        terminal.out(
          `${frameworkId}: ${added} items added, ${reworded} reworded, ${obsoleted} made obsolete, ${unchanged} unchanged`,
        );
      }
      return undefined;
    },
  },
  {
    name: "admin checklist export",
    summary: "Save a control as a checklist or as an OSCAL catalog.",
    arguments: [{ name: "CONTROL" }],
    options: [{ name: "format", value: "FORMAT", summary: "xlsx (default) or oscal." }, outOption],
    examples: [["assay admin checklist export DPA --format oscal", "A control by its code or id"]],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const format = text("format") ?? "xlsx";
      if (format !== "xlsx" && format !== "oscal") throw usageError("--format is xlsx or oscal.");
      const admin = await connection.admin();
      const { frameworks } = await admin.listFrameworks({ signal });
      const { control } = findControl(frameworks, first, "assay admin frameworks");
      const saved = await saveFile(
        terminal,
        await admin.exportControl(control.id, { format }, { signal }),
        text("out"),
      );
      if (saved === undefined) return undefined;
      if (isJson) json(saved);
      else terminal.out(saved.file);
      return undefined;
    },
  },
];
