import type { ComplianceItem, ComplianceLevel, DocumentResult } from "@assay/sdk";
import { bar } from "./progress-bars.ts";
import { harmless, shorten, type Terminal, wrap } from "./terminal.ts";

const levelColours = {
  compliant: "green",
  partially_compliant: "yellow",
  non_compliant: "red",
  not_applicable: "dim",
} as const;
const levelWords = {
  compliant: "compliant",
  partially_compliant: "partially compliant",
  non_compliant: "non-compliant",
  not_applicable: "not applicable",
} as const;
const verdictColours = {
  met: "green",
  partly: "yellow",
  contradicted: "red",
  missing: "red",
  not_applicable: "dim",
} as const;
const verdictMarks = { met: "✓", partly: "~", contradicted: "✗", missing: "✗", not_applicable: "–" } as const;
const scoreWidth = 10;
const levels = Object.keys(levelWords) as ComplianceLevel[];

type PageRefs = NonNullable<ComplianceItem["result"]>["explanation"]["pageRefs"];

/** "p. 3, 5", with the file's name where there are several. */
function pagesText(refs: PageRefs, isNamed: boolean): string {
  return refs
    .filter(({ pages }) => pages.length > 0)
    .map(({ pages, documentName }) => {
      const places = pages.map(harmless).join(", ");
      const numbered = pages.every((page) => /^\d/.test(page)) ? `p. ${places}` : places;
      return isNamed ? `${harmless(documentName)} ${numbered}` : numbered;
    })
    .join("; ");
}

/** Cut, not rounded: 99.5 with a gap is no 100, and 79.9 is not yet compliant. */
export function scoreText(terminal: Terminal, score: number, level: ComplianceLevel): string {
  const whole = String(Math.floor(score));
  return `${terminal.style(levelColours[level], bar(score / 100, scoreWidth))} ${whole.padStart(3)}`;
}

export const levelText = (terminal: Terminal, level: ComplianceLevel): string =>
  terminal.style(levelColours[level], levelWords[level]);

/** The whole document on a screen or two: a line for each item, its gaps below it. */
export function printReport(terminal: Terminal, result: DocumentResult): void {
  const isNamed = result.files.length > 1;
  const columns = Math.min(terminal.columns(), 120);
  printHeading(terminal, result);
  const ids = result.complianceItems.map(({ controlItemExternalId }) => controlItemExternalId.length);
  const idWidth = Math.min(40, Math.max(0, ...ids));
  let cluster = "";
  for (const item of result.complianceItems) {
    if (item.controlClusterName !== cluster) {
      cluster = item.controlClusterName;
      terminal.out(`\n${terminal.style("bold", harmless(cluster))}`);
    }
    printLine(terminal, item, { columns, isNamed, idWidth });
  }
  const hasGaps = result.complianceItems.some(({ result }) => (result?.explanation.gaps.length ?? 0) > 0);
  if (hasGaps) {
    terminal.out(
      `\n${terminal.style("dim", `Text to insert for a gap: assay result ${result.documentId} --item ITEM`)}`,
    );
  }
}

function printHeading(
  terminal: Terminal,
  { fileName, status, pageCount, failureReason, files, complianceItems }: DocumentResult,
): void {
  const pages = `${pageCount} page${pageCount === 1 ? "" : "s"}`;
  terminal.out(`${terminal.style("bold", harmless(fileName))}  ${status}, ${pages}`);
  if (failureReason !== null) terminal.out(terminal.style("red", harmless(failureReason)));
  for (const file of files) {
    if (file.failureReason !== null && failureReason === null) {
      terminal.out(terminal.style("yellow", `${harmless(file.displayName)}: ${harmless(file.failureReason)}`));
    }
  }
  const scores = complianceItems.flatMap(({ result }) => (result === null ? [] : [result.score]));
  if (scores.length === 0) return;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const counts = levels.map((level) => {
    const count = complianceItems.filter((item) => item.complianceLevel === level).length;
    return `${count} ${levelText(terminal, level)}`;
  });
  terminal.out(`Mean score ${mean.toFixed(1)} over ${scores.length} items: ${counts.join(", ")}`);
}

interface Layout {
  columns: number;
  isNamed: boolean;
  idWidth: number;
}

function printLine(terminal: Terminal, item: ComplianceItem, { columns, isNamed, idWidth }: Layout): void {
  const { controlItemExternalId, controlItemName, complianceLevel, result, status } = item;
  const id = harmless(controlItemExternalId).padEnd(idWidth);
  if (result === null || complianceLevel === null) {
    const why =
      status === "failed"
        ? terminal.style("red", harmless(item.failureReason ?? "failed"))
        : terminal.style("dim", status);
    terminal.out(`  ${" ".repeat(scoreWidth)}   –  ${id} ${harmless(controlItemName)}  ${why}`);
    return;
  }
  const pages = pagesText(result.explanation.pageRefs, isNamed);
  const room = Math.max(20, columns - scoreWidth - idWidth - 11);
  const name = shorten(harmless(controlItemName), room);
  terminal.out(
    `  ${scoreText(terminal, result.score, complianceLevel)}  ${id} ${name}${pages && `  ${terminal.style("dim", shorten(pages, 40))}`}`,
  );
  for (const gap of result.explanation.gaps) {
    const where = pagesText(gap.pageRefs, isNamed);
    const text = `${harmless(gap.topic)}: ${harmless(gap.description)}${where && ` (${where})`}`;
    terminal.out(terminal.style("dim", wrap(`– ${text}`, columns, " ".repeat(scoreWidth + 8))));
  }
}

/** One item with everything that is known about it. */
export function printItem(terminal: Terminal, item: ComplianceItem, isNamed: boolean): void {
  const columns = Math.min(terminal.columns(), 110);
  const paragraph = (text: string, indent = "  ") => terminal.out(wrap(harmless(text), columns, indent));
  const heading = (text: string) => terminal.out(`\n${terminal.style("bold", text)}`);
  terminal.out(terminal.style("bold", `${harmless(item.controlItemExternalId)}  ${harmless(item.controlItemName)}`));
  paragraph(item.controlItemObjective);
  const { result, complianceLevel } = item;
  if (result === null || complianceLevel === null) {
    paragraph(item.failureReason ?? `This item is ${item.status}.`);
    return;
  }
  terminal.out(
    `\n  ${scoreText(terminal, result.score, complianceLevel)}  ${levelText(terminal, complianceLevel)}  ${item.units.map(({ name, value }) => `${harmless(name)}: ${harmless(value)}`).join(", ")}`,
  );
  const { explanation } = result;
  heading("Why");
  // The criteria below show what is met, with their quotes.
  paragraph(explanation.explanation.split("\n", 1)[0] ?? "");
  heading("Criteria");
  for (const { verdict, statement, description, evidence } of result.criteria) {
    const colour = verdictColours[verdict];
    terminal.out(
      `  ${terminal.style(colour, verdictMarks[verdict])} ${wrap(harmless(statement), columns, "    ").trimStart()}`,
    );
    if (verdict !== "met") terminal.out(terminal.style("dim", wrap(harmless(description), columns, "      ")));
    for (const { quote, page, documentName } of evidence) {
      const place = `${isNamed ? `${harmless(documentName)} ` : ""}${/^\d/.test(page) ? `p. ${harmless(page)}` : harmless(page)}`;
      terminal.out(terminal.style("dim", wrap(`“${harmless(quote)}” ${place}`, columns, "      ")));
    }
  }
  if (explanation.gaps.length > 0) {
    heading("Gaps");
    for (const { topic, description } of explanation.gaps) paragraph(`${topic}: ${description}`);
  }
  // Several gaps may be closed by one text.
  for (const recommendations of Map.groupBy(result.recommendations, (one) => one.suggestedTextToBeAdded).values()) {
    const [first] = recommendations;
    if (first === undefined) continue;
    heading("Recommendation");
    for (const { gapIdentified } of recommendations) paragraph(`– ${gapIdentified}`);
    paragraph(first.actionableRecommendation);
    // Where another document is to be submitted there is nothing to insert.
    if (first.suggestedTextToBeAdded === "") continue;
    paragraph(`Where: ${first.suggestedTextLocation}`);
    paragraph(first.suggestedTextToBeAdded, "  │ ");
  }
}
