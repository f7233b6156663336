import { type Command, limitOption, take } from "../command.ts";
import { misused } from "../problem.ts";
import { moment, printTable } from "../table.ts";

export const adminCompanyCommands: Command[] = [
  {
    name: "admin companies",
    summary: "List the companies of every partner.",
    options: [
      { name: "partner", value: "PARTNER", summary: "Only those of this partner." },
      { name: "search", value: "TEXT", summary: "Only those with this in their name." },
      limitOption,
    ],
    examples: [["assay admin companies --search acme", "By a part of the name"]],
    async run({ connection, terminal, isJson, json, signal }, { text, number }) {
      const filter = { partnerId: text("partner"), search: text("search") };
      const companies = await take((await connection.admin()).listEveryCompany(filter, { signal }), number("limit"));
      if (isJson) json(companies);
      else
        printTable(
          terminal,
          [{ title: "COMPANY" }, { title: "NAME", isFlexible: true }, { title: "PARTNER" }, { title: "SINCE" }],
          companies.map(({ id, name, partnerName, createdAt }) => [id, name, partnerName, moment(createdAt)]),
        );
      return undefined;
    },
  },
  {
    name: "admin companies erase",
    summary: "Erase a company with everything that is kept of it. There is no way back.",
    arguments: [{ name: "COMPANY" }],
    options: [{ name: "yes", summary: "Do not ask for the company's name first." }],
    details:
      "Its keys end at once; documents, findings and files go in the background, until the audit log says company.erased. Backups keep what they hold.",
    examples: [["assay admin companies erase 01K…", "Asks for the company's name, to be sure"]],
    async run({ connection, terminal, isJson, json, note, signal }, { first, has }) {
      const admin = await connection.admin();
      if (!has("yes")) {
        const typed = await terminal.ask("This cannot be undone. The company's name, to go on: ", signal);
        if (typed === undefined)
          throw misused("Nobody can be asked here whether this is meant.", "Give --yes to erase without being asked.");
        const named = typed.trim();
        const found = named === "" ? [] : await take(admin.listEveryCompany({ search: named }, { signal }), undefined);
        if (!found.some(({ id, name }) => id === first && name === named))
          throw misused(`This is not the name of the company ${first}; nothing was erased.`);
      }
      const answer = await admin.eraseCompany(first, { signal });
      if (isJson) json(answer);
      else {
        terminal.out(`${answer.companyId}: ${answer.status}`);
        note("The audit log tells when all of it is gone: assay admin audit-log");
      }
      return undefined;
    },
  },
];
