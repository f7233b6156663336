import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ItemToJudge, Subject } from "../analysis/analyser.ts";
import { renderFindings } from "../analysis/findings/render/render-findings.ts";
import { keepVerifiedQuotes } from "../analysis/findings/verify-quotes.ts";
import { openOfflineAnalyser } from "../analysis/offline-analyser.ts";
import type { ItemCondition } from "../catalogue/complete-item.ts";
import { aCriterion, aSubject, assertOffline, trial, unit } from "../testing/llm-trial.ts";
import type { Behave } from "../testing/model-server.ts";

const notice = [
  "Vela does not sell personal data to anybody.",
  "Vela names the processors that act for it on its website.",
  "Everybody may ask Vela for a copy of their data.",
];
const aCondition = (statement: string, whenSilent: ItemCondition["whenSilent"]): ItemCondition => ({
  ...{ statement, phrases: [], contradictions: [], whenSilent },
});
const conditions = {
  sellsData: aCondition("The company sells personal data.", "does_not_apply"),
  usesProcessors: aCondition("The company uses processors.", "applies"),
};
const aConditionalItem = (more: Partial<ItemToJudge> = {}): ItemToJudge => ({
  ...{ externalId: "X 1", name: "Sales", objective: "People learn of sales.", byReference: "partial", conditions },
  criteria: [
    { ...aCriterion("opt-out", "People may opt out of sales."), appliesWhen: "sellsData" },
    { ...aCriterion("buyers", "Buyers of personal data are named."), appliesWhen: "sellsData" },
    { ...aCriterion("processors", "Processors are named."), appliesWhen: "usesProcessors", byReference: "sufficient" },
    aCriterion("copy", "People may ask for a copy of their data."),
  ],
  ...more,
});
const subject: Subject = aSubject(notice);

type Given = [verdict: string, quote?: number];
/** One verdict for each criterion, with the line of the notice that it quotes. */
const answerWith =
  (...given: Given[]): Behave =>
  ({ keys }) => ({
    answer: {
      criteria: keys.map((key, at) => {
        const [verdict, quote] = given[at] ?? ["missing"];
        const quotes = quote === undefined ? [] : [{ clause: "C1", text: notice[quote] }];
        return { key, verdict, reason: reasons[verdict], quotes };
      }),
    },
  });
const reasons: Record<string, string> = { met: "stated", missing: "not_found", not_applicable: "condition_ruled_out" };
const met: Given = ["met", 2];

describe("a criterion that the model calls not applicable", () => {
  test("is so in verdict, score, conditions and words, with the quote that rules its condition out", async () => {
    await trial(
      answerWith(["not_applicable", 0], ["not_applicable", 0], ["met", 1], met),
      async ({ judge, fallbacks }) => {
        const item = aConditionalItem();
        const findings = keepVerifiedQuotes(subject.files, await judge(item));
        assert.deepEqual(fallbacks, []);
        assert.deepEqual(
          findings.criteria.map(({ verdict, reason, judge: by }) => [verdict, reason, by]),
          [
            ["not_applicable", "condition_ruled_out", "external"],
            ["not_applicable", "condition_ruled_out", "external"],
            ["met", "stated", "external"],
            ["met", "stated", "external"],
          ],
        );
        assert.equal(findings.level, "compliant");
        assert.deepEqual(findings.criteria[0]?.facts, { condition: "sellsData", decidedBy: "document" });
        assert.equal(findings.criteria[0]?.evidence[0]?.text, notice[0]);
        const [sells] = findings.conditions ?? [];
        assert.deepEqual(
          [sells?.key, sells?.holds, sells?.decidedBy, sells?.evidence.map(({ text }) => text)],
          ["sellsData", false, "document", [notice[0]]],
        );
        assert.equal(unit(findings, "criteriaNotApplicable"), "2");
        const files = subject.files.map(({ name }) => ({ name, labelOf: String }));
        const { explanation } = renderFindings({ language: "en", control: { name: "Notice" }, item, files }, findings);
        assert.match(explanation, /the document rules this out: the company sells personal data/);
      },
      { subject },
    );
  });

  test("without a quote follows from silence, where the catalogue says so", async () => {
    await trial(
      answerWith(["not_applicable"], ["not_applicable"], ["met", 1], met),
      async ({ judge }) => {
        const { criteria, conditions: found } = await judge(aConditionalItem());
        assert.deepEqual([criteria[0]?.verdict, criteria[0]?.reason], ["not_applicable", "condition_not_stated"]);
        assert.deepEqual([found?.[0]?.holds, found?.[0]?.decidedBy], [false, "default"]);
      },
      { subject: aSubject(notice.slice(1)) },
    );
  });

  test("makes the whole item not applicable if all of it is", async () => {
    await trial(
      answerWith(...Array.from({ length: 4 }, (): Given => ["not_applicable", 0])),
      async ({ judge }) => {
        const findings = await judge(aConditionalItem({ appliesWhen: "sellsData" }));
        assert.deepEqual([findings.level, findings.score], ["not_applicable", 100]);
        assert.deepEqual(findings.applicability, {
          ...{ applies: false, reason: "condition_ruled_out", condition: "sellsData" },
        });
      },
      { subject },
    );
  });

  const refused: [what: string, given: Given[], reason: string][] = [
    ["has no condition", [["missing"], ["missing"], ["missing"], ["not_applicable", 0]], "invalid_answer"],
    [
      "has no quote, and applies in a silent document",
      [["missing"], ["missing"], ["not_applicable"], ["missing"]],
      "unverified_quotes",
    ],
  ];
  for (const [what, given, reason] of refused)
    test(`makes the answer unusable if it ${what}`, async () => {
      await trial(
        answerWith(...given),
        async ({ judge, server }) => {
          const item = aConditionalItem();
          await assertOffline(await judge(item), reason, item, subject);
          assert.equal(server.asked.length, 3);
        },
        { subject },
      );
    });

  test("is missing if most criteria of the same condition apply, so that a condition holds for all or none", async () => {
    const item = aConditionalItem();
    item.criteria?.push({ ...aCriterion("prices", "Prices of data are named."), appliesWhen: "sellsData" });
    await trial(
      answerWith(met, ["not_applicable", 0], ["met", 1], met, met),
      async ({ judge }) => {
        const { criteria, conditions: found } = await judge(item);
        assert.deepEqual(
          criteria.map(({ verdict }) => verdict),
          ["met", "missing", "met", "met", "met"],
        );
        assert.equal(found?.[0]?.holds, true);
      },
      { subject },
    );
  });
});

test("the question names conditions with what follows from silence, and what a reference to the law gives", async () => {
  await trial(
    answerWith(met, met, met, met),
    async ({ judge, server }) => {
      await judge(aConditionalItem());
      const { prompt = "", body = "" } = server.asked[0] ?? {};
      assert.ok(
        prompt.includes(
          '- condition "sellsData" (if no clause says anything about it, it does not hold): The company sells personal data.',
        ),
      );
      assert.ok(prompt.includes('"usesProcessors" (if no clause says anything about it, it holds)'));
      assert.match(prompt, /"opt-out" \(must be there; applies only while "sellsData" holds; .*law: partial\)/);
      assert.match(prompt, /"processors" \(.*reference to the law: sufficient\)/);
      assert.match(prompt, /"copy" \(must be there; reference to the law: partial\)/);
      assert.ok(body.includes('"not_applicable"'));
    },
    { subject },
  );
});

test("what a stated fact decides is not asked, and the fact is not outvoted", async () => {
  await trial(
    answerWith(["not_applicable", 1], met),
    async ({ judge, server }) => {
      const { criteria } = await judge(aConditionalItem());
      assert.deepEqual(server.asked[0]?.keys, ["processors", "copy"]);
      assert.ok(!server.asked[0]?.prompt.includes("sellsData"));
      assert.deepEqual(
        criteria.map(({ verdict, reason, judge: by }) => [verdict, reason, by]),
        [
          ["not_applicable", "fact_given", "words"],
          ["not_applicable", "fact_given", "words"],
          ["not_applicable", "condition_ruled_out", "external"],
          ["met", "stated", "external"],
        ],
      );
    },
    { subject: { ...subject, facts: { sellsData: false } } },
  );
});

test("verdicts composed again from findings give the same findings", async () => {
  const analysis = await openOfflineAnalyser({ models: async () => undefined }).open(subject);
  await trial(
    answerWith(["not_applicable", 0], met, ["met", 1], met),
    async ({ judge }) => {
      const item = aConditionalItem();
      const { judgedBy: _, ...findings } = await judge(item);
      const verdicts = findings.criteria.map(({ key, verdict, reason, evidence, facts: { condition } }) => ({
        ...{ key, verdict, reason, evidence },
        ...(condition !== undefined && { condition }),
      }));
      const { judgedBy: __, ...again } = (await analysis.compose(item, verdicts)).findings;
      assert.deepEqual(again, findings);
    },
    { subject },
  );
});
