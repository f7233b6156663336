import assert from "node:assert/strict";
import { test } from "node:test";
import type { ItemToJudge } from "../analyser.ts";
import { languages } from "../language/words.ts";
import { reasons } from "../verdict/reason.ts";
import type { ItemFindings } from "./findings.ts";
import { recoverExternalVerdicts } from "./recover-external-verdicts.ts";
import { wordingOf } from "./render/wording-by-language.ts";

const figure = { comparison: "at_most", value: 72, unit: "hours" } as const;
const item: ItemToJudge = {
  ...{ externalId: "1", name: "Breaches", objective: "Breaches are reported." },
  criteria: [
    {
      ...{ key: "notice", statement: "Breaches are reported within 72 hours.", level: "must", weight: 3 },
      ...{ phrases: [], contradictions: [] },
    },
  ],
};

for (const language of languages)
  test(`a reason worded in ${language} is recovered, with words of the passage and without`, () => {
    for (const reason of reasons)
      for (const words of [undefined, "where feasible", "30 days"]) {
        const text = wordingOf(language).reason(reason, figure, words);
        const criterion = { ...item.criteria?.[0], verdict: "partly", evidence: [], reason: text };
        const findings = { language, criteria: [criterion] } as unknown as ItemFindings;
        assert.equal(recoverExternalVerdicts(item, findings)[0]?.reason, reason, text);
      }
  });
