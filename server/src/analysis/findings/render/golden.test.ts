import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import type { ControlDocument } from "../../../catalogue/catalogue-format.ts";
import { completeItem } from "../../../catalogue/complete-item.ts";
import { type Language, languages } from "../../language/words.ts";
import type { ItemFindings } from "../findings.ts";
import { renderFindings } from "./render-findings.ts";

/**
 * Forty findings of documents in bench/cases, rendered in every language with the items as they were when they were judged
 * (controls.json, without phrases): a later revision of the catalogue changes nothing about them. After a change of a wording,
 * run this test with ASSAY_WRITE_GOLDEN=1 and read the difference whole.
 */
interface JudgedDocument {
  control: string;
  files: { name: string; labels: string[] }[];
  items: { id: string; findings: ItemFindings }[];
}

const folder = join(import.meta.dirname, "golden");
let controls: ControlDocument[];
let documents: JudgedDocument[];
before(async () => {
  controls = JSON.parse(await readFile(join(folder, "controls.json"), "utf8")) as ControlDocument[];
  documents = JSON.parse(await readFile(join(folder, "findings.json"), "utf8")) as JudgedDocument[];
});

function renderAll(language: Language): string {
  return documents.map((document) => renderDocument(document, language)).join("\n");
}

function renderDocument({ control: code, files, items }: JudgedDocument, language: Language): string {
  const control = controls.find((one) => one.code === code);
  assert.ok(control);
  const named = files.map(({ name, labels }) => ({ name, labelOf: (page: number) => labels[page - 1] ?? "" }));
  const catalogue = control.clusters.flatMap((cluster) => cluster.items);
  return items
    .map(({ id, findings }) => {
      const item = catalogue.find((one) => one.id === id);
      assert.ok(item);
      const rendered = renderFindings({ language, control, item: completeItem(control, item), files: named }, findings);
      const lines = [
        `## ${item.externalId}: ${item.name}`,
        ...[rendered.explanation, rendered.strength].map((text) => text.replaceAll("\n", "\n\n")),
        ...rendered.gaps.map(({ topic, description }) => `- **${topic}** ${description}`),
        ...rendered.recommendations.map(
          (one) =>
            `> ${[one.actionableRecommendation, one.suggestedTextLocation, one.suggestedTextToBeAdded].filter((text) => text !== "").join("\n>\n> ")}`,
        ),
      ];
      return `${lines.join("\n\n")}\n`;
    })
    .join("\n");
}

for (const language of languages)
  test(`forty findings are rendered in ${language} as they were when they were read`, async () => {
    const file = join(folder, `${language}.md`);
    const rendered = renderAll(language);
    if (process.env["ASSAY_WRITE_GOLDEN"] === "1") await writeFile(file, rendered);
    assert.equal(documents.flatMap(({ items }) => items).length, 40);
    assert.equal(rendered, await readFile(file, "utf8"));
  });
