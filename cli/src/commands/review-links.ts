import { usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { formatTime, printTable } from "../table.ts";

const stateOf = ({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string }) =>
  revokedAt !== null ? "revoked" : new Date(expiresAt) <= new Date() ? "expired" : "valid";

export const reviewLinkCommands: Command[] = [
  {
    name: "reviews share",
    summary: "Make a link by which an auditor reads one review without an account.",
    arguments: [{ name: "REVIEW" }],
    options: [
      { name: "label", value: "TEXT", summary: "Whom the link is for. Required." },
      { name: "days", value: "N", summary: "How many days it is valid, up to 90. By default 14." },
    ],
    details: "The link is shown once. Every opening and every read is in the audit log.",
    examples: [['assay reviews share 01K… --label "Auditor, 2027" --days 30', "Hand the link over"]],
    async run({ connection, terminal, isJson, json, signal }, { first, text, number }) {
      const [label, days] = [text("label"), number("days")];
      if (label === undefined) throw usageError("Whom is it for? A link has a --label.");
      const body = { label, ...(days !== undefined && { days }) };
      const link = await connection.company().createReviewLink(first, body, { signal });
      if (isJson) json(link);
      else {
        terminal.out(`Link (below the address of the service): ${link.path}`);
        terminal.out(
          `Valid until ${formatTime(link.expiresAt)}; revoke it with: assay reviews unshare ${first} ${link.linkId}`,
        );
      }
      return undefined;
    },
  },
  {
    name: "reviews links",
    summary: "List the links to a review.",
    arguments: [{ name: "REVIEW" }],
    examples: [["assay reviews links 01K…", "With how often each was opened"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const { links } = await connection.company().listReviewLinks(first, { signal });
      if (isJson) json(links);
      else
        printTable(
          terminal,
          [
            ...[{ title: "LINK" }, { title: "FOR", isFlexible: true }, { title: "STATE" }, { title: "UNTIL" }],
            ...[{ title: "OPENED", isRightAligned: true }, { title: "LAST" }, { title: "BY" }],
          ],
          links.map((link) => [
            ...[link.linkId, link.label, stateOf(link), formatTime(link.expiresAt), String(link.openedCount)],
            ...[link.lastOpenedAt === null ? "" : formatTime(link.lastOpenedAt), link.createdBy.name],
          ]),
        );
      return undefined;
    },
  },
  {
    name: "reviews unshare",
    summary: "Revoke a link to a review at once.",
    arguments: [{ name: "REVIEW" }, { name: "LINK" }],
    examples: [["assay reviews unshare 01K… 01K…", "Whoever has opened it reads nothing more"]],
    async run({ connection, signal, note }, args) {
      const [reviewId = "", linkId = ""] = args.arguments;
      await connection.company().revokeReviewLink(reviewId, linkId, { signal });
      note("The link is revoked.");
      return undefined;
    },
  },
];
