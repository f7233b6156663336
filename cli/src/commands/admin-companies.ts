import { usageError } from "../cli-error.ts";
import { type Command, limitOption, take } from "../command.ts";
import { formatTime, printTable } from "../table.ts";

export const adminCompanyCommands: Command[] = [
  {
    name: "admin companies",
    summary: "List the companies of all partners.",
    options: [
      { name: "partner", value: "PARTNER", summary: "Only companies of this partner." },
      { name: "search", value: "TEXT", summary: "Only companies with this text in their name." },
      limitOption,
    ],
    examples: [["assay admin companies --search acme", "Search by a part of the name"]],
    async run({ connection, terminal, isJson, json, signal }, { text, number }) {
      const filter = { partnerId: text("partner"), search: text("search") };
      const companies = await take((await connection.admin()).listEveryCompany(filter, { signal }), number("limit"));
      if (isJson) json(companies);
      else
        printTable(
          terminal,
          [{ title: "COMPANY" }, { title: "NAME", isFlexible: true }, { title: "PARTNER" }, { title: "SINCE" }],
          companies.map(({ id, name, partnerName, createdAt }) => [id, name, partnerName, formatTime(createdAt)]),
        );
      return undefined;
    },
  },
  {
    name: "admin companies erase",
    summary: "Erase a company and all its data. This cannot be undone.",
    arguments: [{ name: "COMPANY" }],
    options: [{ name: "yes", summary: "Do not ask for confirmation." }],
    details:
      "The company's keys stop working immediately. Documents, findings and files are erased in the background; then the audit log has the entry company.erased. Backups are not changed.",
    examples: [["assay admin companies erase 01K…", "Asks for the company's name as confirmation"]],
    async run({ connection, terminal, isJson, json, note, signal }, { first, has }) {
      const admin = await connection.admin();
      if (!has("yes")) {
        const typed = await terminal.ask("This cannot be undone. Type the company's name to continue: ", signal);
        if (typed === undefined)
          throw usageError("Confirmation needs a terminal.", "Use --yes to erase without confirmation.");
        const typedName = typed.trim();
        const found =
          typedName === "" ? [] : await take(admin.listEveryCompany({ search: typedName }, { signal }), undefined);
        if (!found.some(({ id, name }) => id === first && name === typedName))
          throw usageError(`This is not the name of the company ${first}; nothing was erased.`);
      }
      const answer = await admin.eraseCompany(first, { signal });
      if (isJson) json(answer);
      else {
        terminal.out(`${answer.companyId}: ${answer.status}`);
        note("assay admin audit-log shows when everything is erased.");
      }
      return undefined;
    },
  },
];
