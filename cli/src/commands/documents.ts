import type { Assay, CallOptions, ComplianceLevel, Document, DocumentFilter } from "@assay/sdk";
import { awaitResult, everything } from "../await-result.ts";
import { findControl, matchesName, openTenantCatalogue } from "../catalogue-codes.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import {
  type Command,
  chosen,
  limitOption,
  nameOption,
  type ParsedArguments,
  readSort,
  sortOption,
  take,
} from "../command.ts";
import { toCsv } from "../findings-csv.ts";
import { printItem, printReport } from "../findings-report.ts";
import { openProgressBars } from "../progress-bars.ts";
import { formatTime, printFields, printTable } from "../table.ts";

const levels: ComplianceLevel[] = ["compliant", "partially_compliant", "non_compliant", "not_applicable"];
const statuses: Document["status"][] = ["queued", "processing", "completed", "failed"];
const sorts = ["createdAt", "score", "fileName"] as const;

async function readFilter(company: Assay, { text }: ParsedArguments, options: CallOptions): Promise<DocumentFilter> {
  const code = text("control");
  const catalogue = openTenantCatalogue(company, options);
  return {
    complianceReviewId: text("review"),
    controlId: code && findControl(await catalogue.frameworks(), code, catalogue.listCommand).control.id,
    businessEntityId: text("entity"),
    status: chosen(statuses, text("status")),
    complianceLevel: chosen(levels, text("level")),
    subject: text("subject"),
    externalReference: text("external-reference"),
    name: text("name"),
    submittedAfter: text("after"),
    submittedBefore: text("before"),
    validUntilBefore: text("valid-until-before"),
    reviewByBefore: text("review-by-before"),
    sort: readSort(sorts, text("sort")),
  };
}

export const documentCommands: Command[] = [
  {
    name: "status",
    summary: "Show the progress of a document, or the service and the latest documents.",
    arguments: [{ name: "DOCUMENT", isOptional: true }],
    options: [
      limitOption,
      { name: "review", value: "REVIEW", summary: "Only documents of this review." },
      { name: "control", value: "CODE", summary: "Only documents reviewed against this control: code or id." },
      { name: "entity", value: "ENTITY", summary: "Only documents of this business entity." },
      { name: "status", value: "STATUS", choices: statuses, summary: "Only documents of this status." },
      { name: "level", value: "LEVEL", choices: levels, summary: "Only documents of this level." },
      { name: "subject", value: "TEXT", summary: "Only documents about this subject." },
      { name: "external-reference", value: "TEXT", summary: "Only the document with this reference of yours." },
      nameOption("Only documents with this text in their file name."),
      { name: "after", value: "TIME", summary: "Only documents submitted at this time or later, ISO 8601." },
      { name: "before", value: "TIME", summary: "Only documents submitted before this time." },
      { name: "valid-until-before", value: "DATE", summary: "Only documents that are no longer valid on this date." },
      { name: "review-by-before", value: "DATE", summary: "Only documents to be reviewed before this date." },
      sortOption(sorts),
    ],
    examples: [
      ["assay status", "The service and the ten latest documents"],
      ["assay status --control DPA --level non_compliant --sort score", "What is not compliant, worst first"],
      ["assay status 01K…", "The progress of one document"],
    ],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const { first, number } = args;
      if (first !== "") {
        const result = await connection
          .company()
          .getDocumentResult(
            first,
            { fields: ["fileName", "status", "failureReason", "pageCount", "progress", "processedAt"] },
            { signal },
          );
        if (isJson) json(result);
        else {
          const { progress } = result;
          printFields(terminal, [
            ["Document", result.documentId],
            ["File", result.fileName],
            ["Status", result.status],
            ["Reason", result.failureReason],
            ["Pages", `${progress.pagesDone} of ${progress.pageCount} read`],
            ["Items", `${progress.itemsDone} of ${progress.itemCount} judged`],
            ["Processed", formatTime(result.processedAt)],
          ]);
        }
        return result.status === "failed" ? exitCodes.failed : undefined;
      }
      const health = await connection.connect().getHealth({ signal, retries: 1 });
      const documents =
        connection.findCompanyKey() === undefined
          ? []
          : await take(
              connection.company().listDocuments(await readFilter(connection.company(), args, { signal }), { signal }),
              number("limit") ?? 10,
            );
      if (isJson) json({ url: connection.url, health, documents });
      else {
        const colour = health.status === "ok" ? "green" : "red";
        terminal.out(`${connection.url}  ${terminal.style(colour, health.status)}  version ${health.version}`);
        if (documents.length > 0) {
          terminal.out("");
          printTable(
            terminal,
            [
              { title: "DOCUMENT" },
              { title: "FILE", isFlexible: true },
              { title: "STATUS" },
              { title: "PAGES", isRightAligned: true },
              { title: "SUBMITTED" },
              { title: "REASON", isFlexible: true },
            ],
            documents.map(({ documentId, fileName, status, pageCount, createdAt, failureReason }) => [
              ...[documentId, fileName, status, String(pageCount), formatTime(createdAt), failureReason ?? ""],
            ]),
          );
        }
      }
      return health.status === "ok" ? undefined : exitCodes.failed;
    },
  },
  {
    name: "result",
    summary: "Show the findings: scores, levels, gaps, pages.",
    arguments: [{ name: "DOCUMENT" }],
    options: [
      {
        name: "item",
        value: "ID",
        summary: "Show one item in full, with quotes and text to insert. ID is its article, clause or id.",
      },
      { name: "level", value: "LEVEL", isRepeatable: true, choices: levels, summary: "Show only items of this level." },
      { name: "needs-review", summary: "Show only items whose confidence is low or unknown." },
      { name: "least-sure-first", summary: "Sort by confidence." },
      { name: "csv", summary: "Print a line for each item, for spreadsheets." },
      { name: "wait", summary: "Wait until the result is ready." },
    ],
    examples: [
      ["assay result 01K…", "The findings"],
      ["assay result 01K… --level non_compliant --level partially_compliant", "Items that need work"],
      ['assay result 01K… --item "Art. 33(2)"', "One item, with its evidence"],
      ["assay result 01K… --needs-review --least-sure-first", "What to check, and what to check first"],
      ["assay result 01K… --csv > findings.csv", "For a spreadsheet"],
    ],
    async run({ connection, terminal, isJson, json, isQuiet, signal, note }, { first, list, text, has }) {
      const assay = connection.company();
      if (has("wait")) {
        const bars = openProgressBars(terminal, isQuiet);
        await awaitResult(assay, first, { signal, onProgress: (progress) => bars.review(first, progress) }).finally(
          () => bars.end(),
        );
      }
      const complianceLevel = list("level") as ComplianceLevel[];
      const query = {
        ...(complianceLevel.length > 0 && { complianceLevel }),
        ...(has("needs-review") && { needsReview: true }),
        ...(has("least-sure-first") && { sort: "confidence" as const }),
      };
      const result = await assay.getDocumentResult(first, { ...query, include: everything }, { signal });
      const item = text("item")?.toUpperCase();
      if (item !== undefined) {
        result.complianceItems = result.complianceItems.filter(
          ({ id, controlItemId, controlItemExternalId }) =>
            [id, controlItemId].includes(item) || matchesName(controlItemExternalId, item),
        );
        if (result.complianceItems.length === 0) {
          throw new CliError(
            `The result has no item ${text("item")}.`,
            exitCodes.notFound,
            `assay result ${first} lists the items.`,
          );
        }
      }
      if (isJson) json(result);
      else if (has("csv")) terminal.out(toCsv(result));
      else if (item !== undefined) for (const one of result.complianceItems) printItem(terminal, result, one);
      else {
        printReport(terminal, result);
        if (result.status !== "completed" && result.status !== "failed")
          note("The result is not complete. Use --wait to wait for it.");
      }
      return result.status === "failed" ? exitCodes.failed : undefined;
    },
  },
  {
    name: "record",
    summary: "Show the engine and models that judged a document, and the hashes of its files and findings.",
    arguments: [{ name: "DOCUMENT" }],
    options: [],
    examples: [
      ["assay record 01K…", "Engine, catalogue, files and the record's position in the company's chain"],
      ["assay record 01K… --json > record.json", "A copy to detect later changes of the result"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const answer = await connection.company().getDocumentRecord(first, { signal });
      if (isJson) {
        json(answer);
        return undefined;
      }
      const { record, sha256 } = answer;
      const { engine } = record;
      printFields(terminal, [
        ["Document", record.documentId],
        ["Status", record.status],
        ["Processed", formatTime(record.processedAt)],
        ["Engine", engine && `${engine.name}, version ${engine.version}`],
        ["Models", engine?.modelSha256],
        ["Catalogue", engine && `${engine.catalogue.frameworkCode} ${engine.catalogue.frameworkVersion}`],
        ["Items", record.items.length],
        ["Findings", record.resultSha256],
        ["Record", `${record.position} of this company`],
        ["Record hash", sha256],
        ["Previous hash", record.previousSha256 ?? "none, this is the first record"],
      ]);
      terminal.out("");
      printTable(
        terminal,
        [
          { title: "FILE" },
          { title: "BYTES", isRightAligned: true },
          { title: "PAGES", isRightAligned: true },
          { title: "SHA-256" },
        ],
        record.files.map(({ place, sizeBytes, pageCount, sha256: ofFile }) => [
          ...[place, sizeBytes === null ? "" : String(sizeBytes), String(pageCount), ofFile ?? ""],
        ]),
      );
      return undefined;
    },
  },
];
