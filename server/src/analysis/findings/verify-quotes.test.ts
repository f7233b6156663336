import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../../testing/written-pages.ts";
import { languages } from "../language/words.ts";
import type { CriterionFinding, ItemFindings, Quote } from "./findings.ts";
import { renderExplanation, renderGapDescription, renderStrength, toUnits } from "./render/finding-texts.ts";
import { wordingOf } from "./render/wording-by-language.ts";
import { dropUnverifiedQuotes, isOnPage, keepVerifiedQuotes } from "./verify-quotes.ts";

const files = [aFile(["Records are kept."], { pages: [["Breaches are reported within 24 hours."]] })];
const real: Quote = { file: 0, page: 1, start: 0, end: 17, text: "Records are kept." };
const madeUp: Quote = { file: 0, page: 2, start: 0, end: 24, text: "Breaches are never rendered." };

const finding = (key: string, verdict: CriterionFinding["verdict"], ...evidence: Quote[]): CriterionFinding => ({
  ...{ key, statement: `${key}.`, level: "must", verdict, evidence, reason: "The passage says what is asked." },
});
const findings = (...criteria: CriterionFinding[]): ItemFindings => ({
  language: "en",
  score: 90,
  units: [],
  strength: "It keeps “Records are kept.” (page 1).",
  gaps: [{ topic: "Breaches", description: "Not so.", pageRefs: [{ file: 0, pages: ["2"] }] }],
  explanation: "Score 90 of 100.",
  pageRefs: [{ file: 0, pages: ["1", "2"] }],
  risks: [],
  compensatingControls: [],
  recommendations: [],
  criteria,
});

test("a quote is on its page character for character or not at all", () => {
  assert.ok(isOnPage(files, real));
  for (const other of [
    { ...real, text: "Records are kept" },
    { ...real, start: 1 },
    { ...real, end: 16 },
    { ...real, page: 2 },
    { ...real, page: 3 },
    { ...real, file: 1 },
    { ...real, start: 4, end: 4, text: "" },
    madeUp,
  ])
    assert.ok(!isOnPage(files, other), JSON.stringify(other));
});

test("findings whose quotes are all verified stay as they are", () => {
  const verified = findings(finding("records", "met", real), finding("breaches", "missing"));
  verified.pageRefs = [{ file: 0, pages: ["1"] }];
  verified.gaps = [];
  assert.deepEqual(dropUnverifiedQuotes(files, verified), { findings: verified, dropped: 0 });
});

test("an unverified quote is dropped, and a verdict without another quote becomes missing", () => {
  const { findings: left, dropped } = dropUnverifiedQuotes(
    files,
    findings(finding("records", "met", real), finding("breaches", "contradicted", madeUp)),
  );
  assert.equal(dropped, 1);
  assert.deepEqual(
    left.criteria.map(({ verdict, evidence }) => [verdict, evidence.length]),
    [
      ["met", 1],
      ["missing", 0],
    ],
  );
});

test("a verdict with another, verified quote is kept", () => {
  const { findings: left } = dropUnverifiedQuotes(files, findings(finding("records", "met", madeUp, real)));
  assert.deepEqual(left.criteria[0]?.verdict, "met");
  assert.deepEqual(left.criteria[0]?.evidence, [real]);
  assert.equal(left.score, 90);
});

test("a page reference without a verified quote is removed", () => {
  const { findings: left } = dropUnverifiedQuotes(
    files,
    findings(finding("records", "met", real), finding("breaches", "met", madeUp)),
  );
  assert.deepEqual(left.pageRefs, [{ file: 0, pages: ["1"] }]);
  assert.deepEqual(left.gaps[0]?.pageRefs, []);
});

test("a verdict that lost its quotes adds nothing to the score", () => {
  const half = dropUnverifiedQuotes(
    files,
    findings(finding("records", "met", real), finding("breaches", "met", madeUp)),
  );
  assert.equal(half.findings.score, 45);
  assert.equal(dropUnverifiedQuotes(files, findings(finding("breaches", "met", madeUp))).findings.score, 0);
});

test("an unverified quote is removed from all texts, whole or shortened", () => {
  const long = { ...madeUp, text: `Breaches are\nnever rendered (not to ${"anyone who asks, ".repeat(30)}at all).` };
  const whole = findings(finding("breaches", "met", madeUp, long));
  const shown = long.text.replace(/\s+/g, " ").slice(0, 120);
  whole.strength = `Told: “${madeUp.text}” (page 2).\nAnd: “${shown} …” (page 2).`;
  whole.explanation = `Met: “${madeUp.text}”`;
  whole.gaps[0] = { topic: "Breaches", description: `Said: “${shown} …”.`, pageRefs: [] };
  const { findings: left } = dropUnverifiedQuotes(files, whole);
  assert.equal(left.strength, "Told: “[…]” (page 2).\nAnd: “[…]” (page 2).");
  assert.equal(left.explanation, "Met: “[…]”");
  assert.equal(left.gaps[0]?.description, "Said: “[…]”.");
});

/** Findings as the engine composes them. */
function composed(language: ItemFindings["language"], score: number, ...criteria: CriterionFinding[]): ItemFindings {
  const telling = { files, wording: wordingOf(language) };
  const gaps = criteria
    .filter(({ verdict }) => verdict !== "met")
    .map((one) => ({ topic: `On ${one.key}`, description: renderGapDescription(telling, one), pageRefs: [] }));
  return {
    ...findings(...criteria),
    ...{ language, score, gaps, units: toUnits(criteria), strength: renderStrength(telling, criteria) },
    explanation: renderExplanation(telling, { score, criteria, gaps }, false),
  };
}

test("after a dropped quote the explanation has the score, level, counts and verdicts that are left, and no others", () => {
  const before = composed("en", 90, finding("records", "met", real), finding("breaches", "met", madeUp));
  assert.match(before.explanation, /^Score 90 of 100, compliant\. Of 2 criteria: 2 met\./);
  const left = keepVerifiedQuotes({ files }, before);
  assert.equal(left.score, 45);
  assert.deepEqual(left.explanation.split("\n"), [
    "Score 45 of 100, partially compliant. Of 2 criteria: 1 met and 1 missing.",
    "Met: records. The passage says what is asked. “Records are kept.” (page 1).",
    "Missing: breaches. No passage was found that says this.",
    "1 quote was dropped because it does not appear on the page cited.",
  ]);
  assert.equal(left.strength, "records. “Records are kept.” (page 1).");
  assert.deepEqual(left.gaps, [
    { topic: "breaches", description: "No passage was found that says this: breaches.", pageRefs: [] },
  ]);
  assert.deepEqual(left.units, [
    { name: "criteriaMet", value: "1 of 2" },
    { name: "mustCriteriaMet", value: "1 of 2" },
    { name: "criteriaPartlyMet", value: "0" },
    { name: "criteriaContradicted", value: "0" },
    { name: "quotes", value: "1" },
    { name: "quotesDropped", value: "1" },
  ]);
});

for (const language of languages)
  test(`after any dropped quote the texts in ${language} are those of the criteria that are left`, () => {
    const verdicts = ["met", "partly", "contradicted"] as const;
    for (const first of verdicts)
      for (const second of verdicts) {
        const before = composed(language, 60, finding("a", first, madeUp, real), finding("b", second, madeUp));
        const left = keepVerifiedQuotes({ files }, before);
        const anew = composed(language, left.score, ...left.criteria);
        const wording = wordingOf(language);
        assert.equal(left.explanation, `${anew.explanation}\n${wording.dropped(2)}`);
        assert.equal(left.strength, anew.strength);
        assert.deepEqual(
          left.gaps.map(({ description }) => description),
          anew.gaps.map(({ description }) => description),
        );
        assert.ok(!JSON.stringify(left).includes("[…]"), JSON.stringify(left));
      }
  });

test("a gap whose quote was dropped keeps its topic, and states that nothing was found", () => {
  const left = keepVerifiedQuotes(
    { files },
    composed("en", 45, finding("records", "met", real), finding("breaches", "partly", madeUp)),
  );
  assert.deepEqual(left.gaps, [
    { topic: "On breaches", description: "No passage was found that says this: breaches.", pageRefs: [] },
  ]);
});

test("a verdict that never had a quote becomes missing, though none was dropped", () => {
  const left = keepVerifiedQuotes(
    { files },
    composed("en", 90, finding("records", "met", real), finding("breaches", "met")),
  );
  assert.deepEqual(left.explanation.split("\n"), [
    "Score 45 of 100, partially compliant. Of 2 criteria: 1 met and 1 missing.",
    "Met: records. The passage says what is asked. “Records are kept.” (page 1).",
    "Missing: breaches. No passage was found that says this.",
  ]);
});

test("the reason of a dropped quote is not given for the next one", () => {
  const weak = {
    ...finding("records", "partly", madeUp, real),
    reason: "The passage is not binding: “never rendered”.",
  };
  const left = keepVerifiedQuotes({ files }, composed("en", 45, weak));
  assert.equal(left.criteria[0]?.reason, "The passage covers only part of what is required.");
  assert.ok(!left.gaps[0]?.description.includes("not binding"), left.gaps[0]?.description);
});

test("a document of another kind is still called one after a dropped quote, with the score that is left", () => {
  const wording = wordingOf("en");
  const gap = { topic: wording.otherKindTopic, description: wording.otherKind("DPA", 0, 9), pageRefs: [] };
  const before = { ...composed("en", 10, finding("breaches", "met", madeUp)), gaps: [gap] };
  const [kind, score] = keepVerifiedQuotes({ files }, before).explanation.split("\n");
  assert.equal(kind, `${gap.description} ${wording.otherKindLowered}`);
  assert.equal(score, "Score 0 of 100, non-compliant. Of 1 criterion: 1 missing.");
  assert.deepEqual(keepVerifiedQuotes({ files }, before).gaps, [gap]);
});

test("the explanation still states that words alone were judged after a dropped quote", () => {
  const before = composed("en", 90, finding("records", "met", madeUp));
  before.explanation += `\n${wordingOf("en").wordsAlone}`;
  assert.ok(keepVerifiedQuotes({ files }, before).explanation.includes(wordingOf("en").wordsAlone));
});

test("instead of an unverified quote another one is to be reworded, or the criterion is to be added", () => {
  const { recommendRewrite, recommendAdd } = wordingOf("en");
  const recommended = (...evidence: Quote[]) => {
    const before = composed("en", 0, finding("breaches", "contradicted", ...evidence));
    before.recommendations = [
      {
        ...{ gapIdentified: "Breaches", suggestedTextToBeAdded: "Breaches are rendered." },
        actionableRecommendation: recommendRewrite("“Breaches are never rendered.”", "page 2"),
        suggestedTextLocation: "In the section “Breaches” (page 2)",
      },
    ];
    return keepVerifiedQuotes({ files }, before).recommendations;
  };
  const same = { gapIdentified: "Breaches", suggestedTextToBeAdded: "Breaches are rendered." };
  assert.deepEqual(recommended(madeUp), [
    {
      ...same,
      actionableRecommendation: recommendAdd(undefined, ["Breaches"]),
      suggestedTextLocation: "As a new section “Breaches” at the end (page 2)",
    },
  ]);
  assert.deepEqual(recommended(madeUp, real), [
    {
      ...same,
      actionableRecommendation: recommendRewrite("“Records are kept.”", "page 1"),
      suggestedTextLocation: "page 1",
    },
  ]);
});

for (const language of languages)
  test(`a criterion that is no longer met gets a recommendation in ${language}, after those before`, () => {
    const wording = wordingOf(language);
    const before = composed(language, 60, finding("breaches", "met", madeUp), finding("audits", "missing"));
    const earlier = {
      ...{ gapIdentified: "On audits", actionableRecommendation: wording.recommendAdd(undefined, ["On audits"]) },
      ...{ suggestedTextLocation: wording.locationAtEnd("Audits", "2"), suggestedTextToBeAdded: "audits." },
    };
    before.recommendations = [earlier];
    const left = keepVerifiedQuotes({ files }, before);
    assert.deepEqual(
      left.gaps.map(({ topic }) => topic),
      ["breaches", "On audits"],
    );
    assert.deepEqual(left.recommendations, [
      earlier,
      {
        gapIdentified: "breaches",
        actionableRecommendation: wording.recommendAdd(undefined, ["breaches"]),
        suggestedTextLocation: wording.locationAtEnd("breaches", wording.where(["2"], undefined)),
        suggestedTextToBeAdded: "breaches.",
      },
    ]);
  });

test("with several files a missing text goes to the end of the last file, by its name", () => {
  const two = [...files, aFile(["Annex."], { name: "annex.pdf" })];
  const [added] = keepVerifiedQuotes(
    { files: two },
    composed("en", 90, finding("breaches", "met", madeUp)),
  ).recommendations;
  assert.equal(added?.suggestedTextLocation, "As a new section “breaches” at the end (annex.pdf, page 1)");
});

test("no text is recommended for a document of another kind", () => {
  const wording = wordingOf("en");
  const gap = { topic: wording.otherKindTopic, description: wording.otherKind("DPA", 0, 9), pageRefs: [] };
  const lookFor = {
    ...{ gapIdentified: gap.topic, actionableRecommendation: wording.lookFor("DPA") },
    ...{ suggestedTextLocation: "", suggestedTextToBeAdded: "" },
  };
  const composition = composed("en", 10, finding("records", "met", madeUp), finding("breaches", "missing"));
  const left = keepVerifiedQuotes({ files }, { ...composition, gaps: [gap], recommendations: [lookFor] });
  assert.deepEqual(left.recommendations, [lookFor]);
});
