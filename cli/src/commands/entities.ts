import { toUlid } from "@assay/sdk";
import { type Command, limitOption, take } from "../command.ts";
import { formatTime, printFields, printTable } from "../table.ts";

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
      else printFields(terminal, Object.entries(entity));
      return undefined;
    },
  },
  {
    name: "entities create",
    summary: "Create a business entity.",
    arguments: [{ name: "NAME" }],
    options: [{ name: "description", value: "TEXT", summary: "The entity's description." }],
    examples: [['assay entities create "Branch Linz"', "Another part of the company"]],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const description = text("description");
      const answer = await connection
        .company()
        .createBusinessEntity({ name: first, ...(description !== undefined && { description }) }, { signal });
      const id = toUlid(answer.id);
      if (isJson) json({ ...answer, id });
      else terminal.out(id);
      return undefined;
    },
  },
  {
    name: "entities update",
    summary: "Rename a business entity.",
    arguments: [{ name: "ENTITY" }],
    options: [{ name: "name", value: "TEXT", summary: "The new name." }],
    examples: [['assay entities update 01K… --name "Branch Graz"', "A new name"]],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const answer = await connection.company().updateBusinessEntity(first, { name: text("name") ?? null }, { signal });
      if (isJson) json({ ...answer, businessEntityId: toUlid(answer.businessEntityId) });
      else terminal.out(answer.message);
      return undefined;
    },
  },
];
