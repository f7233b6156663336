import { toUlid } from "@assay/sdk";
import { type Command, limitOption, type Option, take } from "../command.ts";
import { factsOption, parseFacts } from "../parse-facts.ts";
import { formatTime, printFields, printTable } from "../table.ts";

const referenceOption: Option = {
  name: "external-reference",
  value: "TEXT",
  summary: "Your own reference for the entity, such as its number in your system.",
};

export const entityCommands: Command[] = [
  {
    name: "entities",
    summary: "List the company's business entities.",
    options: [limitOption],
    examples: [["assay entities", "All of them, newest first"]],
    async run({ connection, terminal, isJson, json, signal }, { number }) {
      const entities = await take(connection.company().listBusinessEntities({}, { signal }), number("limit"));
      if (isJson) json(entities);
      else {
        printTable(
          terminal,
          [{ title: "ENTITY" }, { title: "NAME", isFlexible: true }, { title: "STATE" }, { title: "SINCE" }],
          entities.map(({ id, name, isArchived, isApproved, createdAt }) => [
            ...[
              id,
              name,
              isArchived ? "archived" : isApproved ? "approved" : "not yet approved",
              formatTime(createdAt),
            ],
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "entities show",
    summary: "Show a business entity.",
    arguments: [{ name: "ENTITY" }],
    examples: [["assay entities show 01K…", "One entity"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const entity = await connection.company().getBusinessEntity(first, { signal });
      if (isJson) json(entity);
      else {
        const { facts, ...fields } = entity;
        const stated = Object.entries(facts).map(([key, fact]) => `${key}: ${fact ? "yes" : "no"}`);
        printFields(terminal, [...Object.entries(fields), ["facts", stated.join(", ")]]);
      }
      return undefined;
    },
  },
  {
    name: "entities create",
    summary: "Create a business entity.",
    arguments: [{ name: "NAME" }],
    options: [
      { name: "description", value: "TEXT", summary: "The entity's description." },
      referenceOption,
      factsOption,
    ],
    examples: [['assay entities create "Branch Linz"', "Another part of the company"]],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const [description, externalReference] = [args.text("description"), args.text("external-reference")];
      const facts = parseFacts(args);
      const body = {
        name: args.first,
        ...(description !== undefined && { description }),
        ...(externalReference !== undefined && { externalReference }),
        ...(facts !== undefined && { facts }),
      };
      const answer = await connection.company().createBusinessEntity(body, { signal });
      const id = toUlid(answer.id);
      if (isJson) json({ ...answer, id });
      else terminal.out(id);
      return undefined;
    },
  },
  {
    name: "entities update",
    summary: "Change a business entity's name, reference or facts.",
    arguments: [{ name: "ENTITY" }],
    options: [{ name: "name", value: "TEXT", summary: "The new name." }, referenceOption, factsOption],
    examples: [
      ['assay entities update 01K… --name "Branch Graz"', "A new name"],
      [`assay entities update 01K… --facts '{"usesSubProcessors": false}'`, "A fact that decides what applies"],
    ],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const facts = parseFacts(args);
      const externalReference = args.text("external-reference");
      const body = {
        name: args.text("name") ?? null,
        ...(externalReference !== undefined && { externalReference }),
        ...(facts !== undefined && { facts }),
      };
      const answer = await connection.company().updateBusinessEntity(args.first, body, { signal });
      if (isJson) json({ ...answer, businessEntityId: toUlid(answer.businessEntityId) });
      else terminal.out(answer.message);
      return undefined;
    },
  },
];
