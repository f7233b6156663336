import assert from "node:assert/strict";
import { test } from "node:test";
import { agreement, agreementTerms, breachItem, renderVerdicts } from "../../../testing/rendered-findings.ts";
import { aFile } from "../../../testing/written-pages.ts";
import type { Reason } from "../../verdict/reason.ts";
import type { ReadVerdict } from "../findings.ts";

test("for a sure contradiction the recommendation names the wording to replace and its section", () => {
  const [rewrite, ...others] = renderVerdicts([
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
    renderVerdicts(
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
  const [addition] = renderVerdicts([
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

test("the catalogue's action is for an item that is mostly open; else the advice names what is missing or there only in part", () => {
  const action = (...verdicts: [ReadVerdict, Reason, number?][]) =>
    renderVerdicts(verdicts).recommendations[0]?.actionableRecommendation;
  const [met, missing]: [ReadVerdict, Reason, number?][] = [
    ["met", "stated", 2],
    ["missing", "not_found"],
  ];
  assert.ok(met && missing);
  assert.equal(action(missing, missing, met), "Oblige the processor to give notice.");
  assert.equal(action(missing, met, met), "Add what is missing on this point: notice.");
  assert.equal(action(met, met, ["partly", "incomplete", 2]), "Complete what is said on this point: contact.");
});

test("a clause or section to insert continues the document's own numbering", () => {
  const numbered = [
    aFile(["# 4. Breaches", "4.1 The Supplier shall act.", "4.2 The Customer shall pay.", "# 5. Fees"]),
  ];
  const [clause] = renderVerdicts([["partly", "incomplete", 1]], { files: numbered }).recommendations;
  assert.equal(clause?.suggestedTextLocation, "In the section “4. Breaches” (page 1), as number 4.3");
  assert.match(clause?.suggestedTextToBeAdded ?? "", /^4\.3 The /);
  const other = [aFile(["# 1. Delivery", "Boxes come.", "# 2. Payment", "You pay."])];
  const [section] = renderVerdicts([["missing", "not_found"]], { files: other }).recommendations;
  assert.equal(
    section?.suggestedTextLocation,
    "As a new section “3. Personal data breaches” after “2. Payment” (page 1)",
  );
  assert.match(section?.suggestedTextToBeAdded ?? "", /^The /);
});

test("a wording that is replaced keeps its own number", () => {
  const files = [aFile(["# 4. Breaches", "4.1 The Supplier shall act.", "4.2 The Supplier shall not notify."])];
  const [one] = renderVerdicts([["contradicted", "duty_denied", 2]], { files }).recommendations;
  assert.equal(one?.suggestedTextLocation, "In the section “4. Breaches” (page 1)");
  assert.doesNotMatch(one?.suggestedTextToBeAdded ?? "", /^4/);
});

test("every suggested place names a heading of the document, and one without headings its last page", () => {
  const missing: [ReadVerdict, Reason][] = [["missing", "not_found"]];
  const other = renderVerdicts(missing, { files: [aFile(["# Delivery", "Boxes come."])] });
  assert.match(other.recommendations[0]?.suggestedTextLocation ?? "", /after “Delivery” \(page 1\)/);
  const bare = renderVerdicts(missing, { files: [aFile(["Boxes come."], { pages: [["They go."]] })] });
  assert.match(bare.recommendations[0]?.suggestedTextLocation ?? "", /at the end \(page 2\)/);
});

test("with several files every place names its file", () => {
  const files = [aFile(["# Delivery", "Boxes come."], { name: "order.pdf" }), { ...agreement, name: "dpa.pdf" }];
  const findings = renderVerdicts(
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
  const findings = renderVerdicts([["missing", "not_found"]], { files });
  assert.match(findings.recommendations[0]?.suggestedTextLocation ?? "", /slip\.pdf, page 1/);
});

test("for a document of another kind the recommendation is to submit the right one", () => {
  const findings = renderVerdicts([["missing", "not_found"]], {
    control: {
      name: "ISP",
      terms: agreementTerms,
      expects: { documentKind: "information security policy", keywords: [] },
    },
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

test("text to insert is in the language of the document, whatever the language of the findings", () => {
  const translations = {
    de: {
      ...{ name: "Meldung", objective: "Ziel", risks: [], compensatingControls: [], criteria: {} },
      recommendation: { action: "Verpflichten Sie.", section: "Meldung", text: "Es wird gemeldet." },
    },
  };
  const missing: [ReadVerdict, Reason][] = [["missing", "not_found"]];
  const english = renderVerdicts(missing, { language: "de", item: { ...breachItem, translations } }).recommendations[0];
  assert.equal(english?.actionableRecommendation, "Verpflichten Sie.");
  assert.match(english?.suggestedTextToBeAdded ?? "", /^The Supplier notifies the Customer/);
  const german = renderVerdicts(missing, { language: "en", mainLanguage: "de", item: { ...breachItem, translations } });
  assert.equal(german.recommendations[0]?.suggestedTextToBeAdded, "Es wird gemeldet.");
  const files = [aFile(["# 1. Lieferung", "Die Ware wird geliefert.", "# 2. Zahlung", "Es wird gezahlt."])];
  const own = { ...breachItem, translations };
  const [added] = renderVerdicts(missing, { language: "en", mainLanguage: "de", files, item: own }).recommendations;
  assert.equal(added?.suggestedTextLocation, "As a new section “3. Meldung” after “2. Zahlung” (page 1)");
});

test("each wording and each sentence to insert is proposed once", () => {
  const [one, ...others] = renderVerdicts([
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
  const apart = renderVerdicts([
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
  const findings = renderVerdicts([["missing", "not_found"]], {
    item: { externalId: "1", name: "Backups", objective: "Backups are made daily." },
  });
  assert.equal(findings.gaps[0]?.topic, "Backups");
  assert.equal(findings.recommendations[0]?.suggestedTextToBeAdded, "Backups are made daily.");
});
