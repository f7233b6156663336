import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../../../testing/written-pages.ts";
import type { ControlToJudge, ItemToJudge, SubjectFile } from "../../analyser.ts";
import { criteriaOf } from "../../criteria.ts";
import { type Language, languages } from "../../language/words.ts";
import { readTermNames } from "../../passages/parties.ts";
import { toPassages } from "../../passages/passages.ts";
import { indexPassages } from "../../search/lexical-index.ts";
import { type Judgement, toJudgement } from "../../verdict/judge-criterion.ts";
import type { Reason } from "../../verdict/reason.ts";
import { type Composition, composeFindings } from "../compose-findings.ts";
import type { ReadVerdict } from "../findings.ts";
import { listSections } from "../sections.ts";
import { renderFindings } from "./render-findings.ts";

const criterion = (key: string, statement: string, level: "must" | "should" = "must") => ({
  ...{ key, statement, level, weight: 4, phrases: ["notify"], contradictions: [] },
});
const item: ItemToJudge = {
  externalId: "Art. 33",
  name: "Notice of breaches",
  objective: "The processor notifies the controller of breaches.",
  criteria: [
    criterion("notice", "The processor notifies the controller of a breach."),
    criterion("records", "The processor keeps records of breaches."),
    criterion("contact", "The agreement names a contact for breaches.", "should"),
  ],
  risks: ["Breaches stay unknown."],
  compensatingControls: ["Monitor the processor."],
  recommendation: {
    action: "Oblige the processor to give notice.",
    section: "Personal data breaches",
    text: "{processor} notifies {controller} of every breach. {processor} keeps records of breaches. The contact is {contact}.",
  },
};
const terms = {
  controller: { meaning: "Decides.", isParty: true, alsoCalled: ["customer"] },
  processor: { meaning: "Acts.", isParty: true, alsoCalled: ["supplier"] },
  contact: { meaning: "Who is told.", isParty: false, alsoCalled: [] },
};
const agreement = aFile(
  [
    'Acme (the "Customer") and Bright (the "Supplier") agree.',
    "# 1. Personal data breaches",
    "The Supplier notifies breaches.",
  ],
  { pages: [["# 2. Records", "The Supplier need not keep records of breaches."]] },
);

interface Variation extends Partial<Composition> {
  control?: ControlToJudge;
  language?: Language;
  /** Of the verdicts. */
  probability?: number;
}

/** Composes findings from verdicts and renders them. */
function compose(verdicts: [ReadVerdict, Reason, passage?: number][], variation: Variation = {}) {
  const { control = { name: "DPA", terms }, language = "en", probability = 1, ...more } = variation;
  const files: SubjectFile[] = more.files ?? [agreement];
  const passages = toPassages(files);
  const index = indexPassages(passages, "en");
  const names = readTermNames(passages, terms);
  const composition: Composition = {
    ...{ files, item, index, names, sections: listSections(passages, passages), mainLanguage: "en" },
    ...{ otherKind: undefined, languageOf: () => "en", judgeOf: () => "engine" },
    engine: { name: "test", version: "1", modelSha256: null },
    ...more,
  };
  const criteria = criteriaOf(composition.item);
  const judgements = verdicts.map(([verdict, reason, passage], at): Judgement => {
    const own = criteria[at];
    assert.ok(own);
    const none = { met: 0, partly: 0, contradicted: 0, missing: 0, not_applicable: 0 };
    const judgement = toJudgement(
      own,
      verdict,
      reason,
      passage === undefined ? [] : passages.slice(passage, passage + 1),
    );
    return { ...judgement, probabilities: { ...none, [verdict]: probability } };
  });
  const findings = composeFindings(composition, { judgements, conditions: [] });
  const named = files.map(({ name, pages }) => ({
    name,
    labelOf: (page: number) => pages.find(({ number }) => number === page)?.label ?? "",
  }));
  return { ...renderFindings({ language, control, item: composition.item, files: named }, findings), findings };
}

test("an item that is met has no gaps, no risks and no recommendations", () => {
  const findings = compose([
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
  const findings = compose([
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

test("for a sure contradiction the recommendation names the wording to replace and its section", () => {
  const [rewrite, ...others] = compose([
    ["met", "stated", 2],
    ["contradicted", "duty_denied", 4],
    ["met", "stated", 2],
  ]).recommendations;
  assert.deepEqual(others, []);
  assert.match(
    rewrite?.actionableRecommendation ?? "",
    /^Replace the wording “The Supplier need not keep records of breaches\.” \(page 2\)/,
  );
  assert.equal(rewrite?.suggestedTextLocation, "In the section “2. Records” (page 2)");
  assert.equal(rewrite?.suggestedTextToBeAdded, "The Supplier keeps records of breaches.");
});

test("below a probability of .8 the advice is to check a clause with the owner, not to replace it", () => {
  const action = (probability: number) =>
    compose(
      [
        ["met", "stated", 2],
        ["contradicted", "duty_denied", 4],
      ],
      { probability },
    ).recommendations[0]?.actionableRecommendation ?? "";
  assert.match(action(0.8), /^Replace the wording/);
  assert.match(action(0.79), /^Check with the owner of the document/);
});

test("for a missing criterion the recommendation names an existing section, in the document's own terms", () => {
  const [addition] = compose([
    ["missing", "not_found"],
    ["missing", "not_found"],
    ["missing", "not_found"],
  ]).recommendations;
  assert.equal(addition?.gapIdentified, "Notice; Records; Contact");
  assert.equal(addition?.actionableRecommendation, "Oblige the processor to give notice.");
  assert.equal(addition?.suggestedTextLocation, "In the section “1. Personal data breaches” (page 1)");
  assert.equal(
    addition?.suggestedTextToBeAdded,
    "The Supplier notifies the Customer of every breach. The Supplier keeps records of breaches. The contact is [contact].",
  );
});

test("every suggested place names a heading of the document, and one without headings its last page", () => {
  const missing: [ReadVerdict, Reason][] = [["missing", "not_found"]];
  const other = compose(missing, { files: [aFile(["# Delivery", "Boxes come."])] });
  assert.match(other.recommendations[0]?.suggestedTextLocation ?? "", /after “Delivery” \(page 1\)/);
  const bare = compose(missing, { files: [aFile(["Boxes come."], { pages: [["They go."]] })] });
  assert.match(bare.recommendations[0]?.suggestedTextLocation ?? "", /at the end \(page 2\)/);
});

test("with several files every place names its file", () => {
  const files = [aFile(["# Delivery", "Boxes come."], { name: "order.pdf" }), { ...agreement, name: "dpa.pdf" }];
  const findings = compose(
    [
      ["met", "stated", 4],
      ["contradicted", "duty_denied", 6],
    ],
    { files },
  );
  assert.deepEqual(findings.pageRefs, [{ file: 1, pages: ["1", "2"] }]);
  assert.match(findings.strength, /dpa\.pdf, page 1/);
  assert.match(findings.recommendations[0]?.actionableRecommendation ?? "", /dpa\.pdf, page 2/);
});

test("with several files and no heading anywhere the suggested place names its file", () => {
  const files = [aFile(["Boxes come."], { name: "order.pdf" }), aFile(["They go."], { name: "slip.pdf" })];
  const findings = compose([["missing", "not_found"]], { files });
  assert.match(findings.recommendations[0]?.suggestedTextLocation ?? "", /slip\.pdf, page 1/);
});

test("a document of another kind has one gap and one recommendation, and the explanation says so after the level", () => {
  const findings = compose(
    [
      ["partly", "incomplete", 2],
      ["missing", "not_found"],
      ["missing", "not_found"],
    ],
    {
      control: { name: "DPA", terms, expects: { documentKind: "data processing agreement", keywords: [] } },
      otherKind: { found: 1, total: 20 },
    },
  );
  assert.match(
    findings.explanation,
    /^The document does not meet this requirement \([\d.]+ of 100\)\.\nThis does not look like the kind of document that is expected \(data processing agreement\): of 20 .* one was found/,
  );
  assert.equal(findings.explanation.match(/does not look like/g)?.length, 1);
  assert.deepEqual([findings.gaps.length, findings.recommendations.length], [1, 1]);
  assert.equal(findings.gaps[0]?.topic, "Kind of document");
  assert.ok(findings.findings.score < 10);
});

test("for a document of another kind the recommendation is to submit the right one", () => {
  const findings = compose([["missing", "not_found"]], {
    control: { name: "ISP", terms, expects: { documentKind: "information security policy", keywords: [] } },
    otherKind: { found: 0, total: 20 },
  });
  assert.deepEqual(findings.recommendations, [
    {
      gapIdentified: "Kind of document",
      actionableRecommendation:
        "Submit the expected document itself (information security policy), or the parts of it that deal with this requirement.",
      suggestedTextLocation: "",
      suggestedTextToBeAdded: "",
    },
  ]);
});

test("the explanation states a lowered score for a document of another kind only", () => {
  const lowered = /The score is lowered because of this/;
  assert.match(compose([["met", "stated", 2]], { otherKind: { found: 0, total: 20 } }).explanation, lowered);
  assert.doesNotMatch(compose([["met", "stated", 2]]).explanation, lowered);
});

test("a document of another kind scores at most 20 even if all is met", () => {
  const { findings } = compose(
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
  const alone = compose([["met", "stated", 2]], { judgeOf: () => "words" });
  assert.match(alone.explanation, /Judged by words alone/);
  assert.deepEqual(alone.units.at(-1), { name: "judgedBy", value: "words" });
  assert.doesNotMatch(compose([["met", "stated", 2]]).explanation, /words alone/);
});

test("the units count what the score rests on", () => {
  const { units } = compose([
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
  const { gaps, criteria, explanation } = compose([["partly", "not_binding", 0]], { files });
  assert.equal(
    gaps[0]?.description,
    "Required: the processor notifies the controller of a breach. The document says “The Supplier endeavours to notify breaches.” (page 1): the wording “endeavours” leaves room for discretion. Risk: Breaches stay unknown.",
  );
  assert.equal(criteria[0]?.description, "The wording “endeavours” leaves room for discretion.");
  assert.deepEqual([criteria[0]?.reason, criteria[0]?.facts], ["not_binding", { weakWords: "endeavours" }]);
  assert.doesNotMatch(explanation, /endeavours/, "each verdict stands once");
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
    return compose(
      [
        ["met", "stated", 2],
        ["contradicted", "duty_denied", 4],
        ["missing", "not_found"],
      ],
      { language, item: { ...item, translations } },
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
  const own = { ...item, criteria: (item.criteria ?? []).map((one) => ({ ...one, duty: { by: "processor" } })) };
  const named = compose([["partly", "other_party", 1]], { files, item: own });
  assert.deepEqual(named.criteria[0]?.facts, { party: "controller" });
  assert.equal(named.criteria[0]?.description, "It places the duty on the Customer.");
  const [exception] = compose([["partly", "exception", 1]], { files }).criteria;
  assert.equal(exception?.description, "An exception narrows it: “except where the law forbids it”.");
});

test("text to insert is in the language of the document, whatever the language of the findings", () => {
  const translations = {
    de: {
      ...{ name: "Meldung", objective: "Ziel", risks: [], compensatingControls: [], criteria: {} },
      recommendation: { action: "Verpflichten Sie.", section: "Meldung", text: "Es wird gemeldet." },
    },
  };
  const missing: [ReadVerdict, Reason][] = [["missing", "not_found"]];
  const english = compose(missing, { language: "de", item: { ...item, translations } }).recommendations[0];
  assert.equal(english?.actionableRecommendation, "Verpflichten Sie.");
  assert.match(english?.suggestedTextToBeAdded ?? "", /^The Supplier notifies the Customer/);
  const german = compose(missing, { language: "en", mainLanguage: "de", item: { ...item, translations } });
  assert.equal(german.recommendations[0]?.suggestedTextToBeAdded, "Es wird gemeldet.");
});

test("what rests on the same quote is told together", () => {
  const { explanation } = compose([
    ["met", "stated", 2],
    ["met", "stated", 2],
    ["met", "stated", 4],
  ]);
  assert.deepEqual(explanation.split("\n").slice(1), [
    "The processor notifies the controller of a breach. The processor keeps records of breaches. “The Supplier notifies breaches.” (page 1).",
    "The agreement names a contact for breaches. “The Supplier need not keep records of breaches.” (page 2).",
  ]);
});

test("each wording and each sentence to insert is proposed once", () => {
  const [one, ...others] = compose([
    ["contradicted", "duty_denied", 4],
    ["contradicted", "opposite", 4],
    ["missing", "not_found"],
  ]).recommendations;
  assert.deepEqual(others, []);
  assert.deepEqual(one, {
    gapIdentified: "Contact; Notice; Records",
    actionableRecommendation:
      "Oblige the processor to give notice. Replace the wording “The Supplier need not keep records of breaches.” (page 2); as it stands, it defeats the requirement.",
    suggestedTextLocation: "In the section “2. Records” (page 2)",
    suggestedTextToBeAdded:
      "The Supplier notifies the Customer of every breach. The Supplier keeps records of breaches. The contact is [contact].",
  });
  const apart = compose([
    ["contradicted", "duty_denied", 4],
    ["missing", "not_found"],
    ["met", "stated", 2],
  ]).recommendations;
  assert.deepEqual(
    apart.map(({ gapIdentified, suggestedTextToBeAdded }) => [gapIdentified, suggestedTextToBeAdded]),
    [
      ["Records", "The Supplier keeps records of breaches."],
      ["Notice", "The Supplier notifies the Customer of every breach."],
    ],
  );
});

test("an item without criteria has its name as the topic and its sentence as the text", () => {
  const findings = compose([["missing", "not_found"]], {
    item: { externalId: "1", name: "Backups", objective: "Backups are made daily." },
  });
  assert.equal(findings.gaps[0]?.topic, "Backups");
  assert.equal(findings.recommendations[0]?.suggestedTextToBeAdded, "Backups are made daily.");
});

test("a long quote is shortened around the words that the reason names", () => {
  const long = `The Supplier notifies ${"every single ".repeat(30)}breach where feasible ${"without delay ".repeat(30)}.`;
  const [gap] = compose([["partly", "not_binding", 0]], { files: [aFile([long])] }).gaps;
  assert.match(gap?.description ?? "", /“… [^“”]* breach where feasible [^“”]* …”/);
});

test("a long quote is shortened in running text and complete in its criterion", () => {
  const long = `The Supplier notifies ${"every single ".repeat(40)}breach.`;
  const findings = compose([["met", "stated", 0]], { files: [aFile([long])] });
  assert.ok(findings.explanation.length < 600 && findings.explanation.includes(" …”"));
  assert.equal(findings.criteria[0]?.evidence[0]?.text, long);
});
