import type { Wording } from "../analysis/findings/render/wording.ts";
import { wordingOf } from "../analysis/findings/render/wording-by-language.ts";
import { placeText, type ReportDocument, type ReportFinding, type ReportSource } from "./report-content.ts";

/** For scripts and other programs: the names stay the same in every language. */
const columns = [
  ...["reviewId", "documentId", "fileName", "documentStatus", "processedAt", "controlClusterName"],
  ...["controlItemId", "controlItemExternalId", "controlItemName", "itemStatus", "score", "complianceLevel"],
  ...["speaksForReview", "strength", "explanation", "gaps", "risks", "recommendations", "pages", "failureReason"],
];

/** RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe: documents write what they like. */
function cell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: (string | number)[]) => `${cells.map(cell).join(",")}\r\n`;

/** One row for each item and document; an item that no document is judged by has one row without a document. */
export async function* writeCsv({ head, slices }: ReportSource): AsyncGenerator<Uint8Array> {
  const documents = new Map(head.documents.map((document) => [document.id, document]));
  const bestDocument = new Map(head.rollUp.items.map(({ item, evidence }) => [item.id, evidence?.documentId]));
  const seen = new Set<string>();
  const wording = wordingOf(head.language);
  // The byte order mark tells spreadsheets that this is UTF-8.
  yield Buffer.from(`\uFEFF${line(columns)}`);
  for await (const slice of slices()) {
    const rows = slice.map((finding) => {
      seen.add(finding.controlItemId);
      const isBest = bestDocument.get(finding.controlItemId) === finding.documentId;
      return line([head.review.id, ...cellsOf(wording, finding, documents.get(finding.documentId), isBest)]);
    });
    yield Buffer.from(rows.join(""));
  }
  const clusters = new Map(head.rollUp.clusters.map(({ cluster }) => [cluster.id, cluster.name]));
  const unseen = head.rollUp.items.filter(({ item }) => !seen.has(item.id));
  const rest = unseen.map(({ item }) =>
    line([
      ...[head.review.id, "", "", "", "", clusters.get(item.clusterId) ?? ""],
      ...[item.id, item.externalId, item.name, ...Array<string>(columns.length - 9).fill("")],
    ]),
  );
  if (rest.length > 0) yield Buffer.from(rest.join(""));
}

function cellsOf(
  wording: Wording,
  finding: ReportFinding,
  document: ReportDocument | undefined,
  isBest: boolean,
): (string | number)[] {
  const { result } = finding;
  return [
    finding.documentId,
    document?.fileName ?? "",
    document?.status ?? "",
    document?.processedAt?.toISOString() ?? "",
    finding.clusterName,
    finding.controlItemId,
    finding.externalId,
    finding.name,
    finding.status,
    result?.score ?? "",
    result?.level ?? "",
    String(isBest),
    result?.strength ?? "",
    result?.explanation ?? "",
    (result?.gaps ?? []).map(({ topic, description }) => wording.labelled(topic, description)).join("\n"),
    (result?.risks ?? []).join("\n"),
    (result?.recommendations ?? []).map(({ action }) => action).join("\n"),
    placeText(wording, result?.places ?? []),
    finding.failureReason ?? "",
  ];
}
