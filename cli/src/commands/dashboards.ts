import type { ComplianceLevel } from "@assay/sdk";
import type { Command } from "../command.ts";
import { formatScore } from "../findings-report.ts";
import { printTable } from "../table.ts";
import type { Terminal } from "../terminal.ts";

const shownScore = (
  terminal: Terminal,
  { score, complianceLevel }: { score: number | null; complianceLevel: ComplianceLevel | null },
) => (score === null || complianceLevel === null ? "" : formatScore(terminal, score, complianceLevel));

const change = (trend: { score: number }[]) => {
  const [first, last] = [trend[0], trend.at(-1)];
  if (first === undefined || last === undefined || trend.length === 1) return "";
  const points = Math.round(10 * (last.score - first.score)) / 10;
  return points > 0 ? `+${points}` : String(points);
};

export const dashboardCommands: Command[] = [
  {
    name: "dashboard",
    summary: "Show the company's scores by control, how they changed, and what is due.",
    options: [{ name: "weeks", value: "N", summary: "How far changes go back; 12 by default." }],
    examples: [["assay dashboard", "Worst controls first; then what expires or is to be reviewed"]],
    async run({ connection, terminal, isJson, json, signal }, { number }) {
      const dashboard = await connection.company().getDashboard({ weeks: number("weeks") }, { signal });
      if (isJson) {
        json(dashboard);
        return;
      }
      printTable(
        terminal,
        [
          { title: "CONTROL" },
          { title: "NAME", isFlexible: true },
          { title: "REVIEWS", isRightAligned: true },
          { title: "SCORE", isRightAligned: true },
          { title: "CHANGE", isRightAligned: true },
          { title: "LOWEST REVIEW" },
        ],
        dashboard.controls.map((one) => [
          ...[one.controlCode, one.controlName, String(one.reviewCount), shownScore(terminal, one), change(one.trend)],
          one.reviews[0]?.id ?? "",
        ]),
      );
      if (dashboard.due.length === 0) return;
      terminal.out("");
      printTable(
        terminal,
        [
          { title: "DUE" },
          { title: "WHAT" },
          { title: "CONTROL" },
          { title: "FILE", isFlexible: true },
          { title: "DOCUMENT" },
        ],
        dashboard.due.map(({ date, isPast, reason, controlCode, fileName, documentId }) => [
          isPast ? terminal.style("red", date) : date,
          reason === "review_due" ? "review" : isPast ? "expired" : "expires",
          ...[controlCode, fileName, documentId],
        ]),
      );
    },
  },
  {
    name: "heat-map",
    summary: "Show the scores of the partner's companies by control, the lowest first. Needs a partner key.",
    options: [{ name: "limit", value: "N", summary: "Show at most this many companies; 50 by default." }],
    examples: [["assay heat-map", "A line for each company and control"]],
    async run({ connection, terminal, isJson, json, signal }, { number }) {
      const heatMap = await connection.partner().getHeatMap({ limit: number("limit") }, { signal });
      if (isJson) {
        json(heatMap);
        return;
      }
      const codes = new Map(heatMap.controls.map(({ controlId, controlCode }) => [controlId, controlCode]));
      printTable(
        terminal,
        [
          { title: "COMPANY", isFlexible: true },
          { title: "ID" },
          { title: "CONTROL" },
          { title: "REVIEWS", isRightAligned: true },
          { title: "SCORE", isRightAligned: true },
        ],
        heatMap.companies.flatMap(({ name, companyId, cells }) =>
          cells.map((cell) => [
            ...[name, companyId, codes.get(cell.controlId) ?? "", String(cell.reviewCount)],
            shownScore(terminal, cell),
          ]),
        ),
      );
    },
  },
  {
    name: "frequent-gaps",
    summary: "Show the requirements that most often are not met, of a company or of a partner's companies.",
    options: [
      { name: "limit", value: "N", summary: "Show at most this many; 20 by default." },
      { name: "language", value: "TAG", choices: ["en", "de", "fr", "es"], summary: "The language of the names." },
    ],
    examples: [["assay frequent-gaps --limit 5", "The five most frequent ones"]],
    async run({ connection, terminal, isJson, json, signal }, { number, text }) {
      const query = { limit: number("limit"), language: text("language") };
      const { gaps } = await connection.partnerOrCompany().listFrequentGaps(query, { signal });
      if (isJson) {
        json(gaps);
        return;
      }
      printTable(
        terminal,
        [
          { title: "CONTROL" },
          { title: "ITEM" },
          { title: "NAME", isFlexible: true },
          { title: "OPEN", isRightAligned: true },
          { title: "JUDGED", isRightAligned: true },
          { title: "COMPANIES", isRightAligned: true },
        ],
        gaps.map(({ controlCode, externalId, name, openCount, judgedCount, companyCount }) => [
          ...[controlCode, externalId, name, ...[openCount, judgedCount, companyCount].map(String)],
        ]),
      );
    },
  },
];
