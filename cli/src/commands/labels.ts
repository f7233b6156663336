import type { Answer, ServiceFile } from "@assay/sdk";
import type { Command, Context, ParsedArguments } from "../command.ts";
import { outOption, saveFile } from "../save-file.ts";
import { printTable } from "../table.ts";

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

export const labelCommands: Command[] = [
  {
    name: "labels",
    summary: "Save the company's decisions as labels, JSON Lines, for whoever improves the engine.",
    options: [outOption],
    examples: [["assay labels --out labels.jsonl", "Nothing is sent anywhere"]],
    async run(context, args) {
      return save(context, args, await context.connection.company().exportLabels({ signal: context.signal }));
    },
  },
];

const percent = (share: number | null) => (share === null ? "" : `${Math.round(100 * share)} %`);

type Share = Pick<Answer<"getAgreement">, "agreement" | "low" | "high" | "confirmed" | "corrected" | "isSmall">;

const toCells = ({ agreement, low, high, confirmed, corrected, isSmall }: Share) => [
  ...[percent(agreement), agreement === null ? "" : `${percent(low)} to ${percent(high)}`],
  ...[String(confirmed), String(corrected), isSmall ? "too few" : ""],
];

export const adminLabelCommands: Command[] = [
  {
    name: "admin labels",
    summary: "Save the decisions of all companies as labels, JSON Lines.",
    options: [outOption],
    examples: [["assay admin labels --out labels.jsonl", "Nothing is sent anywhere"]],
    async run(context, args) {
      const admin = await context.connection.admin();
      return save(context, args, await admin.exportEveryLabel({ signal: context.signal }));
    },
  },
  {
    name: "admin agreement",
    summary: "Show how often people agree with the engine, by control and criterion.",
    options: [{ name: "company", value: "COMPANY", summary: "Only decisions of this company." }],
    details: "People mostly decide about what the engine is least sure of, so it is right more often than this says.",
    examples: [["assay admin agreement", "Those with most corrections first"]],
    async run({ connection, terminal, isJson, json, signal }, { text }) {
      const companyId = text("company");
      const query = companyId === undefined ? {} : { companyId };
      const agreement = await (await connection.admin()).getAgreement(query, { signal });
      if (isJson) {
        json(agreement);
        return undefined;
      }
      printTable(
        terminal,
        [
          ...[{ title: "CONTROL" }, { title: "ITEM" }, { title: "CRITERION", isFlexible: true }],
          ...[{ title: "AGREE", isRightAligned: true }, { title: "95 %" }],
          ...[
            { title: "CONFIRMED", isRightAligned: true },
            { title: "CORRECTED", isRightAligned: true },
            { title: "" },
          ],
        ],
        [
          ["all", "", "", ...toCells(agreement)],
          ...agreement.controls.flatMap(({ controlCode, subjects, ...all }) => [
            [controlCode, "", "", ...toCells(all)],
            ...subjects.map((one) => [
              ...[controlCode, one.controlItemExternalId, one.criterionKey ?? "level", ...toCells(one)],
            ]),
          ]),
        ],
      );
      return undefined;
    },
  },
];
