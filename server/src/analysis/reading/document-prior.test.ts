import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultPrior, estimatePrior } from "./document-prior.ts";

const read = (met: number, partly: number, contradicted: number) => ({
  ...{ met, partly, contradicted },
  neutral: 1 - met - partly - contradicted,
});

test("a document without readings has the default prior", () => {
  assert.deepEqual(estimatePrior([]), defaultPrior);
});

test("a few criteria change the prior a little, many determine it", () => {
  const few = estimatePrior(Array.from({ length: 2 }, () => read(1, 0, 0)));
  const many = estimatePrior(Array.from({ length: 200 }, () => read(1, 0, 0)));
  assert.ok(few.met > defaultPrior.met && few.met < 0.6, String(few.met));
  assert.ok(many.met > 0.95 && many.partly < 0.02 && many.contradicted < 0.02, JSON.stringify(many));
});

test("a contradicted criterion and a silent one give different priors", () => {
  const contrary = estimatePrior(Array.from({ length: 50 }, () => read(0, 0, 1)));
  const silent = estimatePrior(Array.from({ length: 50 }, () => read(0, 0, 0)));
  assert.ok(contrary.contradicted > 0.7, String(contrary.contradicted));
  assert.ok(silent.contradicted < 0.05, String(silent.contradicted));
});
