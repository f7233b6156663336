import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
  formatVerdictFrequencies,
  verdictFrequenciesFile,
} from "../../server/src/encoder/shipped-verdict-frequencies.ts";
import { countVerdicts } from "./count-verdicts.ts";
import { readLabelled } from "./documents.ts";

test("the shipped verdict frequencies are those of the labels, the test set's excluded; npm run generate counts them", async () => {
  const counted = formatVerdictFrequencies(countVerdicts(readLabelled(["train", "fit", "dev"])));
  assert.equal(await readFile(verdictFrequenciesFile, "utf8"), counted);
});
