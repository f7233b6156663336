import { formatsOf } from "../analysis/findings/render/language-format.ts";
import type { LanguageFormat } from "../analysis/findings/render/wording.ts";
import {
  formatPlaces,
  type ReportDecision,
  type ReportDocument,
  type ReportFinding,
  type ReportHead,
  type ReportResult,
  type ReportSource,
} from "./report-content.ts";

/** For programs: the column names are the same in every language. */
const columns = [
  ...["reviewId", "documentId", "fileName", "documentStatus", "processedAt", "controlClusterName"],
  ...["controlItemId", "controlItemExternalId", "controlItemName", "itemStatus", "score", "complianceLevel"],
  ...["hasBestEvidence", "strength", "explanation", "gaps", "risks", "recommendations", "pages", "failureReason"],
  ...["questions", "answers", "comments"],
  ...["confidence", "needsReview"],
  ...[
    "decidedScore",
    "decidedComplianceLevel",
    "decisions",
    "decisionReasons",
    "decidedBy",
    "decidedAt",
    "acceptedUntil",
  ],
  ...["signedOffBy", "signedOffAt", "signOffStatement"],
];

/** Where a spreadsheet begins a cell: also after a semicolon, a tab or a line break, where its language separates cells by them. */
const beginsFormula = /(^|[;\t\r\n])([ "]*)(?=[=+\-@\t\r])/g;

/** RFC 4180. What a spreadsheet would read as a formula gets an apostrophe, since the text may come from a document. */
export function formatCell(value: string | number): string {
  const text = typeof value === "string" ? value.replaceAll(beginsFormula, "$1$2'") : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const formatLine = (cells: (string | number)[]) => `${cells.map(formatCell).join(",")}\r\n`;

/** One row for each item and document. An item without any document has one row, too. */
export async function* writeCsv({ head, slices }: ReportSource): AsyncGenerator<Uint8Array> {
  const documents = new Map(head.documents.map((document) => [document.id, document]));
  const bestDocument = new Map(head.rollUp.items.map(({ item, evidence }) => [item.id, evidence?.documentId]));
  const seen = new Set<string>();
  const format = formatsOf(head.language);
  const signOff = toSignOffCells(head);
  // Spreadsheets recognise UTF-8 by the byte order mark.
  yield Buffer.from(`\uFEFF${formatLine(columns)}`);
  for await (const slice of slices()) {
    const rows = slice.map((finding) => {
      seen.add(finding.controlItemId);
      const isBest = bestDocument.get(finding.controlItemId) === finding.documentId;
      const cells = toCells(format, finding, documents.get(finding.documentId), isBest);
      return formatLine([head.review.id, ...cells, ...signOff]);
    });
    yield Buffer.from(rows.join(""));
  }
  const clusters = new Map(head.rollUp.clusters.map(({ cluster }) => [cluster.id, cluster.name]));
  const unseen = head.rollUp.items.filter(({ item }) => !seen.has(item.id));
  const rest = unseen.map(({ item }) =>
    formatLine([
      ...[head.review.id, "", "", "", "", clusters.get(item.clusterId) ?? ""],
      ...[item.id, item.externalId, item.name, ...Array<string>(columns.length - 9 - signOff.length).fill("")],
      ...signOff,
    ]),
  );
  if (rest.length > 0) yield Buffer.from(rest.join(""));
}

/** The same in every row. */
const toSignOffCells = ({ signOff }: ReportHead): string[] =>
  signOff === undefined
    ? ["", "", ""]
    : [signOff.author.name, signOff.signedOffAt.toISOString(), toLine(signOff.statement ?? "")];

function toCells(
  format: LanguageFormat,
  finding: ReportFinding,
  document: ReportDocument | undefined,
  isBest: boolean,
): (string | number)[] {
  const { result } = finding;
  const asked = (document?.questions ?? []).filter(({ controlItemId }) => controlItemId === finding.controlItemId);
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
    (result?.gaps ?? []).map(({ topic, description }) => format.labelled(topic, description)).join("\n"),
    (result?.risks ?? []).join("\n"),
    (result?.recommendations ?? []).map(({ action }) => action).join("\n"),
    formatPlaces(format, result?.places ?? []),
    finding.failureReason ?? "",
    // One line for each question in each of the three cells.
    asked.map(({ question }) => toLine(question)).join("\n"),
    asked.map(({ answered }) => answered?.answer ?? "open").join("\n"),
    asked.some(({ answered }) => answered?.comment)
      ? asked.map(({ answered }) => toLine(answered?.comment ?? "")).join("\n")
      : "",
    result?.confidence ?? "",
    result === undefined ? "" : String(result.needsReview),
    ...toDecisionCells(result),
  ];
}

/** One line for each decision in each of the last five cells. */
function toDecisionCells(result: ReportResult | undefined): (string | number)[] {
  const { decisions = [], decided } = result ?? {};
  const lines = (lineOf: (decision: ReportDecision) => string) => decisions.map(lineOf).join("\n");
  const counted = result?.level === "not_applicable" ? "" : result?.score;
  return [
    (decided === undefined ? counted : decided.score) ?? "",
    (decided ?? result)?.level ?? "",
    lines(({ criterion, kind, verdict, level, state }) =>
      [
        criterion?.key ?? "item",
        kind,
        ...[verdict ?? level ?? []].flat(),
        ...(state === "in_effect" ? [] : [state]),
      ].join(" "),
    ),
    lines(({ reason }) => toLine(reason)),
    lines(({ authorName }) => authorName),
    lines(({ decidedAt }) => decidedAt.toISOString()),
    decisions.some(({ acceptedUntil }) => acceptedUntil)
      ? lines(({ acceptedUntil }) => acceptedUntil?.toISOString() ?? "")
      : "",
  ];
}

const toLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
