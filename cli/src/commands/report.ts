import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ReportFormat } from "@assay/sdk";
import type { Command } from "../command.ts";
import { exitCodes, misused, Problem, unreadable } from "../problem.ts";
import { verifyReport } from "../verify-report.ts";

const formats: ReportFormat[] = ["pdf", "xlsx", "csv", "oscal"];

const verdicts = {
  unsigned: "It carries no Assay signature: it was cut off or changed, or never was a PDF report.",
  otherKey: "It was signed by a different service.",
  changed: "It was changed after it was signed.",
};

export const reportCommands: Command[] = [
  {
    name: "report",
    summary: "Save a review as a file: PDF, XLSX, CSV or OSCAL.",
    arguments: [{ name: "REVIEW" }],
    options: [
      { name: "format", value: "FORMAT", choices: formats, summary: `${formats.join(", ")}; pdf by default.` },
      {
        name: "out",
        value: "FILE",
        summary: "Where to write it; - is stdout. By default, under the name the service gives it.",
      },
    ],
    examples: [
      ["assay report 01K…", "A signed PDF under the review's name"],
      ["assay report 01K… --format xlsx --out review.xlsx", "A workbook"],
      ["assay report 01K… --format oscal --out - | jq .", "OSCAL assessment results, for a program"],
    ],
    async run({ connection, terminal, isJson, json, note, signal }, { first, text }) {
      const format = (text("format") ?? "pdf") as ReportFormat;
      const out = text("out");
      if (out === "") throw misused("--out needs the name of a file.");
      const { fileName, contentType, content } = await connection
        .company()
        .getComplianceReviewReport(first, format, { signal });
      const bytes = new Uint8Array(await content.arrayBuffer());
      if (out === "-") {
        await terminal.outBytes(bytes);
        return undefined;
      }
      const file = resolve(out ?? fileName);
      await writeFile(file, bytes).catch((error: NodeJS.ErrnoException) => {
        throw new Problem(`${file} cannot be written (${error.code}).`, exitCodes.failed);
      });
      if (isJson) json({ file, format, contentType, sizeBytes: bytes.length });
      else {
        terminal.out(file);
        if (format === "pdf") note(`assay report verify ${JSON.stringify(out ?? fileName)} checks its signature.`);
      }
      return undefined;
    },
  },
  {
    name: "report verify",
    summary: "Check that a PDF report is as this service made it.",
    arguments: [{ name: "FILE", isFile: true }],
    examples: [["assay report verify review.pdf", "Genuine or not, and why"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const bytes = await readFile(first).catch((error: NodeJS.ErrnoException) => {
        throw unreadable(first, error);
      });
      const verdict = await verifyReport(
        new Uint8Array(bytes),
        await connection.connect().getReportSigningKey({ signal }),
      );
      if (isJson) json(verdict);
      else if (verdict.isGenuine) terminal.out(`Genuine: signed by ${connection.url} with key ${verdict.keyId}.`);
      else terminal.out(`Not genuine. ${verdicts[verdict.reason]}`);
      return verdict.isGenuine ? undefined : exitCodes.failed;
    },
  },
];
