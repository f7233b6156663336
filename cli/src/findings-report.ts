import { type ComplianceItem, type ComplianceLevel, type DocumentResult, resolveFindings } from "@assay/sdk";
import { describeDecision } from "./describe-decision.ts";
import { bar } from "./progress-bars.ts";
import { sanitize, type Terminal, truncate, wrap } from "./terminal.ts";

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
const doubtWidth = 10;
const levels = Object.keys(levelWords) as ComplianceLevel[];

type PageRefs = NonNullable<ComplianceItem["result"]>["explanation"]["pageRefs"];

/** "p. 3, 5", with the file name if there are several files. */
function formatPages(refs: PageRefs, hasFileNames: boolean): string {
  return refs
    .filter(({ pages }) => pages.length > 0)
    .map(({ pages, documentName }) => {
      const places = pages.map(sanitize).join(", ");
      const numbered = pages.every((page) => /^\d/.test(page)) ? `p. ${places}` : places;
      return hasFileNames ? `${sanitize(documentName)} ${numbered}` : numbered;
    })
    .join("; ");
}

/** Rounded down: 99.5 has a gap, and 79.9 is not compliant. What does not apply has no bar: its score of 100 says nothing. */
export function formatScore(terminal: Terminal, score: number, level: ComplianceLevel): string {
  if (level === "not_applicable") return formatLevel(terminal, level).padEnd(scoreWidth + 4);
  const whole = String(Math.floor(score));
  return `${terminal.style(levelColours[level], bar(score / 100, scoreWidth))} ${whole.padStart(3)}`;
}

export const formatLevel = (terminal: Terminal, level: ComplianceLevel): string =>
  terminal.style(levelColours[level], levelWords[level]);

/** Rounded down so that no figure below the threshold looks as if it reached it; confidences have four decimals. */
export const formatConfidence = (confidence: number | null): string =>
  confidence === null ? "unknown" : `${Math.floor(Math.round(1e4 * confidence) / 100)} %`;

interface Doubted {
  confidence: number | null;
  needsReview?: boolean;
}

function describeDoubt(terminal: Terminal, { confidence, needsReview }: Doubted): string {
  const words = `confidence ${formatConfidence(confidence)}`;
  return needsReview ? terminal.style("yellow", `check this: ${words}`) : terminal.style("dim", words);
}

/** Prints a line for each item, with its gaps below it. */
export function printReport(terminal: Terminal, result: DocumentResult): void {
  const hasFileNames = result.files.length > 1;
  const columns = Math.min(terminal.columns(), 120);
  printHeading(terminal, result);
  const ids = result.complianceItems.map(({ controlItemExternalId }) => controlItemExternalId.length);
  const idWidth = Math.min(40, Math.max(0, ...ids));
  let cluster = "";
  for (const item of result.complianceItems) {
    if (item.controlClusterName !== cluster) {
      cluster = item.controlClusterName;
      terminal.out(`\n${terminal.style("bold", sanitize(cluster))}`);
    }
    printLine(terminal, item, { columns, hasFileNames, idWidth });
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
  { fileName, status, pageCount, failureReason, files, complianceItems, needsReview }: DocumentResult,
): void {
  const pages = `${pageCount} page${pageCount === 1 ? "" : "s"}`;
  terminal.out(`${terminal.style("bold", sanitize(fileName))}  ${status}, ${pages}`);
  if (failureReason !== null) terminal.out(terminal.style("red", sanitize(failureReason)));
  for (const file of files) {
    if (file.failureReason !== null && failureReason === null) {
      terminal.out(terminal.style("yellow", `${sanitize(file.displayName)}: ${sanitize(file.failureReason)}`));
    }
  }
  const scores = complianceItems.flatMap(({ result, complianceLevel }) =>
    result === null || complianceLevel === "not_applicable" ? [] : [result.score],
  );
  if (scores.length === 0) return;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const counts = levels.map((level) => {
    const count = complianceItems.filter((item) => item.complianceLevel === level).length;
    return `${count} ${formatLevel(terminal, level)}`;
  });
  terminal.out(
    `Mean score ${mean.toFixed(1)} over ${scores.length} ${scores.length === 1 ? "item" : "items"}: ${counts.join(", ")}`,
  );
  const { itemCount, criterionCount, below } = needsReview;
  if (itemCount + criterionCount === 0) return;
  const what = `${itemCount} levels, ${criterionCount} verdicts`;
  terminal.out(
    terminal.style("yellow", `To check (?), with a confidence below ${formatConfidence(below)} or unknown: ${what}`),
  );
}

interface Layout {
  columns: number;
  hasFileNames: boolean;
  idWidth: number;
}

function printLine(terminal: Terminal, item: ComplianceItem, { columns, hasFileNames, idWidth }: Layout): void {
  const { controlItemExternalId, controlItemName, complianceLevel, result, status } = item;
  const id = sanitize(controlItemExternalId).padEnd(idWidth);
  if (result === null || complianceLevel === null) {
    const why =
      status === "failed"
        ? terminal.style("red", sanitize(item.failureReason ?? "failed"))
        : terminal.style("dim", status);
    terminal.out(`  ${" ".repeat(scoreWidth + doubtWidth)}   –  ${id} ${sanitize(controlItemName)}  ${why}`);
    return;
  }
  const pages = formatPages(result.explanation.pageRefs, hasFileNames);
  const nameWidth = Math.max(20, columns - scoreWidth - idWidth - doubtWidth - 11);
  const doubt = `${item.needsReview ? "?" : " "} ${formatConfidence(item.confidence).padStart(doubtWidth - 3)}`;
  const name = truncate(sanitize(controlItemName), nameWidth);
  terminal.out(
    `  ${formatScore(terminal, result.score, complianceLevel)} ${terminal.style(item.needsReview ? "yellow" : "dim", doubt)}  ${id} ${name}${pages && `  ${terminal.style("dim", truncate(pages, 40))}`}`,
  );
  for (const gap of result.explanation.gaps) {
    const where = formatPages(gap.pageRefs, hasFileNames);
    const text = `${sanitize(gap.topic)}: ${sanitize(gap.description)}${where && ` (${where})`}`;
    terminal.out(terminal.style("dim", wrap(`– ${text}`, columns, " ".repeat(scoreWidth + 8))));
  }
}

/** What people decided about the item and its criteria, and what the item counts as because of it. */
function printDecisions(terminal: Terminal, item: ComplianceItem, columns: number): void {
  const { decision, result, decidedComplianceLevel } = item;
  const ofCriteria = (result?.criteria ?? []).flatMap((one) =>
    one.decision === undefined ? [] : [{ about: `${one.key}: `, decision: one.decision }],
  );
  const made = [...(decision === undefined ? [] : [{ about: "", decision }]), ...ofCriteria];
  if (made.length === 0) return;
  terminal.out(`\n${terminal.style("bold", "Decisions")}`);
  for (const { about, decision } of made) {
    const state = decision.state === "in_effect" ? "" : ` (${decision.state})`;
    const text = `${about}${describeDecision(decision)}${state}: ${decision.reason} (${decision.author.name})`;
    terminal.out(wrap(sanitize(text), columns, "  "));
  }
  const { decidedScore = null } = result ?? {};
  const counts = decidedScore === null ? "Counts in no mean" : `Counts as ${decidedScore}`;
  const level = decidedComplianceLevel === null ? "" : `, ${formatLevel(terminal, decidedComplianceLevel)}`;
  terminal.out(`  ${counts}${level}`);
}

/** Prints one item in full. */
export function printItem(terminal: Terminal, whole: DocumentResult, item: ComplianceItem): void {
  const hasFileNames = whole.files.length > 1;
  const columns = Math.min(terminal.columns(), 110);
  const paragraph = (text: string, indent = "  ") => terminal.out(wrap(sanitize(text), columns, indent));
  const heading = (text: string) => terminal.out(`\n${terminal.style("bold", text)}`);
  terminal.out(terminal.style("bold", `${sanitize(item.controlItemExternalId)}  ${sanitize(item.controlItemName)}`));
  paragraph(item.controlItemObjective);
  const { result, complianceLevel } = item;
  if (result === null || complianceLevel === null) {
    paragraph(item.failureReason ?? `This item is ${item.status}.`);
    return;
  }
  terminal.out(
    `\n  ${formatScore(terminal, result.score, complianceLevel)}  ${formatLevel(terminal, complianceLevel)}  ${describeDoubt(terminal, item)}  ${item.units.map(({ name, value }) => `${sanitize(name)}: ${sanitize(value)}`).join(", ")}`,
  );
  printDecisions(terminal, item, columns);
  const { explanation } = result;
  heading("Why");
  // The criteria below show what is met, with their quotes.
  paragraph(explanation.explanation.split("\n", 1)[0] ?? "");
  heading("Criteria");
  const { criteria } = resolveFindings(whole, item);
  for (const { key, verdict, statement = key, description = "", evidence, ...doubt } of criteria) {
    const colour = verdictColours[verdict];
    terminal.out(
      `  ${terminal.style(colour, verdictMarks[verdict])} ${wrap(sanitize(statement), columns, "    ").trimStart()}`,
    );
    terminal.out(`      ${describeDoubt(terminal, doubt)}`);
    if (verdict !== "met") terminal.out(terminal.style("dim", wrap(sanitize(description), columns, "      ")));
    for (const { text = "", page, documentName } of evidence) {
      const place = `${hasFileNames ? `${sanitize(documentName)} ` : ""}${/^\d/.test(page) ? `p. ${sanitize(page)}` : sanitize(page)}`;
      terminal.out(terminal.style("dim", wrap(`“${sanitize(text)}” ${place}`, columns, "      ")));
    }
  }
  if (explanation.gaps.length > 0) {
    heading("Gaps");
    for (const { topic, description } of explanation.gaps) paragraph(`${topic}: ${description}`);
  }
  // One text may close several gaps.
  for (const inserted of new Set(result.recommendations.map((one) => one.suggestedTextToBeAdded))) {
    const recommendations = result.recommendations.filter((one) => one.suggestedTextToBeAdded === inserted);
    const [first] = recommendations;
    if (first === undefined) continue;
    heading("Recommendation");
    for (const { gapIdentified } of recommendations) paragraph(`– ${gapIdentified}`);
    paragraph(first.actionableRecommendation);
    // There is nothing to insert when another document must be submitted.
    if (first.suggestedTextToBeAdded === "") continue;
    paragraph(`Where: ${first.suggestedTextLocation}`);
    paragraph(first.suggestedTextToBeAdded, "  │ ");
  }
}
