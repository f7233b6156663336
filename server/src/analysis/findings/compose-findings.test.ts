import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../../testing/written-pages.ts";
import type { ItemToJudge, SubjectFile } from "../analyser.ts";
import { selectItemTexts } from "../catalogue-texts.ts";
import { criteriaOf } from "../criteria.ts";
import { readTermNames } from "../passages/parties.ts";
import { toPassages } from "../passages/passages.ts";
import { indexPassages } from "../search/lexical-index.ts";
import { type Judgement, toJudgement } from "../verdict/judge-criterion.ts";
import type { Reason } from "../verdict/reason.ts";
import { type Composition, composeFindings } from "./compose-findings.ts";
import type { Verdict } from "./findings.ts";
import { listSections } from "./render/suggest-text.ts";
import { hasOtherKindGap, wordingOf } from "./render/wording-by-language.ts";

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

function compose(verdicts: [Verdict, Reason, passage?: number][], more: Partial<Composition> = {}) {
  const files: SubjectFile[] = more.files ?? [agreement];
  const passages = toPassages(files);
  const index = indexPassages(passages, "en");
  const names = readTermNames(passages, terms);
  const composition: Composition = {
    ...{ files, control: { name: "DPA", terms }, item, index, names, sections: listSections(passages, passages) },
    texts: selectItemTexts(more.item ?? item, "en"),
    ...{ wording: wordingOf("en"), otherKind: undefined, isWordsAlone: false, languageOf: () => "en" },
    ...more,
  };
  const criteria = criteriaOf(composition.item);
  const judgements = verdicts.map(([verdict, reason, passage], at): Judgement => {
    const own = criteria[at];
    assert.ok(own);
    return toJudgement(own, verdict, reason, passage === undefined ? [] : passages.slice(passage, passage + 1));
  });
  return composeFindings(composition, judgements);
}

test("an item that is met has no gaps, no risks and no recommendations", () => {
  const findings = compose([
    ["met", "stated", 2],
    ["met", "stated", 4],
    ["met", "stated", 2],
  ]);
  assert.equal(findings.score, 100);
  assert.deepEqual(findings.gaps, []);
  assert.deepEqual(findings.risks, []);
  assert.deepEqual(findings.compensatingControls, []);
  assert.deepEqual(findings.recommendations, []);
  assert.ok(findings.strength.includes("“The Supplier notifies breaches.” (page 1)"));
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

test("for a contradiction the recommendation names the passage to reword and its section", () => {
  const [rewrite, ...others] = compose([
    ["met", "stated", 2],
    ["contradicted", "duty_denied", 4],
    ["met", "stated", 2],
  ]).recommendations;
  assert.deepEqual(others, []);
  assert.match(
    rewrite?.actionableRecommendation ?? "",
    /“The Supplier need not keep records of breaches\.” \(page 2\)/,
  );
  assert.equal(rewrite?.suggestedTextLocation, "In the section “2. Records” (page 2)");
  assert.equal(rewrite?.suggestedTextToBeAdded, "The Supplier keeps records of breaches.");
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
  const missing: [Verdict, Reason][] = [["missing", "not_found"]];
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

test("a document of another kind has one gap, one recommendation and a statement at the top of the explanation", () => {
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
    /^This does not look like the kind of document that is expected \(data processing agreement\): of 20 .* one was found/,
  );
  assert.equal(findings.explanation.match(/does not look like/g)?.length, 1);
  assert.deepEqual([findings.gaps.length, findings.recommendations.length], [1, 1]);
  assert.ok(hasOtherKindGap(findings.gaps.map(({ topic }) => topic)));
  assert.ok(findings.score < 10);
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
  const findings = compose(
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
  const alone = compose([["met", "stated", 2]], { isWordsAlone: true });
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

test("gap and explanation name the words that keep the criterion from being met", () => {
  const files = [aFile(["The Supplier endeavours to notify breaches."])];
  const { gaps, explanation, criteria } = compose([["partly", "not_binding", 0]], { files });
  const reason = "The passage is not binding: the wording “endeavours” leaves room for discretion.";
  assert.equal(criteria[0]?.reason, reason);
  assert.ok(gaps[0]?.description.includes(reason), gaps[0]?.description);
  assert.ok(explanation.includes(reason), explanation);
});

test("an item without criteria has its name as the topic and its sentence as the text", () => {
  const findings = compose([["missing", "not_found"]], {
    item: { externalId: "1", name: "Backups", objective: "Backups are made daily." },
  });
  assert.equal(findings.gaps[0]?.topic, "Backups");
  assert.equal(findings.recommendations[0]?.suggestedTextToBeAdded, "Backups are made daily.");
});

test("a long quote is shortened in running text and complete in its criterion", () => {
  const long = `The Supplier notifies ${"every single ".repeat(40)}breach.`;
  const findings = compose([["met", "stated", 0]], { files: [aFile([long])] });
  assert.ok(findings.strength.length < 400 && findings.strength.includes(" …”"));
  assert.equal(findings.criteria[0]?.evidence[0]?.text, long);
});
