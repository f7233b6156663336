import { readFile } from "node:fs/promises";
import type { ReportFormat, ReportPart } from "@assay/sdk";
import { exitCodes, unreadableFile } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { outOption, saveFile } from "../save-file.ts";
import { verifyReport } from "../verify-report.ts";

const formats: ReportFormat[] = ["pdf", "docx", "xlsx", "csv", "oscal"];

const parts: ReportPart[] = ["all", "board", "annex"];

const explanations = {
  unsigned: "The file has no Assay signature: it was truncated or changed, or is not a PDF report.",
  other_key: "The report was signed by a different service.",
  changed: "The report was changed after it was signed.",
};

export const reportCommands: Command[] = [
  {
    name: "report",
    summary: "Save a review as a file: PDF, DOCX, XLSX, CSV or OSCAL.",
    arguments: [{ name: "REVIEW" }],
    options: [
      { name: "format", value: "FORMAT", choices: formats, summary: `${formats.join(", ")}; pdf by default.` },
      { name: "part", value: "PART", choices: parts, summary: `Of pdf and docx: ${parts.join(", ")}; all by default.` },
      {
        name: "branding",
        value: "SWITCH",
        choices: ["on", "off"],
        summary: "Of pdf and docx: the partner's looks; on by default.",
      },
      outOption,
    ],
    examples: [
      ["assay report 01K…", "A signed PDF with the review's name"],
      ["assay report 01K… --part board", "Two to four pages for the board, without the findings"],
      ["assay report 01K… --format xlsx --out review.xlsx", "A workbook"],
      ["assay report 01K… --format oscal --out - | jq .", "OSCAL assessment results, for a program"],
    ],
    async run({ connection, terminal, isJson, json, note, signal }, { first, text }) {
      const format = (text("format") ?? "pdf") as ReportFormat;
      const branding = text("branding") as "on" | "off" | undefined;
      const part = text("part") as ReportPart | undefined;
      const report = await connection.company().getComplianceReviewReport(first, format, { part, branding, signal });
      const saved = await saveFile(terminal, report, text("out"));
      if (saved === undefined) return undefined;
      const { file, sizeBytes } = saved;
      const { fileName, contentType } = report;
      if (isJson) json({ file, format, contentType, sizeBytes });
      else {
        terminal.out(file);
        if (format === "pdf")
          note(`Verify its signature with: assay report verify ${JSON.stringify(text("out") ?? fileName)}`);
      }
      return undefined;
    },
  },
  {
    name: "report verify",
    summary: "Verify the signature of a PDF report.",
    arguments: [{ name: "FILE", isFile: true }],
    examples: [["assay report verify review.pdf", "Prints whether the report is genuine"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const bytes = await readFile(first).catch((error: NodeJS.ErrnoException) => {
        throw unreadableFile(first, error);
      });
      const check = await verifyReport(
        new Uint8Array(bytes),
        await connection.connect().getReportSigningKey({ signal }),
      );
      if (isJson) json(check);
      else if (check.isGenuine) terminal.out(`Genuine: signed by ${connection.url} with key ${check.keyId}.`);
      else terminal.out(`Not genuine. ${explanations[check.reason]}`);
      return check.isGenuine ? undefined : exitCodes.failed;
    },
  },
];
