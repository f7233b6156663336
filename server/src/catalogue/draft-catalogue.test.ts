import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { translatedLanguages } from "./catalogue-format.ts";
import { findFrameworkProblems } from "./check-framework.ts";
import { shippedCatalogueFolder } from "./shipped-catalogue.ts";

const drafts = join(shippedCatalogueFolder, "..", "catalogue-draft");
const translations = translatedLanguages.map((language) => `*/*.${language}.json`);

test("every control of the next revision keeps the rules of the format", async () => {
  for await (const file of glob("*/*.json", { cwd: drafts, exclude: translations })) {
    const control = JSON.parse(await readFile(join(drafts, file), "utf8"));
    const framework = { id: "00000000000000000000000000", code: "DRAFT", name: "Draft", version: "1" };
    assert.deepEqual(findFrameworkProblems({ ...framework, controls: [control] }), [], file);
  }
});
