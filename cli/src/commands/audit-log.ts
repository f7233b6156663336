import type { AuditEntry, AuditFilter, ServiceFile } from "@assay/sdk";
import { usageError } from "../cli-error.ts";
import {
  type Command,
  type Context,
  limitOption,
  type Option,
  type ParsedArguments,
  readSort,
  sortOption,
  take,
} from "../command.ts";
import { outOption, saveFile } from "../save-file.ts";
import { formatTime, printTable } from "../table.ts";

const tiers = ["admin", "partner", "company", "system", "unknown"] as const;
const filterOptions: Option[] = [
  { name: "action", value: "NAME", summary: "An action, such as api_key.revoked, or the part before its dot." },
  { name: "actor", value: "TIER", choices: [...tiers], summary: "Who made the change." },
  { name: "subject", value: "ID", summary: "Only entries about this resource, such as a document." },
  { name: "since", value: "TIME", summary: "Not before, ISO 8601." },
  { name: "until", value: "TIME", summary: "Before, ISO 8601." },
];
const aboutOption: Option = {
  name: "about",
  value: "ID",
  summary: "The id of a subject, key, partner, company or request.",
};
const exportOption: Option = {
  name: "export",
  summary: "Save all entries as JSON Lines instead, to --out.",
};
const shownByDefault = 50;
const sorts = ["createdAt"] as const;

const order = ({ text }: ParsedArguments) => ({ sort: readSort(sorts, text("sort")) });

function readFilter({ text }: ParsedArguments): AuditFilter {
  const actorTier = tiers.find((tier) => tier === text("actor"));
  const [action, since, until] = [text("action"), text("since"), text("until")];
  for (const time of [since, until])
    if (time !== undefined && Number.isNaN(Date.parse(time)))
      throw usageError(`${time} is not a time.`, "For example: --since 2027-01-31T12:00:00Z");
  const toInstant = (time: string | undefined) => time && new Date(time).toISOString();
  return { action, actorTier, subjectId: text("subject"), since: toInstant(since), until: toInstant(until) };
}

async function list(
  { terminal, isJson, json }: Context,
  { number }: ParsedArguments,
  log: AsyncIterable<AuditEntry>,
): Promise<undefined> {
  const entries = await take(log, number("limit") ?? shownByDefault);
  if (isJson) {
    json(entries);
    return;
  }
  printTable(
    terminal,
    [
      { title: "AT" },
      { title: "ACTOR", isFlexible: true },
      { title: "ACTION" },
      { title: "SUBJECT", isFlexible: true },
      { title: "ADDRESS" },
      { title: "REQUEST" },
    ],
    entries.map(({ at, actorTier, actorName, action, subjectId, subjectName, address, requestId }) => [
      formatTime(at),
      actorName === null ? actorTier : `${actorTier} ${actorName}`,
      action,
      subjectName === null ? subjectId : `${subjectName} ${subjectId}`,
      address ?? "",
      requestId,
    ]),
  );
}

async function save(
  { terminal, isJson, json }: Context,
  { text }: ParsedArguments,
  file: ServiceFile,
): Promise<undefined> {
  const saved = await saveFile(terminal, file, text("out"));
  if (saved === undefined) return;
  if (isJson) json(saved);
  else terminal.out(saved.file);
}

/** The own audit log of a company or a partner. */
export const auditLogCommands: Command[] = [
  {
    name: "audit-log",
    summary: "Read what was done with your keys, and what others changed about you.",
    options: [...filterOptions, sortOption(sorts), limitOption, exportOption, outOption],
    examples: [
      ["assay audit-log --action document", "What happened to documents"],
      ["assay audit-log --export --since 2027-01-01", "All entries since then, as JSON Lines"],
    ],
    async run(context, args) {
      const { connection, signal } = context;
      const own = connection.partnerOrCompany();
      const filter = readFilter(args);
      if (args.has("export")) return save(context, args, await own.exportOwnAuditLog(filter, { signal }));
      return list(context, args, own.listOwnAuditLog({ limit: 100, ...filter, ...order(args) }, { signal }));
    },
  },
];

/** The audit log of everybody, for the operator. */
export const adminAuditCommands: Command[] = [
  {
    name: "admin audit-log",
    summary: "Read the audit log.",
    options: [...filterOptions, aboutOption, sortOption(sorts), limitOption, exportOption, outOption],
    examples: [
      ["assay admin audit-log --limit 20", "The latest entries"],
      ["assay admin audit-log --export --about 01K… --out - | jq .action", "All entries about a company"],
    ],
    async run(context, args) {
      const { connection, signal } = context;
      const admin = await connection.admin();
      const filter = { ...readFilter(args), about: args.text("about") };
      if (args.has("export")) return save(context, args, await admin.exportAuditLog(filter, { signal }));
      return list(context, args, admin.listAuditLog({ limit: 100, ...filter, ...order(args) }, { signal }));
    },
  },
];
