import assert from "node:assert/strict";
import { test } from "node:test";
import { agreementTerms, breachItem, renderVerdicts } from "../../../testing/rendered-findings.ts";
import { aFile } from "../../../testing/written-pages.ts";
import { type Language, languages } from "../../language/words.ts";

test("an item that is met has no gaps, no risks and no recommendations", () => {
  const findings = renderVerdicts([
    ["met", "stated", 2],
    ["met", "stated", 4],
    ["met", "stated", 2],
  ]);
  assert.equal(findings.findings.score, 100);
  assert.deepEqual(findings.gaps, []);
  assert.deepEqual(findings.risks, []);
  assert.deepEqual(findings.compensatingControls, []);
  assert.deepEqual(findings.recommendations, []);
  assert.equal(findings.strength, "Covered: Notice (page 1); Records (page 2); Contact (page 1).");
  assert.ok(findings.explanation.includes("“The Supplier notifies breaches.” (page 1)"));
});

test("every criterion that is not met is a gap, with the catalogue's risks and compensating controls", () => {
  const findings = renderVerdicts([
    ["met", "stated", 2],
    ["contradicted", "duty_denied", 4],
    ["missing", "not_found"],
  ]);
  assert.deepEqual(
    findings.gaps.map(({ topic, pageRefs }) => [topic, pageRefs]),
    [
      ["Records", [{ file: 0, pages: ["2"] }]],
      ["Contact", []],
    ],
  );
  assert.deepEqual(findings.risks, ["Breaches stay unknown."]);
  assert.deepEqual(findings.compensatingControls, ["Monitor the processor."]);
  assert.deepEqual(findings.pageRefs, [{ file: 0, pages: ["1", "2"] }]);
});

test("a document of another kind has one gap and one recommendation, and the explanation opens with what it does not look like", () => {
  const findings = renderVerdicts(
    [
      ["partly", "incomplete", 2],
      ["missing", "not_found"],
      ["missing", "not_found"],
    ],
    {
      control: {
        name: "DPA",
        terms: agreementTerms,
        expects: { documentKind: "data processing agreement", keywords: [] },
      },
      otherKind: { found: 1, total: 20 },
    },
  );
  assert.match(
    findings.explanation,
    /^The document does not meet this requirement \([\d.]+ of 100\) – it does not look like the kind of document that is expected \(data processing agreement\)\. The score is lowered/,
  );
  assert.match(findings.gaps[0]?.description ?? "", /^Of 20 .* \(data processing agreement\) .* one was found/);
  assert.doesNotMatch(findings.explanation, /one was found/, "each is told once");
  assert.deepEqual([findings.gaps.length, findings.recommendations.length], [1, 1]);
  assert.equal(findings.gaps[0]?.topic, "Kind of document");
  assert.ok(findings.findings.score < 10);
});

test("the explanation states a lowered score for a document of another kind only", () => {
  const lowered = /The score is lowered because of this/;
  assert.match(renderVerdicts([["met", "stated", 2]], { otherKind: { found: 0, total: 20 } }).explanation, lowered);
  assert.doesNotMatch(renderVerdicts([["met", "stated", 2]]).explanation, lowered);
});

test("a document of another kind scores at most 20 even if all is met", () => {
  const { findings } = renderVerdicts(
    [
      ["met", "stated", 2],
      ["met", "stated", 2],
      ["met", "stated", 2],
    ],
    { otherKind: { found: 1, total: 20 } },
  );
  assert.ok(findings.score <= 20, String(findings.score));
});

test("units and explanation state that words alone were judged", () => {
  const alone = renderVerdicts([["met", "stated", 2]], { judgeOf: () => "words" });
  assert.match(alone.explanation, /Judged by words alone/);
  assert.deepEqual(alone.units.at(-1), { name: "judgedBy", value: "words" });
  assert.doesNotMatch(renderVerdicts([["met", "stated", 2]]).explanation, /words alone/);
});

test("the units count what the score rests on", () => {
  const { units } = renderVerdicts([
    ["met", "stated", 2],
    ["contradicted", "duty_denied", 4],
    ["partly", "incomplete", 2],
  ]);
  assert.deepEqual(Object.fromEntries(units.map(({ name, value }) => [name, value])), {
    criteriaMet: "1 of 3",
    mustCriteriaMet: "1 of 2",
    criteriaPartlyMet: "1",
    criteriaContradicted: "1",
    quotes: "3",
    judgedBy: "words and meaning",
  });
});

test("a gap has the requirement, the document's words, what is wrong with them, and the risk", () => {
  const files = [aFile(["The Supplier endeavours to notify breaches."])];
  const { gaps, criteria, explanation } = renderVerdicts([["partly", "not_binding", 0]], { files });
  assert.equal(
    gaps[0]?.description,
    "Required: the processor notifies the controller of a breach. The document says “The Supplier endeavours to notify breaches.” (page 1): the wording “endeavours” leaves room for discretion. Risk: Breaches stay unknown.",
  );
  assert.equal(criteria[0]?.description, "The wording “endeavours” leaves room for discretion.");
  assert.deepEqual([criteria[0]?.reason, criteria[0]?.facts], ["not_binding", { weakWords: "endeavours" }]);
  assert.doesNotMatch(explanation, /endeavours/, "each verdict stands once");
});

test("what meets a criterion in part only says why, if the catalogue has it and no words of the document do, in every language", () => {
  const rules: Record<Language, string> = {
    en: "A longer period meets this in part.",
    de: "Eine längere Frist erfüllt dies teilweise.",
    fr: "Un délai plus long ne répond que partiellement au critère.",
    es: "Un plazo más largo lo cumple en parte.",
  };
  const statement = (language: Language) => `Ten days. Less counts. ${rules[language]} More does not count.`;
  const translation = (language: Language) => ({
    ...{ name: "Name", objective: "Ziel", risks: [], compensatingControls: [] },
    recommendation: { action: "Tun", section: "Teil", text: "Text" },
    criteria: { notice: { topic: "T", statement: statement(language), phrases: [], contradictions: [] } },
  });
  const item = {
    ...breachItem,
    criteria: (breachItem.criteria ?? []).map((one) => ({ ...one, statement: statement("en") })),
    translations: { de: translation("de"), fr: translation("fr"), es: translation("es") },
  };
  for (const language of languages) {
    const [partly] = renderVerdicts([["partly", "incomplete", 2]], { language, item }).criteria;
    assert.equal(partly?.description, rules[language]);
    const [weak] = renderVerdicts([["partly", "not_binding", 2]], { language, item }).criteria;
    assert.equal(weak?.description, rules[language]);
  }
  const files = [aFile(["The Supplier endeavours to notify breaches."])];
  const [shown] = renderVerdicts([["partly", "not_binding", 0]], { item, files }).criteria;
  assert.equal(shown?.description, "The wording “endeavours” leaves room for discretion.");
});

test("the explanation opens with one sentence on where the item stands and why, in every language", () => {
  const opening = (language: Language) => {
    const translations = {
      [language]: {
        ...{ name: "Name", objective: "Ziel", risks: [], compensatingControls: [] },
        recommendation: { action: "Tun", section: "Teil", text: "Text" },
        criteria: Object.fromEntries(
          ["notice", "records", "contact"].map((key) => [
            key,
            { topic: `Topic ${key}`, statement: `S ${key}.`, phrases: [], contradictions: [] },
          ]),
        ),
      },
    };
    return renderVerdicts(
      [
        ["met", "stated", 2],
        ["contradicted", "duty_denied", 4],
        ["missing", "not_found"],
      ],
      { language, item: { ...breachItem, translations } },
    ).explanation.split("\n")[0];
  };
  assert.deepEqual(languages.map(opening), [
    "The document meets this requirement in part (53.3 of 100) – covered: notice; not covered: contact; contradicted: records.",
    "Das Dokument erfüllt diese Anforderung teilweise (53,3 von 100) – abgedeckt: Topic notice; nicht abgedeckt: Topic contact; im Widerspruch: Topic records.",
    "Le document satisfait en partie à cette exigence (53,3 sur 100) – couvert\u00a0: topic notice\u202f; non couvert\u00a0: topic contact\u202f; contredit\u00a0: topic records.",
    "El documento cumple en parte este requisito (53,3 de 100) – cubierto: topic notice; sin cubrir: topic contact; contradicho: topic records.",
  ]);
});

test("the facts behind a reason are stored as data: party, figure, exception", () => {
  const files = [
    aFile([
      'Acme (the "Customer") and Bright (the "Supplier") agree.',
      "The Customer shall notify breaches, except where the law forbids it.",
    ]),
  ];
  const own = {
    ...breachItem,
    criteria: (breachItem.criteria ?? []).map((one) => ({ ...one, duty: { by: "processor" } })),
  };
  const named = renderVerdicts([["partly", "other_party", 1]], { files, item: own });
  assert.deepEqual(named.criteria[0]?.facts, { party: "controller" });
  assert.equal(named.criteria[0]?.description, "It places the duty on the Customer.");
  const [exception] = renderVerdicts([["partly", "exception", 1]], { files }).criteria;
  assert.equal(exception?.description, "An exception narrows it: “except where the law forbids it”.");
});

test("what rests on the same quote is told together", () => {
  const { explanation } = renderVerdicts([
    ["met", "stated", 2],
    ["met", "stated", 2],
    ["met", "stated", 4],
  ]);
  assert.deepEqual(explanation.split("\n").slice(1), [
    "The processor notifies the controller of a breach. The processor keeps records of breaches. “The Supplier notifies breaches.” (page 1).",
    "The agreement names a contact for breaches. “The Supplier need not keep records of breaches.” (page 2).",
  ]);
});

test("a long quote is shortened around the words that the reason names", () => {
  const long = `The Supplier notifies ${"every single ".repeat(30)}breach where feasible ${"without delay ".repeat(30)}.`;
  const [gap] = renderVerdicts([["partly", "not_binding", 0]], { files: [aFile([long])] }).gaps;
  assert.match(gap?.description ?? "", /“… [^“”]* breach where feasible [^“”]* …”/);
});

test("a long quote is shortened in running text and complete in its criterion", () => {
  const long = `The Supplier notifies ${"every single ".repeat(40)}breach.`;
  const findings = renderVerdicts([["met", "stated", 0]], { files: [aFile([long])] });
  assert.ok(findings.explanation.length < 600 && findings.explanation.includes(" …”"));
  assert.equal(findings.criteria[0]?.evidence[0]?.text, long);
});
