import type { BulkJudgement } from "@assay/sdk";
import { findControl, openTenantCatalogue } from "../catalogue-codes.ts";
import { type Command, limitOption, take } from "../command.ts";
import { formatTime, printTable } from "../table.ts";
import type { Terminal } from "../terminal.ts";

const options = [
  { name: "judge-again", summary: "Judge them again, after everything that is submitted." },
  limitOption,
];

/** From this number on, the service stops counting. */
const maxCount = 10_000;

function printProgress(terminal: Terminal, bulk: BulkJudgement | null): void {
  if (bulk === null) return;
  const { status, documentCount, judgedCount, waitingCount, failedCount, skippedCount } = bulk;
  terminal.out(
    `Judging again: ${status}. ${judgedCount} of ${documentCount} judged, ${waitingCount} waiting, ${failedCount} failed, ${skippedCount} skipped.`,
  );
}

function printCount(terminal: Terminal, count: number): void {
  terminal.out(
    count === 0 ? "No documents are affected." : `Affected documents: ${count}${count < maxCount ? "" : " or more"}`,
  );
}

/** What a new revision of a control affects, and judging it again in bulk. */
export const affectedCommands: Command[] = [
  {
    name: "affected",
    summary: "List the documents that a control's newest revision affects, or judge them again.",
    arguments: [{ name: "CONTROL" }],
    options,
    examples: [
      ["assay affected DPA", "What was judged by an earlier revision"],
      ["assay affected DPA --judge-again", "Repeat without it to see the progress"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first, has, number }) {
      const company = connection.company();
      const catalogue = openTenantCatalogue(company, { signal });
      const { id } = findControl(await catalogue.frameworks(), first, catalogue.listCommand).control;
      if (has("judge-again")) {
        const bulk = await company.judgeAffectedDocuments(id, { signal });
        return void (isJson ? json(bulk) : printProgress(terminal, bulk));
      }
      const list = company.listAffectedDocuments(id, {}, { signal });
      const documents = await take(list, number("limit"));
      const { affectedCount, bulkJudgement } = await list;
      if (isJson) return void json({ affectedCount, bulkJudgement, documents });
      printCount(terminal, affectedCount);
      printProgress(terminal, bulkJudgement);
      if (documents.length > 0)
        printTable(
          terminal,
          [{ title: "DOCUMENT" }, { title: "FILE", isFlexible: true }, { title: "REVIEW" }, { title: "SINCE" }],
          documents.map(({ documentId, fileName, complianceReviewId, createdAt }) => [
            ...[documentId, fileName, complianceReviewId, formatTime(createdAt)],
          ]),
        );
    },
  },
  {
    name: "admin affected",
    summary: "The same for the documents of all companies.",
    arguments: [{ name: "CONTROL" }],
    options,
    examples: [["assay admin affected DPA --judge-again", "Of every company, each document once"]],
    async run({ connection, terminal, isJson, json, signal }, { first, has, number }) {
      const admin = await connection.admin();
      const { id } = findControl((await admin.listFrameworks({ signal })).frameworks, first).control;
      if (has("judge-again")) {
        const bulk = await admin.judgeEveryAffectedDocument(id, { signal });
        return void (isJson ? json(bulk) : printProgress(terminal, bulk));
      }
      const list = admin.listEveryAffectedDocument(id, {}, { signal });
      const documents = await take(list, number("limit"));
      const { affectedCount, bulkJudgement } = await list;
      if (isJson) return void json({ affectedCount, bulkJudgement, documents });
      printCount(terminal, affectedCount);
      printProgress(terminal, bulkJudgement);
      if (documents.length > 0)
        printTable(
          terminal,
          [
            { title: "DOCUMENT" },
            { title: "FILE", isFlexible: true },
            { title: "COMPANY", isFlexible: true },
            { title: "SINCE" },
          ],
          documents.map(({ documentId, fileName, companyName, createdAt }) => [
            ...[documentId, fileName, companyName, formatTime(createdAt)],
          ]),
        );
    },
  },
];
