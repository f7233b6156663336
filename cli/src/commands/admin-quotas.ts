import type { Body } from "@assay/sdk";
import { usageError } from "../cli-error.ts";
import type { Command, ParsedArguments } from "../command.ts";
import { printTable } from "../table.ts";

const options = {
  storedBytes: "stored-bytes",
  archiveMembers: "archive-members",
  openUploadBytes: "open-upload-bytes",
  waitingDocuments: "waiting-documents",
  companies: "companies",
} as const;
type Quotas = Body<"replacePartnerQuotas">;
const names = Object.keys(options) as (keyof typeof options)[];

/** What is given is changed; every other quota stays. */
function readChanges({ number, has }: ParsedArguments, overrides: Quotas): Quotas | undefined {
  const given = names.flatMap((name) => {
    const value = number(options[name]);
    return value === undefined ? [] : [[name, value]];
  });
  if (given.length === 0 && !has("reset")) return undefined;
  return { ...(has("reset") ? {} : overrides), ...Object.fromEntries(given) };
}

/** Shows or changes the quotas of a partner or a company. */
export const adminQuotaCommands: Command[] = [
  {
    name: "admin quotas",
    summary: "Show what a partner or a company may hold and holds, or change it.",
    options: [
      { name: "partner", value: "PARTNER", summary: "Quotas of this partner." },
      { name: "company", value: "COMPANY", summary: "Quotas of this company." },
      { name: options.storedBytes, value: "N", summary: "Bytes of submitted files." },
      { name: options.archiveMembers, value: "N", summary: "Files inside archives and mails." },
      { name: options.openUploadBytes, value: "N", summary: "Bytes announced in open uploads." },
      { name: options.waitingDocuments, value: "N", summary: "Documents that wait or are being analysed." },
      { name: options.companies, value: "N", summary: "Companies of a partner." },
      { name: "reset", summary: "Follow the service's settings again." },
    ],
    examples: [
      ["assay admin quotas --company 01K…", "What is used and what is allowed"],
      ["assay admin quotas --partner 01K… --companies 50", "One quota; the others stay"],
    ],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const admin = await connection.admin();
      const [partner, company] = [args.text("partner"), args.text("company")];
      if ((partner === undefined) === (company === undefined))
        throw usageError("Use --partner PARTNER or --company COMPANY.", "assay admin partners lists partners.");
      const read = () =>
        partner !== undefined
          ? admin.getPartnerQuotas(partner, { signal })
          : admin.getCompanyQuotas(company ?? "", { signal });
      const replace = (overrides: Quotas) =>
        partner !== undefined
          ? admin.replacePartnerQuotas(partner, overrides, { signal })
          : admin.replaceCompanyQuotas(company ?? "", overrides, { signal });
      const current = await read();
      const changes = readChanges(args, current.overrides);
      const quotas = changes === undefined ? current : await replace(changes);
      if (isJson) json(quotas);
      else
        printTable(
          terminal,
          [
            { title: "QUOTA" },
            { title: "USED", isRightAligned: true },
            { title: "ALLOWED", isRightAligned: true },
            { title: "SET FOR" },
          ],
          names.flatMap((name) => {
            const usage = quotas[name];
            if (usage === undefined) return [];
            const owner =
              quotas.overrides[name] === undefined ? "the service" : partner ? "this partner" : "this company";
            return [[options[name], String(usage.used), String(usage.allowed), owner]];
          }),
        );
      return undefined;
    },
  },
];
