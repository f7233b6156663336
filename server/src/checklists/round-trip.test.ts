import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { FrameworkDocument } from "../catalogue/catalogue-format.ts";
import { fromOscal } from "../catalogue/oscal-import.ts";
import { readShippedCatalogue } from "../catalogue/shipped-catalogue.ts";
import { defaultExtractionLimits } from "../extraction/extraction-limits.ts";
import { readSheetCells } from "../extraction/office/read-sheet-cells.ts";
import { anOscalCatalog } from "../testing/oscal-catalog.ts";
import { writeTemplate } from "./checklist-template.ts";
import { readChecklist } from "./read-checklist.ts";
import { writeChecklist } from "./write-checklist.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "checklist-"));
});
after(() => rm(folder, { recursive: true }));

async function read(bytes: Buffer) {
  const path = join(folder, "checklist.xlsx");
  await writeFile(path, bytes);
  return readChecklist(await readSheetCells({ path, fileName: "checklist.xlsx" }, defaultExtractionLimits), "a.xlsx");
}

async function assertSame(document: FrameworkDocument): Promise<void> {
  const written = writeChecklist(document);
  const again = await read(written);
  assert.deepEqual(again.problems, []);
  assert.deepEqual(again.document, document);
  assert.ok(writeChecklist(again.document ?? document).equals(written), "the file differs");
}

test("a control that was imported from a checklist is the same after exporting and importing it again", async () => {
  const { document } = await read(writeTemplate(true));
  assert.ok(document);
  await assertSame(document);
  assert.equal(JSON.stringify((await read(writeChecklist(document))).document), JSON.stringify(document));
});

test("the first control of every shipped framework is the same after exporting and importing it again", async () => {
  for (const { controls, ...framework } of await readShippedCatalogue())
    for (const control of controls.slice(0, 1)) await assertSame({ ...framework, controls: [control] });
});

test("a control of an OSCAL catalog is the same after exporting and importing it again", async () => {
  await assertSame(fromOscal(anOscalCatalog()));
});

test("texts that look like formulas, list marks or several lines stay as they are", async () => {
  const { document } = await read(writeTemplate(true));
  const [first, second] = document?.controls[0]?.clusters ?? [];
  const item = first?.items[0];
  const [criterion] = item?.criteria ?? [];
  assert.ok(document && first && second && item && criterion);
  item.name = "=1+1";
  item.objective = "+49 is dialled.\nIt is free.";
  criterion.statement = "- It is listed.\nIt has a second line.";
  criterion.phrases = ["@home", "a\nb"];
  item.criteria.push({ ...criterion, key: "other", statement: "(a) It is marked.", appliesWhen: "never" });
  second.name = first.name;
  second.items.push({ ...item, id: "01JZZZZZZZZZZZZZZZZZZZZZZZ", externalId: "B.2", criteria: [] });
  await assertSame(document);
});
