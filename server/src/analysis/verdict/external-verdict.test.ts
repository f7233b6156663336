import assert from "node:assert/strict";
import { test } from "node:test";
import type { ItemToJudge } from "../analyser.ts";
import type { ItemFindings } from "../findings/findings.ts";
import { wordingOf } from "../findings/render/wording-by-language.ts";
import { languages } from "../language/words.ts";
import { recoverExternalVerdicts } from "./external-verdict.ts";
import type { Reason } from "./judge-criterion.ts";

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
const reasons: Reason[] = [
  ...(["stated", "figure_not_met", "figure_absent", "not_binding", "exception", "other_party"] as const),
  ...(["incomplete", "duty_denied", "prohibited", "permitted", "opposite", "not_found"] as const),
];

for (const language of languages)
  test(`a reason told in ${language} is known again, with words of the passage and without`, () => {
    for (const reason of reasons)
      for (const words of [undefined, "where feasible", "30 days"]) {
        const told = wordingOf(language).reason(reason, figure, words);
        const criterion = { ...item.criteria?.[0], verdict: "partly", evidence: [], reason: told };
        const findings = { language, criteria: [criterion] } as unknown as ItemFindings;
        assert.equal(recoverExternalVerdicts(item, findings)[0]?.reason, reason, told);
      }
  });
