import { type Command, limitOption, take } from "../command.ts";
import { printTable } from "../table.ts";

export const partnerAccessCommands: Command[] = [
  {
    name: "access",
    summary: "Show or switch the access of the partner's people to the company's work.",
    options: [
      { name: "off", summary: "Switch it off: the partner's people can open nothing from then on." },
      { name: "on", summary: "Switch it on again." },
      limitOption,
    ],
    details: "A key switches it only until the company has an owner; then the owner does it in the portal.",
    examples: [
      ["assay access", "Who has access"],
      ["assay access --off", "Switch it off"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { has, number }) {
      const company = connection.company();
      if (has("off") || has("on")) await company.switchPartnerAccess(!has("off"), { signal });
      const list = company.getPartnerAccess({}, { signal });
      const [{ isOn, partnerName }, consultants] = [await list, await take(list, number("limit"))];
      if (isJson) json({ isOn, partnerName, consultants });
      else {
        terminal.out(`${partnerName} ${isOn ? "has access." : "has no access; it is switched off."}`);
        printTable(
          terminal,
          [{ title: "NAME", isFlexible: true }, { title: "ROLE" }],
          consultants.map(({ name, role }) => [name, role]),
        );
      }
      return undefined;
    },
  },
];
