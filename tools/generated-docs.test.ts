import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { architectureFile, settingsFile, settingsPage, withModuleTable } from "./generated-docs.ts";

test("docs/settings.md describes the settings of settings.ts; npm run generate writes it", async () => {
  assert.equal(await readFile(settingsFile, "utf8"), settingsPage());
});

test("ARCHITECTURE.md has the table of module-table.ts; npm run generate writes it", async () => {
  const page = await readFile(architectureFile, "utf8");
  assert.equal(page, withModuleTable(page));
});
