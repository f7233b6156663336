import { findControl } from "../catalogue-codes.ts";
import type { Command } from "../command.ts";
import { printTable } from "../table.ts";

export const catalogueCommands: Command[] = [
  {
    name: "frameworks",
    summary: "List the frameworks and their controls.",
    examples: [["assay frameworks", "The controls that documents can be reviewed against"]],
    async run({ connection, terminal, isJson, json, signal }) {
      const { frameworks } = await connection.partnerOrCompany().listComplianceFrameworks({ signal });
      if (isJson) json(frameworks);
      else {
        printTable(
          terminal,
          [
            { title: "CONTROL" },
            { title: "NAME", isFlexible: true },
            { title: "ITEMS", isRightAligned: true },
            { title: "FRAMEWORK", isFlexible: true },
            { title: "ID" },
          ],
          frameworks.flatMap(({ name: framework, controls }) =>
            controls.map(({ code, name, itemCount, id }) => [code, name, String(itemCount), framework, id]),
          ),
        );
      }
      return undefined;
    },
  },
  {
    name: "controls",
    summary: "Show the clusters and items of a control, or list the controls.",
    arguments: [{ name: "CONTROL", isOptional: true }],
    examples: [
      ["assay controls DPA", "The requirements of a data processing agreement"],
      ["assay controls DPA --json | jq '.items[] | .externalId'", "Only the items"],
    ],
    async run(context, { first }) {
      const { connection, terminal, isJson, json, signal } = context;
      const assay = connection.partnerOrCompany();
      const { frameworks } = await assay.listComplianceFrameworks({ signal });
      if (first === "") {
        const controls = frameworks.flatMap((framework) =>
          framework.controls.map((control) => ({ ...control, frameworkCode: framework.code })),
        );
        if (isJson) json(controls);
        else {
          printTable(
            terminal,
            [{ title: "CONTROL" }, { title: "NAME" }, { title: "DESCRIPTION", isFlexible: true }],
            controls.map(({ code, name, description }) => [code, name, description]),
          );
        }
        return undefined;
      }
      const { control, framework } = findControl(frameworks, first);
      const [clusters, { items }] = await Promise.all([
        assay.listControlClusters(control.id, { signal }),
        assay.listControlItems(control.id, { signal }),
      ]);
      if (isJson) {
        json({ ...control, frameworkCode: framework.code, ...clusters, items });
        return undefined;
      }
      terminal.out(`${terminal.style("bold", `${control.code}  ${control.name}`)}\n${control.description}`);
      for (const cluster of clusters.activeClusters) {
        terminal.out(`\n${terminal.style("bold", `${cluster.code}  ${cluster.name}`)}`);
        for (const item of items) {
          if (item.clusterId !== cluster.id) continue;
          const suffix = item.isObsolete ? terminal.style("dim", "  (obsolete)") : "";
          terminal.out(`  ${item.externalId.padEnd(16)} ${item.name}${suffix}`);
        }
      }
      return undefined;
    },
  },
  {
    name: "conditions",
    summary: "List the facts that can be stated about a business entity.",
    options: [{ name: "language", value: "TAG", choices: ["en", "de", "fr", "es"], summary: "Of the statements." }],
    examples: [["assay conditions", "The conditions of all controls"]],
    async run({ connection, terminal, isJson, json, signal }, { text }) {
      const language = text("language");
      const query = language === undefined ? {} : { language };
      const { conditions } = await connection.partnerOrCompany().listConditions(query, { signal });
      if (isJson) json(conditions);
      else {
        printTable(
          terminal,
          [{ title: "FACT" }, { title: "STATEMENT", isFlexible: true }],
          conditions.map(({ key, statement }) => [key, statement]),
        );
      }
      return undefined;
    },
  },
];
