import { type Command, limitOption, take } from "../command.ts";
import { levelText, scoreText } from "../findings-report.ts";
import { misused } from "../problem.ts";
import { moment, printFacts, printTable } from "../table.ts";

export const reviewsCommands: Command[] = [
  {
    name: "reviews",
    summary: "List the company's reviews.",
    options: [limitOption],
    examples: [["assay reviews", "All of them, newest first"]],
    async run({ connection, terminal, isJson, json, signal }, { number }) {
      const reviews = await take(connection.company().listComplianceReviews({}, { signal }), number("limit"));
      if (isJson) json(reviews);
      else {
        printTable(
          terminal,
          [
            { title: "REVIEW" },
            { title: "NAME", isFlexible: true },
            { title: "SCOPE", isFlexible: true },
            { title: "DATE" },
          ],
          reviews.map(({ id, name, scope, reviewDate }) => [id, name, scope, moment(reviewDate)]),
        );
      }
      return undefined;
    },
  },
  {
    name: "reviews show",
    summary: "Show what all documents of a review say together.",
    arguments: [{ name: "REVIEW" }],
    examples: [["assay reviews show 01K…", "Best evidence, coverage, what is missing"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const review = await connection.company().getComplianceReview(first, { signal });
      if (isJson) {
        json(review);
        return undefined;
      }
      const { rollUp } = review;
      printFacts(terminal, [
        ["Review", review.name],
        ["Scope", review.scope],
        ["Date", moment(review.reviewDate)],
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
            ? `${scoreText(terminal, rollUp.score, rollUp.complianceLevel)} ${levelText(terminal, rollUp.complianceLevel)}`
            : "not judged yet",
        ],
      ]);
      terminal.out("");
      printTable(
        terminal,
        [
          { title: "CLUSTER", isFlexible: true },
          { title: "ITEMS", isRight: true },
          { title: "COMPLIANT", isRight: true },
          { title: "PARTLY", isRight: true },
          { title: "NOT", isRight: true },
          { title: "OPEN", isRight: true },
        ],
        rollUp.clusters.map((one) => [
          one.controlClusterName,
          ...[one.itemCount, one.compliant, one.partiallyCompliant, one.nonCompliant, one.notJudged].map(String),
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
    summary: "Change a review's name or scope.",
    arguments: [{ name: "REVIEW" }],
    options: [
      { name: "name", value: "TEXT", summary: "Its new name." },
      { name: "scope", value: "TEXT", summary: "Its new scope." },
    ],
    examples: [['assay reviews update 01K… --name "DPA 2026"', "A new name"]],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const [name, scope] = [text("name"), text("scope")];
      if (name === undefined && scope === undefined) throw misused("Give --name or --scope.");
      const body = { ...(name !== undefined && { name }), ...(scope !== undefined && { scope }) };
      const answer = await connection.company().updateComplianceReview(first, body, { signal });
      if (isJson) json(answer);
      else
        terminal.out(
          answer.updatedFields.length > 0 ? `Changed: ${answer.updatedFields.join(", ")}` : "Nothing has changed.",
        );
      return undefined;
    },
  },
];
