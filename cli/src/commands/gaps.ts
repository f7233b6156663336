import type { Body, Gap } from "@assay/sdk";
import { usageError } from "../cli-error.ts";
import { type Command, chosen, limitOption, readSort, sortOption, take } from "../command.ts";
import { outOption, saveFile } from "../save-file.ts";
import { formatTime, printTable } from "../table.ts";

const languages = ["en", "de", "fr", "es"] as const;
const statuses = ["open", "in_progress", "fixed", "accepted", "unresolved"] as const;
const given = ["open", "in_progress", "fixed"] as const;
const severities = ["low", "medium", "high", "critical"] as const;
const sorts = ["createdAt", "severity", "dueOn", "changedAt"] as const;
const none = "none";

const describeEnd = ({ status, closedBy, closedReason }: Gap) =>
  status !== "fixed" ? "" : closedBy === null ? (closedReason ?? "") : `by ${closedBy.fileName}`;

export const gapCommands: Command[] = [
  {
    name: "gaps",
    summary: "List the criteria that are not met, with owner and due date.",
    options: [
      { name: "status", value: "STATUS", choices: [...statuses], summary: "Only gaps with this status." },
      { name: "severity", value: "SEVERITY", choices: [...severities], summary: "Only gaps of this severity." },
      { name: "owner", value: "ACCOUNT", summary: "Only gaps of this person; none: without an owner." },
      { name: "review", value: "REVIEW", summary: "Only gaps of this review." },
      { name: "document", value: "DOCUMENT", summary: "Only gaps whose finding is of this document." },
      { name: "due-before", value: "DAY", summary: "Only gaps that are due before this day." },
      { name: "text", value: "TEXT", summary: "Only gaps whose criterion, item or file name contains this." },
      { name: "language", value: "TAG", choices: [...languages], summary: "The language of the criteria." },
      sortOption(sorts),
      limitOption,
      { name: "export", summary: "Save all of them as CSV instead, to --out." },
      outOption,
    ],
    examples: [
      ["assay gaps --status unresolved --sort -severity", "The most severe first"],
      ["assay gaps --due-before 2027-01-01 --export --out due.csv", "For a spreadsheet"],
    ],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const { text, number } = args;
      const filter = {
        ...{ status: chosen(statuses, text("status")), severity: chosen(severities, text("severity")) },
        ...{ ownerId: text("owner"), complianceReviewId: text("review"), documentId: text("document") },
        ...{ dueBefore: text("due-before"), text: text("text"), language: chosen(languages, text("language")) },
        sort: readSort(sorts, text("sort")),
      };
      if (args.has("export")) {
        const saved = await saveFile(terminal, await connection.company().exportGaps(filter, { signal }), text("out"));
        if (saved !== undefined) isJson ? json(saved) : terminal.out(saved.file);
        return undefined;
      }
      const gaps = await take(connection.company().listGaps({ limit: 100, ...filter }, { signal }), number("limit"));
      if (isJson) {
        json(gaps);
        return undefined;
      }
      printTable(
        terminal,
        [
          ...[{ title: "GAP" }, { title: "SEVERITY" }, { title: "STATUS" }, { title: "DUE" }, { title: "OWNER" }],
          ...[{ title: "ITEM" }, { title: "CRITERION", isFlexible: true }, { title: "FILE" }, { title: "CLOSED" }],
        ],
        gaps.map((gap) => [
          ...[gap.gapId, gap.severity, gap.status, gap.dueOn ?? "", gap.owner?.name ?? ""],
          ...[`${gap.controlCode} ${gap.controlItemExternalId}`, gap.statement, gap.fileName, describeEnd(gap)],
        ]),
      );
      return undefined;
    },
  },
  {
    name: "gaps change",
    summary: "Change owner, due date, status or severity of gaps, all of them or none.",
    arguments: [{ name: "GAP", isMany: true }],
    options: [
      { name: "owner", value: "ACCOUNT", summary: "Who takes care of it; none takes the owner away." },
      { name: "due", value: "DAY", summary: "By when; none takes the date away." },
      { name: "status", value: "STATUS", choices: [...given], summary: "What has become of it." },
      { name: "severity", value: "SEVERITY", choices: [...severities, none], summary: "none: as it was found." },
    ],
    examples: [["assay gaps change 01K… 01K… --owner 01K… --due 2026-12-31", "Two gaps of one person"]],
    async run({ connection, isJson, json, signal, note }, args) {
      const [owner, due, severity] = [args.text("owner"), args.text("due"), args.text("severity")];
      const status = chosen(given, args.text("status"));
      if ([owner, due, severity, status].every((one) => one === undefined))
        throw usageError("What is to change? Name --owner, --due, --status or --severity.");
      const body: Body<"changeGaps"> = {
        gaps: args.arguments,
        ...(status !== undefined && { status }),
        ...(severity !== undefined && { severity: chosen(severities, severity) ?? null }),
        ...(owner !== undefined && { ownerId: owner === none ? null : owner }),
        ...(due !== undefined && { dueOn: due === none ? null : due }),
      };
      const changed = await connection.company().changeGaps(body, { signal });
      if (isJson) json(changed);
      else note(`${changed.changedCount} of ${args.arguments.length} gaps changed.`);
      return undefined;
    },
  },
  {
    name: "gaps comment",
    summary: "Comment on a gap; @ and the id of an account mention a person.",
    arguments: [{ name: "GAP" }, { name: "TEXT" }],
    examples: [['assay gaps comment 01K… "@01K… please ask the supplier"', "Mentions a person"]],
    async run({ connection, isJson, json, signal, note }, args) {
      const [gapId = "", text = ""] = args.arguments;
      const entry = await connection.company().commentOnGap(gapId, { text }, { signal });
      if (isJson) json(entry);
      else note("The comment is stored.");
      return undefined;
    },
  },
  {
    name: "gaps history",
    summary: "List a gap's comments and what happened to it.",
    arguments: [{ name: "GAP" }],
    options: [limitOption],
    examples: [["assay gaps history 01K…", "Newest first"]],
    async run({ connection, terminal, isJson, json, signal }, { first, number }) {
      const entries = await take(
        connection.company().listGapEntries(first, { limit: 100 }, { signal }),
        number("limit"),
      );
      if (isJson) {
        json(entries);
        return undefined;
      }
      printTable(
        terminal,
        [{ title: "TIME" }, { title: "WHAT" }, { title: "BY" }, { title: "TEXT", isFlexible: true }],
        entries.map(({ createdAt, kind, author, text, changes, fileName }) => [
          ...[formatTime(createdAt), kind, author?.name ?? ""],
          text ?? (changes === null ? (fileName ?? "") : JSON.stringify(changes)),
        ]),
      );
      return undefined;
    },
  },
  {
    name: "gaps issue-link",
    summary: "Show or set the address that opens an issue in your tracker.",
    arguments: [{ name: "ADDRESS", isOptional: true }],
    options: [],
    details: "ADDRESS has {title} and {text} in its query; none removes it.",
    examples: [
      ['assay gaps issue-link "https://linear.app/acme/new?title={title}&description={text}"', "Linear"],
      ["assay gaps issue-link none", "Gaps have no link any more"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const assay = connection.company();
      const answer =
        first === ""
          ? await assay.getIssueLink({ signal })
          : await assay.replaceIssueLink({ issueLink: first === none ? null : first }, { signal });
      if (isJson) json(answer);
      else terminal.out(answer.issueLink ?? "No address is set.");
      return undefined;
    },
  },
];
