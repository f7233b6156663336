import { type Command, limitOption, type Option, take } from "../command.ts";
import { moment, printFacts, printTable } from "../table.ts";

const fields = ["legal-name", "country", "tax-id", "phone", "address", "postal-code", "city"] as const;
const fieldOptions: Option[] = fields.map((name) => ({
  name,
  value: "TEXT",
  summary: `The company's ${name.replace("-", " ")}.`,
}));

const camel = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Only what was given. */
function given(names: readonly string[], text: (option: string) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = text(name);
      return value === undefined ? [] : [[camel(name), value]];
    }),
  );
}

export const companyCommands: Command[] = [
  {
    name: "onboard",
    summary: "Onboard a company and keep its key. Needs a partner key.",
    arguments: [{ name: "NAME" }],
    options: [...fieldOptions, { name: "no-save", summary: "Only print the key; leave the profile as it is." }],
    details:
      "The company's key is shown once. It goes into the profile, and the commands that follow act for this company.",
    examples: [
      ['assay onboard "Acme GmbH" --country AT --city Wien', "A new company in the current profile"],
      ['assay onboard "Acme GmbH" --no-save --json', "For a script that keeps the key itself"],
    ],
    async run({ connection, terminal, isJson, json, note, signal }, { first, text, has }) {
      const body = { name: first, ...given(fields, text) };
      const answer = await connection.partner().onboardCompany(body, { signal });
      // Shown before it is kept: where it cannot be kept, this is the only place it is found.
      if (isJson) json(answer);
      else {
        printFacts(terminal, [
          ["Company", answer.companyId],
          ["Business entity", answer.businessEntityId],
          ["Key", answer.companyApiKey],
        ]);
      }
      if (!has("no-save")) {
        const { companyApiKey: companyKey, companyId, businessEntityId } = answer;
        await connection.remember({ companyKey, companyId, businessEntityId, isScratch: false });
      }
      if (!isJson) {
        note(
          has("no-save")
            ? "The key is shown only here."
            : `Kept in the profile ${connection.profileName}; the key is shown only here.`,
        );
      }
      return undefined;
    },
  },
  {
    name: "companies",
    summary: "List the partner's companies. Needs a partner key.",
    options: [limitOption],
    examples: [
      ["assay companies", "All of them, newest first"],
      ["assay companies --json | jq -r '.[].id'", "Only their ids"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { number }) {
      const companies = await take(connection.partner().listCompanies({}, { signal }), number("limit"));
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
            moment(createdAt),
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "companies show",
    summary: "Show a company; without an id the profile's own.",
    arguments: [{ name: "COMPANY", isOptional: true }],
    examples: [["assay companies show", "The company of the profile"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const company = await connection.either().getCompany(first || (connection.profile.companyId ?? ""), { signal });
      if (isJson) json(company);
      else printFacts(terminal, Object.entries(company));
      return undefined;
    },
  },
  {
    name: "companies update",
    summary: "Change a company. Needs its own key.",
    arguments: [{ name: "COMPANY", isOptional: true }],
    options: [{ name: "name", value: "TEXT", summary: "The company's name." }, ...fieldOptions],
    examples: [["assay companies update --city Graz", "The company of the profile has moved"]],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const id = first || (connection.profile.companyId ?? "");
      const answer = await connection.company().updateCompany(id, given(["name", ...fields], text), { signal });
      if (isJson) json(answer);
      else
        terminal.out(
          answer.updatedFields.length > 0 ? `Changed: ${answer.updatedFields.join(", ")}` : "Nothing has changed.",
        );
      return undefined;
    },
  },
];
