import assert from "node:assert/strict";
import { test } from "node:test";
import { englishDocument } from "../../testing/english-document.ts";
import { aFile } from "../../testing/written-pages.ts";
import { criteriaOf } from "../criteria.ts";
import { readTermNames } from "../passages/parties.ts";
import { toPassages } from "../passages/passages.ts";
import { toCandidate } from "../reading/candidate.ts";
import { defaultPrior } from "../reading/document-prior.ts";
import { indexPassages } from "../search/lexical-index.ts";
import { rank } from "../search/relevance.ts";
import { computeFeatures, type FeatureName, featureNames, neverRaises } from "./features.ts";
import { verdictWeights } from "./verdict-weights.ts";

function compute(objective: string, ...lines: string[]): Record<string, number> {
  const passages = toPassages([aFile(lines)]);
  const index = indexPassages(passages, "en");
  const [criterion] = criteriaOf({ externalId: "1", name: "Copies", objective });
  assert.ok(criterion);
  const query = {
    statement: objective,
    name: "Copies",
    meaning: undefined,
    ...{ nameMeaning: undefined, headingMeaning: undefined, leadInMeaning: undefined, phrases: [] },
  };
  const { hit } = rank(passages, index, query, false);
  const reading = { met: 0.5, partly: 0.2, contradicted: 0.2, neutral: 0.1 };
  const names = readTermNames(passages, undefined);
  const candidates = passages.map((_, at) => toCandidate(englishDocument(index, names), criterion, hit(at), reading));
  const all = computeFeatures({ criterion, candidates, overall: reading, usual: undefined }, defaultPrior);
  assert.equal(all.length, featureNames.length);
  return Object.fromEntries(featureNames.map((name, at) => [name, all[at] ?? Number.NaN]));
}

test("every feature has a weight for each of the four verdicts", () => {
  for (const weights of [verdictWeights.given, verdictWeights.derived]) {
    assert.deepEqual(Object.keys(weights), [...featureNames]);
    for (const weight of Object.values(weights)) assert.equal(weight.length, 4);
  }
});

for (const set of ["given", "derived"] as const)
  test(`a feature never raises the probability of the verdict it contradicts, nor of the opposite of the one it supports (${set})`, () => {
    const order = ["met", "partly", "contradicted", "missing"] as const;
    for (const [name, verdict] of Object.entries(neverRaises) as [FeatureName, (typeof order)[number]][]) {
      const weights = verdictWeights[set][name];
      // With a softmax a probability never rises exactly if its weight is the lowest.
      const own = weights[order.indexOf(verdict)] ?? Number.NaN;
      assert.ok(own <= Math.min(...weights), `${name} raises ${verdict}: ${weights}`);
    }
  });

test("what contradicts never raises met, and what supports met never raises contradicted", () => {
  for (const name of ["opposed", "exempts", "permissionDenied", "prohibitionLifted", "dutyDenied", "weak"] as const)
    assert.equal(neverRaises[name], "met", name);
  for (const name of ["bestMet", "overallMet", "phrase", "priorMet"] as const)
    assert.equal(neverRaises[name], "contradicted", name);
});

test("every feature is a number, without any passage, too", () => {
  for (const all of [compute("The recipient may copy the samples."), compute("Copies.", "The samples are copied.")])
    for (const [name, value] of Object.entries(all)) assert.ok(Number.isFinite(value), name);
});

test("a permission is denied if the action is prohibited and nowhere permitted", () => {
  const permission = "The recipient may copy the samples.";
  const forbidden = "The samples shall not be copied.";
  assert.equal(compute(permission, forbidden).permissionDenied, 1);
  const both = compute(permission, forbidden, "The recipient may copy the samples for its archive.");
  assert.deepEqual([both.permissionDenied, both.permissionDeniedAndGranted], [0, 1]);
  assert.equal(compute(permission, "The rent shall not be paid.").permissionDenied, 0);
});

test("a permission is denied with another verb, too, and not by what narrows a list", () => {
  const permission = "The recipient may make a copy of the samples.";
  assert.equal(compute(permission, "The samples shall not be copied.").permissionDenied, 1);
  const narrowed = "Secret samples shall not include those the recipient has a copy of.";
  assert.equal(compute(permission, narrowed).permissionDenied, 0);
});

test("a requirement for all can be waived, a prohibition of any cannot", () => {
  const waived = "Drawings are protected whether or not they are clearly marked.";
  assert.equal(compute("All drawings shall be marked.", waived).requirementWaived, 1);
  assert.equal(compute("The recipient shall not mark any drawings.", waived).requirementWaived, 0);
});

test("a prohibition is lifted if the action is permitted and nowhere prohibited", () => {
  const prohibition = "The recipient shall not copy the samples.";
  assert.equal(compute(prohibition, "The recipient may copy the samples.").prohibitionLifted, 1);
  assert.equal(compute(prohibition, "The recipient must not copy the samples.").prohibitionLifted, 0);
});

test("an exception for one action leaves another prohibited", () => {
  const both = "The samples shall not be copied, and shall not be used other than for the tests.";
  assert.equal(compute("The recipient may copy the samples.", both).permissionDenied, 1);
  assert.equal(compute("The recipient may use the samples.", both).permissionDenied, 0);
});

test("what is prohibited towards outsiders is not denied towards staff", () => {
  const forbidden = "The samples shall not be disclosed to any third party.";
  assert.equal(compute("The recipient may disclose the samples to its employees.", forbidden).permissionDenied, 0);
  assert.equal(compute("The recipient may disclose the samples to third parties.", forbidden).permissionDenied, 1);
});

test("a prohibition is overridden if the same is permitted without any limit", () => {
  const prohibition = "The recipient shall not use the samples for any purpose other than the tests.";
  const freed = "Notwithstanding anything else, the recipient shall be free to use what it learned for any purpose.";
  assert.equal(compute(prohibition, freed).prohibitionOverridden, 1);
  assert.equal(compute(prohibition, "The recipient may use the samples for the tests.").prohibitionOverridden, 0);
  const unconditional = "Notwithstanding any other provision, nobody shall be prevented from using what was learned.";
  assert.equal(compute(prohibition, unconditional.replace("nobody", "neither party")).prohibitionOverridden, 1);
  for (const limited of [
    "The recipient may sell its own products for any purpose.",
    "The recipient may use the premises for any purpose.",
    "The recipient may use the samples for the tests and shall not use them for any purpose of its own.",
    "Notwithstanding anything else, the recipient may use the samples if a court orders it.",
    "The recipient may use the samples for any purpose permitted by this contract.",
  ])
    assert.equal(compute(prohibition, limited).prohibitionOverridden, 0, limited);
});

test("a duty is denied if the document exempts from the action", () => {
  const duty = "The recipient shall return the samples.";
  assert.equal(compute(duty, "The recipient is not required to return the samples.").dutyDenied, 1);
  assert.equal(compute(duty, "The recipient shall return the samples.").dutyDenied, 0);
});

test("a figure is not met or absent only if one is required", () => {
  const asked = "The recipient shall return the samples within 10 days.";
  assert.equal(compute(asked, "The recipient shall return the samples within 60 days.").figureNotMet, 1);
  assert.equal(compute(asked, "The recipient shall return the samples.").figureAbsent, 1);
  assert.equal(compute("The recipient returns the samples.", "The recipient returns the samples.").figureAbsent, 0);
});
