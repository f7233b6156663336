import { Readable } from "node:stream";
import { Type } from "typebox";
import type { NamedGap } from "../gaps/gap.ts";
import { timeOf } from "../platform/ids.ts";
import type { Page } from "../platform/page.ts";
import { formatCell } from "../reports/write-csv.ts";

export const exportAnswer = Type.Unsafe<Buffer>({
  description: "A line for each gap, with the members of a gap of the list as columns.",
  content: { "text/csv": { schema: { type: "string" } } },
});

/** For programs: the column names are the same in every language. */
const columns: [name: string, value: (gap: NamedGap) => string | undefined][] = [
  ["gapId", ({ id }) => id],
  ["status", ({ status }) => status],
  ["severity", ({ severity }) => severity],
  ["owner", ({ ownerName }) => ownerName],
  ["dueOn", ({ dueOn }) => dueOn],
  ["controlCode", ({ controlCode }) => controlCode],
  ["controlItemExternalId", ({ externalId }) => externalId],
  ["controlItemName", ({ itemName }) => itemName],
  ["criterionKey", ({ criterionKey }) => criterionKey],
  ["statement", ({ statement }) => statement],
  ["level", ({ level }) => level],
  ["verdict", ({ verdict }) => verdict],
  ["businessEntityName", ({ businessEntityName }) => businessEntityName],
  ["reviewName", ({ reviewName }) => reviewName],
  ["complianceReviewId", ({ reviewId }) => reviewId],
  ["fileName", ({ fileName }) => fileName],
  ["subject", ({ subject }) => subject],
  ["documentId", ({ documentId }) => documentId],
  ["itemId", ({ itemId }) => itemId],
  ["createdAt", ({ id }) => timeOf(id).toISOString()],
  ["changedAt", ({ changedAt }) => changedAt.toISOString()],
  ["closedAt", ({ closedAt }) => closedAt?.toISOString()],
  ["closedReason", ({ closedReason }) => closedReason],
  ["closedByDocumentId", ({ closedByDocumentId }) => closedByDocumentId],
  ["commentCount", ({ commentCount }) => String(commentCount)],
];

const formatLine = (cells: string[]) => `${cells.map(formatCell).join(",")}\r\n`;

/** Reads no faster than the client receives. */
export function toCsv(first: Page<NamedGap>, readNext: (cursor: string) => Promise<Page<NamedGap>>): Readable {
  async function* toLines(): AsyncGenerator<string> {
    // Spreadsheets recognise UTF-8 by the byte order mark.
    yield `\uFEFF${formatLine(columns.map(([name]) => name))}`;
    for (let page = first; ; ) {
      yield page.entries.map((gap) => formatLine(columns.map(([, value]) => value(gap) ?? ""))).join("");
      if (page.nextCursor === undefined) return;
      page = await readNext(page.nextCursor);
    }
  }
  return Readable.from(toLines(), { objectMode: false });
}
