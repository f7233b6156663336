import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ItemCondition } from "../catalogue/complete-item.ts";
import { openModels } from "../encoder/open-models.ts";
import { aFile } from "../testing/written-pages.ts";
import type { ItemToJudge, StatedFacts } from "./analyser.ts";
import type { ItemFindings } from "./findings/findings.ts";
import { toUnits } from "./findings/units.ts";
import { openOfflineAnalyser } from "./offline-analyser.ts";

const withModels = openOfflineAnalyser({ models: () => openModels(2, (error) => assert.fail(String(error))) });
const byWords = openOfflineAnalyser({ models: async () => undefined });
after(() => withModels.close());

const usesSubProcessors: ItemCondition = {
  statement: "The processor engages sub-processors or may engage them.",
  phrases: [
    "the processor may engage sub-processors to provide the services",
    "the current sub-processors are listed in the annex",
  ],
  contradictions: ["the processor does not use any sub-processors", "no sub-processors are engaged"],
  whenSilent: "does_not_apply",
};

function anItem(condition: Partial<ItemCondition> = {}, more: Partial<ItemToJudge> = {}): ItemToJudge {
  return {
    externalId: "1",
    name: "Sub-processors",
    objective: "Sub-processors are bound by the same duties.",
    appliesWhen: "usesSubProcessors",
    conditions: { usesSubProcessors: { ...usesSubProcessors, ...condition } },
    criteria: [
      {
        ...{ key: "same-duties", level: "must", weight: 5 },
        statement:
          "The agreement obliges the processor to impose the same data protection duties on every sub-processor.",
        phrases: ["the same data protection obligations shall be imposed on the sub-processor"],
        contradictions: ["the processor need not pass its obligations on to sub-processors"],
      },
    ],
    ...more,
  };
}

const instructions = "The Processor shall process personal data only on documented instructions from the Controller.";
const uses =
  "The Processor may engage sub-processors to provide the services; the current sub-processors are listed in Annex 2.";
const usesNone = "The Processor does not engage sub-processors; the engagement of sub-processors is prohibited.";

async function judge(
  lines: string[],
  item: ItemToJudge,
  { facts = {}, analyser = withModels }: { facts?: StatedFacts; analyser?: typeof withModels } = {},
): Promise<ItemFindings> {
  const files = [aFile([instructions, ...lines])];
  const analysis = await analyser.open({ files, control: { name: "DPA" }, items: [item], facts });
  try {
    return await analysis.judge(item);
  } finally {
    await analysis.close();
  }
}

const outcome = ({ level, criteria: [criterion], conditions }: ItemFindings) => ({
  level,
  verdict: criterion?.verdict,
  reason: criterion?.reason,
  facts: criterion?.facts,
  holds: conditions?.[0]?.holds,
});

test("a document that rules the condition out makes the item not applicable, with the sentence that does so", async () => {
  const findings = await judge([usesNone], anItem({ whenSilent: "applies" }));
  const [criterion] = findings.criteria;
  assert.deepEqual(outcome(findings), {
    level: "not_applicable",
    verdict: "not_applicable",
    reason: "condition_ruled_out",
    facts: { condition: "usesSubProcessors", decidedBy: "document" },
    holds: false,
  });
  assert.deepEqual(
    criterion?.evidence.map(({ text, role }) => [text, role]),
    [[usesNone, "context"]],
  );
  assert.equal(findings.score, 100);
  assert.deepEqual(findings.applicability, {
    applies: false,
    reason: "condition_ruled_out",
    condition: "usesSubProcessors",
  });
  assert.deepEqual(toUnits(findings).slice(0, 2), [
    { name: "applicable", value: "no" },
    { name: "criteriaMet", value: "0 of 0" },
  ]);
});

test("a document that states the condition has the item judged", async () => {
  const findings = await judge([uses], anItem());
  assert.deepEqual(outcome(findings), {
    ...{ level: "non_compliant", verdict: "missing", reason: "not_found", facts: {}, holds: true },
  });
  const [condition] = findings.conditions ?? [];
  assert.equal(condition?.decidedBy, "document");
  assert.equal(condition?.evidence[0]?.text, uses);
  assert.deepEqual(findings.applicability, { applies: true });
});

test("of a silent document the catalogue says what follows", async () => {
  const silent = await judge([], anItem());
  assert.deepEqual(outcome(silent), {
    level: "not_applicable",
    verdict: "not_applicable",
    reason: "condition_not_stated",
    facts: { condition: "usesSubProcessors", decidedBy: "default" },
    holds: false,
  });
  assert.deepEqual(silent.criteria[0]?.evidence, []);
  const asked = await judge([], anItem({ whenSilent: "applies" }));
  assert.deepEqual([asked.level, asked.conditions?.[0]?.decidedBy], ["non_compliant", "default"]);
});

test("a stated fact decides whatever the document says", async () => {
  const no = await judge([uses], anItem(), { facts: { usesSubProcessors: false } });
  assert.deepEqual(outcome(no), {
    level: "not_applicable",
    verdict: "not_applicable",
    reason: "fact_given",
    facts: { condition: "usesSubProcessors", decidedBy: "facts" },
    holds: false,
  });
  assert.equal(no.criteria[0]?.probabilities?.not_applicable, 1);
  const yes = await judge([usesNone], anItem(), { facts: { usesSubProcessors: true } });
  assert.deepEqual([yes.criteria[0]?.verdict, yes.conditions?.[0]?.decidedBy], ["missing", "facts"]);
  assert.equal(yes.criteria[0]?.probabilities?.not_applicable, 0);
});

test("what never applies is not judged, and needs no condition", async () => {
  const { appliesWhen, conditions, ...rest } = anItem();
  const findings = await judge([uses], { ...rest, appliesWhen: "never" });
  assert.deepEqual(
    [findings.level, findings.criteria[0]?.reason, findings.criteria[0]?.facts, findings.conditions],
    ["not_applicable", "never_applies", {}, undefined],
  );
});

test("a criterion's own condition is added to its item's, and the others are judged", async () => {
  const { appliesWhen, criteria = [], ...rest } = anItem();
  const [conditional] = criteria;
  assert.ok(conditional);
  const instructed = {
    ...{ key: "instructions", level: "must" as const, weight: 5, contradictions: [] },
    statement: "The processor processes personal data only on documented instructions from the controller.",
    phrases: ["only on documented instructions from the controller"],
  };
  const item = { ...rest, criteria: [{ ...conditional, appliesWhen: "usesSubProcessors" }, instructed] };
  const findings = await judge([usesNone], item);
  assert.deepEqual(
    findings.criteria.map(({ verdict }) => verdict),
    ["not_applicable", "met"],
  );
  assert.deepEqual([findings.level, findings.score], ["compliant", 100]);
  assert.equal(toUnits(findings).find(({ name }) => name === "criteriaMet")?.value, "1 of 1");
});

test("without the models conditions are decided by words, and there are no probabilities", async () => {
  const findings = await judge([usesNone], anItem({ whenSilent: "applies" }), { analyser: byWords });
  assert.deepEqual([findings.criteria[0]?.verdict, findings.criteria[0]?.probabilities], ["not_applicable", null]);
  assert.equal(findings.conditions?.[0]?.probability, null);
});
