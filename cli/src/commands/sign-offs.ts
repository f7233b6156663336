import { usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { formatTime, printTable } from "../table.ts";

export const signOffCommands: Command[] = [
  {
    name: "reviews sign-off",
    summary: "Sign a review off: it takes no documents and no decisions until it is reopened.",
    arguments: [{ name: "REVIEW" }],
    options: [{ name: "statement", value: "TEXT", summary: "What you confirm by it." }],
    examples: [['assay reviews sign-off 01K… --statement "Read in full"', "As it is now"]],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const statement = text("statement");
      const body = statement === undefined ? {} : { statement };
      const signOff = await connection.company().signOffReview(first, body, { signal });
      if (isJson) json(signOff);
      else terminal.out(`Signed off by ${signOff.signedOffBy.name} at ${formatTime(signOff.signedOffAt)}.`);
      return undefined;
    },
  },
  {
    name: "reviews reopen",
    summary: "Reopen a review that is signed off.",
    arguments: [{ name: "REVIEW" }],
    options: [{ name: "reason", value: "TEXT", summary: "Why. Required." }],
    examples: [['assay reviews reopen 01K… --reason "A contract is missing"', "It can be changed again"]],
    async run({ connection, isJson, json, note, signal }, { first, text }) {
      const reason = text("reason");
      if (reason === undefined) throw usageError("Why? Reopening needs a --reason.");
      const signOff = await connection.company().reopenReview(first, { reason }, { signal });
      if (isJson) json(signOff);
      else note("The review is open again; the sign-off stays in its history.");
      return undefined;
    },
  },
  {
    name: "reviews sign-offs",
    summary: "List the sign-offs of a review.",
    arguments: [{ name: "REVIEW" }],
    examples: [["assay reviews sign-offs 01K… --json", "With their records in the company's chain"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const { signOffs } = await connection.company().listSignOffs(first, { signal });
      if (isJson) json(signOffs);
      else
        printTable(
          terminal,
          [
            ...[{ title: "SIGNED OFF" }, { title: "BY" }, { title: "STATEMENT", isFlexible: true }],
            ...[{ title: "REOPENED" }, { title: "BY" }, { title: "REASON", isFlexible: true }],
          ],
          signOffs.map(({ signedOffAt, signedOffBy, statement, reopenedAt, reopenedBy, reopeningReason }) => [
            ...[formatTime(signedOffAt), signedOffBy.name, statement ?? ""],
            ...[reopenedAt === null ? "" : formatTime(reopenedAt), reopenedBy?.name ?? "", reopeningReason ?? ""],
          ]),
        );
      return undefined;
    },
  },
];
