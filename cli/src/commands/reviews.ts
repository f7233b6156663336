import type { ComplianceLevel, SignOff } from "@assay/sdk";
import { findControl, openTenantCatalogue } from "../catalogue-codes.ts";
import { usageError } from "../cli-error.ts";
import { type Command, chosen, limitOption, nameOption, readSort, sortOption, take } from "../command.ts";
import { formatConfidence, formatLevel, formatScore } from "../findings-report.ts";
import { formatTime, printFields, printTable } from "../table.ts";

const levels: ComplianceLevel[] = ["compliant", "partially_compliant", "non_compliant", "not_applicable"];
const sorts = ["createdAt", "changedAt", "name", "score"] as const;

const describeSignOff = ({ signedOffAt, signedOffBy, statement }: SignOff) =>
  [`${formatTime(signedOffAt)} by ${signedOffBy.name}`, ...(statement === null ? [] : [statement])].join(": ");

export const reviewsCommands: Command[] = [
  {
    name: "reviews",
    summary: "List the company's reviews.",
    options: [
      limitOption,
      { name: "control", value: "CODE", summary: "Only reviews against this control: code or id." },
      { name: "entity", value: "ENTITY", summary: "Only reviews of this business entity." },
      { name: "level", value: "LEVEL", choices: levels, summary: "Only reviews of this level." },
      nameOption("Only reviews with this text in their name."),
      sortOption(sorts),
    ],
    examples: [
      ["assay reviews", "All of them, newest first"],
      ["assay reviews --level non_compliant --sort score", "What is not compliant, worst first"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { number, text }) {
      const company = connection.company();
      const code = text("control");
      const catalogue = openTenantCatalogue(company, { signal });
      const query = {
        controlId: code && findControl(await catalogue.frameworks(), code, catalogue.listCommand).control.id,
        businessEntityId: text("entity"),
        complianceLevel: chosen(levels, text("level")),
        name: text("name"),
        sort: readSort(sorts, text("sort")),
      };
      const reviews = await take(company.listComplianceReviews(query, { signal }), number("limit"));
      if (isJson) json(reviews);
      else {
        printTable(
          terminal,
          [
            { title: "REVIEW" },
            { title: "NAME", isFlexible: true },
            { title: "SCOPE", isFlexible: true },
            { title: "CONTROL" },
            { title: "SCORE", isRightAligned: true },
            { title: "CHANGED" },
            { title: "SIGNED OFF BY" },
          ],
          reviews.map(({ id, name, scope, controlCode, score, changedAt, signOff }) => [
            ...[id, name, scope, controlCode],
            score === null ? "" : String(score),
            formatTime(changedAt),
            signOff?.signedOffBy.name ?? "",
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "reviews show",
    summary: "Show the combined result of a review's documents.",
    arguments: [{ name: "REVIEW" }],
    examples: [["assay reviews show 01K…", "Best evidence, coverage and missing requirements"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const review = await connection.company().getComplianceReview(first, { signal });
      if (isJson) {
        json(review);
        return undefined;
      }
      const { rollUp } = review;
      printFields(terminal, [
        ["Review", review.name],
        ["Scope", review.scope],
        ["Date", formatTime(review.reviewDate)],
        [
          "Documents",
          Object.entries(rollUp.documentCounts)
            .filter(([, count]) => count > 0)
            .map(([status, count]) => `${count} ${status}`)
            .join(", "),
        ],
        [
          "Score",
          rollUp.score !== null && rollUp.complianceLevel !== null
            ? `${formatScore(terminal, rollUp.score, rollUp.complianceLevel)} ${rollUp.complianceLevel === "not_applicable" ? "" : formatLevel(terminal, rollUp.complianceLevel)}`.trimEnd()
            : "not judged yet",
        ],
        ...(review.signOff === null ? [] : ([["Signed off", describeSignOff(review.signOff)]] as [string, string][])),
        [
          "To check",
          `${rollUp.needsReview.itemCount} levels, ${rollUp.needsReview.criterionCount} verdicts with a confidence below ${formatConfidence(rollUp.needsReview.below)} or unknown`,
        ],
      ]);
      terminal.out("");
      printTable(
        terminal,
        [
          { title: "CLUSTER", isFlexible: true },
          { title: "ITEMS", isRightAligned: true },
          { title: "COMPLIANT", isRightAligned: true },
          { title: "PARTLY", isRightAligned: true },
          { title: "NOT", isRightAligned: true },
          { title: "OPEN", isRightAligned: true },
          { title: "CHECK", isRightAligned: true },
        ],
        rollUp.clusters.map((one) => [
          one.controlClusterName,
          ...[
            one.itemCount,
            one.compliant,
            one.partiallyCompliant,
            one.nonCompliant,
            one.notJudged,
            one.needsReview,
          ].map(String),
        ]),
      );
      if (rollUp.missing.length > 0) {
        terminal.out(`\n${terminal.style("bold", "Missing")}`);
        for (const { controlItemExternalId, controlItemName } of rollUp.missing) {
          terminal.out(`  ${controlItemExternalId.padEnd(16)} ${controlItemName}`);
        }
      }
      return undefined;
    },
  },
  {
    name: "reviews update",
    summary: "Update a review's name or scope.",
    arguments: [{ name: "REVIEW" }],
    options: [
      { name: "name", value: "TEXT", summary: "The new name." },
      { name: "scope", value: "TEXT", summary: "The new scope." },
    ],
    examples: [['assay reviews update 01K… --name "DPA 2026"', "A new name"]],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const [name, scope] = [text("name"), text("scope")];
      if (name === undefined && scope === undefined) throw usageError("Use --name or --scope.");
      const body = { ...(name !== undefined && { name }), ...(scope !== undefined && { scope }) };
      const answer = await connection.company().updateComplianceReview(first, body, { signal });
      if (isJson) json(answer);
      else
        terminal.out(
          answer.updatedFields.length > 0 ? `Updated: ${answer.updatedFields.join(", ")}` : "Nothing changed.",
        );
      return undefined;
    },
  },
];
