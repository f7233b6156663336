import type { DocumentResult } from "@assay/sdk";

const columns = [
  ...["documentId", "fileName", "cluster", "externalId", "item", "status", "level", "score"],
  ...["pages", "strength", "gaps", "recommendations", "confidence", "needsReview"],
];

/** Where a spreadsheet begins a cell: also after a semicolon, a tab or a line break, where its language separates cells by them. */
const beginsFormula = /(^|[;\t\r\n])([ "]*)(?=[=+\-@\t\r])/g;

/** RFC 4180. An apostrophe keeps spreadsheets from executing text of a document as a formula. */
function cell(value: string | number): string {
  const text = typeof value === "string" ? value.replaceAll(beginsFormula, "$1$2'") : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toCsv({ documentId, fileName, complianceItems }: DocumentResult): string {
  const rows = complianceItems.map((item) => {
    const { result } = item;
    return [
      documentId,
      fileName,
      item.controlClusterName,
      item.controlItemExternalId,
      item.controlItemName,
      item.status,
      item.complianceLevel ?? "",
      result?.score ?? "",
      (result?.explanation.pageRefs ?? [])
        .map(({ documentName, pages }) => `${documentName}: ${pages.join(", ")}`)
        .join("; "),
      result?.explanation.strength ?? "",
      (result?.explanation.gaps ?? []).map(({ topic, description }) => `${topic}: ${description}`).join("\n"),
      (result?.recommendations ?? []).map(({ actionableRecommendation }) => actionableRecommendation).join("\n"),
      item.confidence ?? "",
      result === null ? "" : String(item.needsReview),
    ];
  });
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
}
