import assert from "node:assert/strict";
import { test } from "node:test";
import { translatedLanguages } from "../../../catalogue/catalogue-format.ts";
import { readShippedCatalogue } from "../../../catalogue/shipped-catalogue.ts";
import { selectItemTexts } from "../../catalogue-texts.ts";
import { meetsInPart } from "./rendering.ts";
import { wordingOf } from "./wording-by-language.ts";

test("what meets a criterion of the shipped catalogue in part only is said in every language", async () => {
  const items = (await readShippedCatalogue()).flatMap(({ controls }) =>
    controls.flatMap(({ clusters }) => clusters.flatMap((cluster) => cluster.items)),
  );
  const unlike: string[] = [];
  let count = 0;
  for (const item of items)
    for (const criterion of item.criteria ?? []) {
      const saysIt = (language: "en" | (typeof translatedLanguages)[number]) =>
        meetsInPart({ wording: wordingOf(language), texts: selectItemTexts(item, language, "en") }, criterion) !==
        undefined;
      if (saysIt("en")) count++;
      for (const language of translatedLanguages)
        if (saysIt(language) !== saysIt("en")) unlike.push(`${item.externalId} ${criterion.key} (${language})`);
    }
  assert.deepEqual(unlike, []);
  assert.ok(count > 400, `${count} criteria say it`);
});
