import type { Assay, DocumentRecommendation } from "@assay/sdk";
import { matchesName } from "../catalogue-codes.ts";
import { CliError, exitCodes, usageError } from "../cli-error.ts";
import type { Command, Option, ParsedArguments } from "../command.ts";
import { outOption, saveFile } from "../save-file.ts";

const language: Option = { name: "language", value: "LANG", summary: "Of reasons and comments: en, de, fr or es." };

const choices: Option[] = [
  { name: "item", value: "ID", isRepeatable: true, summary: "Only texts for this item: article, clause or id." },
  {
    ...{ name: "recommendation", value: "ID", isRepeatable: true },
    summary: "Only this text, by the id that `assay recommendations` prints.",
  },
  { name: "replace", summary: "Also replace wordings whose contradiction nobody has confirmed." },
];

/** The ids of what is chosen; undefined for what the service takes by itself. */
async function choose(
  assay: Assay,
  { first, list, has }: ParsedArguments,
  options: { signal: AbortSignal },
): Promise<string[] | undefined> {
  const [ids, items] = [list("recommendation"), list("item")];
  if (ids.length > 0 && (items.length > 0 || has("replace")))
    throw usageError("--recommendation names each text: leave out --item and --replace.");
  if (ids.length > 0) return ids;
  if (items.length === 0 && !has("replace")) return undefined;
  const { recommendations } = await assay.listRecommendations(first, {}, options);
  const isOf = (item: string) => (one: DocumentRecommendation) =>
    [one.itemId, one.controlItemId].includes(item.toUpperCase()) || matchesName(one.controlItemExternalId, item);
  for (const item of items)
    if (!recommendations.some(isOf(item)))
      throw new CliError(
        `No text is suggested for the item ${item}.`,
        exitCodes.notFound,
        `assay recommendations ${first} lists them.`,
      );
  const isAsked = (one: DocumentRecommendation) =>
    one.isPreselected || (one.kind === "replacement" ? has("replace") : items.length > 0);
  const chosen = recommendations.filter(
    (one) => isAsked(one) && (items.length === 0 || items.some((item) => isOf(item)(one))),
  );
  if (chosen.length === 0)
    throw new CliError(
      "No text is left to suggest.",
      exitCodes.failed,
      "--replace also replaces unconfirmed wordings.",
    );
  return chosen.map(({ id }) => id);
}

export const redlineCommands: Command[] = [
  {
    name: "recommendations",
    summary: "List the texts that are suggested for a document, with their ids.",
    arguments: [{ name: "DOCUMENT" }],
    options: [language],
    examples: [["assay recommendations 01K…", "What a redline takes by itself is marked with *"]],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const suggested = await connection
        .company()
        .listRecommendations(first, { language: text("language") }, { signal });
      if (isJson) return void json(suggested);
      for (const one of suggested.recommendations) {
        const mark = one.isPreselected ? "*" : " ";
        terminal.out(`${mark} ${one.id}  ${one.controlItemExternalId}: ${one.gapIdentified} (${one.kind})`);
        terminal.out(`    ${one.suggestedTextLocation}`);
        for (const wording of one.replacedTexts) terminal.out(`    - ${wording}`);
        terminal.out(`    + ${one.suggestedTextToBeAdded}`);
      }
      return undefined;
    },
  },
  {
    name: "redline",
    summary: "Save a copy of a document's Word file with suggested texts as tracked changes.",
    arguments: [{ name: "DOCUMENT" }],
    options: [
      ...choices,
      language,
      { name: "file", value: "ID", summary: "Which file, if the document has more than one Word file." },
      { name: "clauses", summary: "Save the texts as a Word file of their own, for documents that are no Word files." },
      outOption,
    ],
    examples: [
      ["assay redline 01K… --out redline.docx", "All insertions, and replacements that people confirmed"],
      ['assay redline 01K… --item "GDPR Art. 33(2)" --replace', "The texts for one item"],
    ],
    async run({ connection, terminal, isJson, json, signal }, parsed) {
      const { first, text, has } = parsed;
      const assay = connection.company();
      const recommendations = await choose(assay, parsed, { signal });
      const query = { recommendations, language: text("language") };
      const file = has("clauses")
        ? await assay.getClausePack(first, query, { signal })
        : await assay.getRedline(first, { ...query, fileId: text("file") }, { signal });
      const saved = await saveFile(terminal, file, text("out"));
      if (saved === undefined) return undefined;
      if (isJson) json(saved);
      else terminal.out(saved.file);
      return undefined;
    },
  },
];
