import { CliError, exitCodes } from "../cli-error.ts";
import { type Command, limitOption, nameOption, type Option, readSort, sortOption, take } from "../command.ts";
import { formatTime, printFields, printTable } from "../table.ts";

const profileFields = ["legal-name", "country", "tax-id", "phone", "address", "postal-code", "city"] as const;
const referenceOption: Option = {
  name: "external-reference",
  value: "TEXT",
  summary: "Your own reference for it, such as its number in your system.",
};
const fieldOptions: Option[] = profileFields.map((name) => ({
  name,
  value: "TEXT",
  summary: `The company's ${name.replace("-", " ")}.`,
}));

const sorts = ["createdAt", "name"] as const;

const toCamelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The fields whose options are set. */
function readFields(names: readonly string[], text: (option: string) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = text(name);
      return value === undefined ? [] : [[toCamelCase(name), value]];
    }),
  );
}

export const companyCommands: Command[] = [
  {
    name: "onboard",
    summary: "Onboard a company and save its key. Needs a partner key.",
    arguments: [{ name: "NAME" }],
    options: [
      ...fieldOptions,
      referenceOption,
      { name: "no-save", summary: "Only print the key; do not change the profile." },
      { name: "replace", summary: "Replace the company and key that the profile has." },
    ],
    details:
      "The company's key is shown once. It is saved in the profile, so that later commands act for this company.",
    examples: [
      ['assay onboard "Acme GmbH" --country AT --city Wien', "A new company in the current profile"],
      ['assay onboard "Acme GmbH" --no-save --json', "For a script that stores the key itself"],
    ],
    async run({ connection, terminal, isJson, json, note, signal }, { first, text, has }) {
      const { companyKey: stored, isScratch } = connection.profile;
      if (stored !== undefined && isScratch !== true && !has("no-save") && !has("replace")) {
        throw new CliError(
          `The profile ${connection.profileName} has the key of a company already, which cannot be shown again.`,
          exitCodes.usageError,
          "Keep both with --profile NEW-NAME, only print the new key with --no-save, or overwrite it with --replace.",
        );
      }
      const body = { name: first, ...readFields([...profileFields, referenceOption.name], text) };
      const answer = await connection.partner().onboardCompany(body, { signal });
      // Printed before it is saved, because saving may fail.
      if (isJson) json(answer);
      else {
        printFields(terminal, [
          ["Company", answer.companyId],
          ["Business entity", answer.businessEntityId],
          ["Key", answer.companyApiKey],
        ]);
      }
      if (!has("no-save")) {
        const { companyApiKey: companyKey, companyId, businessEntityId } = answer;
        await connection.saveProfile({ companyKey, companyId, businessEntityId, isScratch: false });
      }
      if (!isJson) {
        note(
          has("no-save")
            ? "The key is shown only once."
            : `The key is shown only once. It is saved in the profile ${connection.profileName}.`,
        );
      }
      return undefined;
    },
  },
  {
    name: "companies",
    summary: "List the partner's companies. Needs a partner key.",
    options: [
      limitOption,
      nameOption("Only companies with this text in a name."),
      { ...referenceOption, summary: "Only the company with this reference of yours." },
      sortOption(sorts),
    ],
    examples: [
      ["assay companies", "All of them, newest first"],
      ["assay companies --name gmbh --sort name", "Those with gmbh in a name, by name"],
      ["assay companies --json | jq -r '.[].id'", "Only their ids"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { number, text }) {
      const query = {
        name: text("name"),
        externalReference: text("external-reference"),
        sort: readSort(sorts, text("sort")),
      };
      const companies = await take(connection.partner().listCompanies(query, { signal }), number("limit"));
      if (isJson) json(companies);
      else {
        printTable(
          terminal,
          [
            { title: "COMPANY" },
            { title: "NAME", isFlexible: true },
            { title: "CITY" },
            { title: "COUNTRY" },
            { title: "SINCE" },
          ],
          companies.map(({ id, name, city, country, createdAt }) => [
            id,
            name,
            city ?? "",
            country ?? "",
            formatTime(createdAt),
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "companies show",
    summary: "Show a company, by default the profile's.",
    arguments: [{ name: "COMPANY", isOptional: true }],
    examples: [["assay companies show", "The company of the profile"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const company = await connection
        .partnerOrCompany()
        .getCompany(first || (connection.profile.companyId ?? ""), { signal });
      if (isJson) json(company);
      else printFields(terminal, Object.entries(company));
      return undefined;
    },
  },
  {
    name: "companies reference",
    summary: "Set your own reference of a company, or remove it. Needs a partner key.",
    arguments: [{ name: "COMPANY" }, { name: "REFERENCE", isOptional: true }],
    examples: [
      ["assay companies reference 01K… C-4711", "The company's number in your own system"],
      ["assay companies reference 01K…", "Remove it"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first, arguments: given }) {
      const company = await connection.partner().setCompanyReference(first, given[1] ?? null, { signal });
      if (isJson) json(company);
      else terminal.out(company.externalReference === null ? "The reference is removed." : "The reference is set.");
      return undefined;
    },
  },
  {
    name: "companies update",
    summary: "Update a company. Needs the company's own key.",
    arguments: [{ name: "COMPANY", isOptional: true }],
    options: [{ name: "name", value: "TEXT", summary: "The company's name." }, ...fieldOptions],
    examples: [["assay companies update --city Graz", "Change the city of the profile's company"]],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const id = first || (connection.profile.companyId ?? "");
      const answer = await connection
        .company()
        .updateCompany(id, readFields(["name", ...profileFields], text), { signal });
      if (isJson) json(answer);
      else
        terminal.out(
          answer.updatedFields.length > 0 ? `Updated: ${answer.updatedFields.join(", ")}` : "Nothing changed.",
        );
      return undefined;
    },
  },
];
