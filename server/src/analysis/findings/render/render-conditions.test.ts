import assert from "node:assert/strict";
import { test } from "node:test";
import { aCriterionFinding, anItemFindings } from "../../../testing/a-finding.ts";
import type { Language } from "../../language/words.ts";
import type { DecidedBy, Reason } from "../../verdict/reason.ts";
import type { CriterionFinding, ItemFindings } from "../findings.ts";
import { renderFindings } from "./render-findings.ts";

const text = "The Supplier keeps no records.";
const quote = { file: 0, page: 2, start: 0, end: text.length, text };
const recommendation = { action: "Add it.", section: "Records", text: "Records are kept." };
const item = {
  ...{ name: "Records", objective: "Records are kept.", recommendation, risks: ["Nobody knows."] },
  translations: {
    de: {
      ...{ name: "Aufzeichnungen", objective: "Es wird aufgezeichnet.", risks: [], compensatingControls: [] },
      ...{ recommendation, criteria: {} },
    },
  },
  conditions: { keepsRecords: { translations: { de: { statement: "Der Lieferant führt Aufzeichnungen." } } } },
};

function notApplicable(key: string, reason: Reason, decidedBy: DecidedBy): CriterionFinding {
  const evidence = reason === "condition_ruled_out" ? [quote] : [];
  return aCriterionFinding(key, "not_applicable", evidence, {
    reason,
    facts: { condition: "keepsRecords", decidedBy },
  });
}

function render(criteria: CriterionFinding[], decidedBy: DecidedBy, language: Language = "en") {
  const statement = "The Supplier keeps records. A log counts.";
  const findings: ItemFindings = anItemFindings(criteria, {
    conditions: [{ key: "keepsRecords", statement, holds: false, decidedBy, probability: 0.1, evidence: [] }],
  });
  const files = [{ name: "agreement.pdf", labelOf: String }];
  return { ...renderFindings({ language, control: { name: "Supply" }, item, files }, findings), findings };
}

test("a criterion that does not apply is no gap, and the explanation quotes the sentence that rules it out", () => {
  const { explanation, gaps, criteria } = render(
    [
      aCriterionFinding("duty", "met", [quote]),
      notApplicable("retention", "condition_ruled_out", "document"),
      notApplicable("contents", "condition_ruled_out", "document"),
    ],
    "document",
  );
  const reason =
    "Not applicable, because the document rules this out: the Supplier keeps records. It says “The Supplier keeps no records.” (page 2).";
  assert.deepEqual(gaps, []);
  assert.equal(criteria[1]?.description, reason);
  assert.ok(explanation.endsWith(`\nRetention; Contents: ${reason}`), explanation);
});

test("an item that does not apply says why once, and has no score, gap or recommendation in words", () => {
  const all = ["retention", "contents"].map((key) => notApplicable(key, "condition_not_stated", "default"));
  const { explanation, strength, gaps, risks, recommendations, findings } = render(all, "default");
  assert.equal(explanation, "Not applicable, because nothing in the document says this: the Supplier keeps records.");
  assert.equal(strength, "This requirement does not apply.");
  assert.deepEqual([gaps, risks, recommendations], [[], [], []]);
  assert.deepEqual([findings.level, findings.score], ["not_applicable", 100]);
});

test("a condition is stated in the language of the findings, and a stated fact as what decided it", () => {
  const { explanation, conditions } = render([notApplicable("retention", "fact_given", "facts")], "facts", "de");
  assert.equal(
    explanation,
    "Nicht anwendbar, weil die Angaben zum Unternehmen dies ausschließen: Der Lieferant führt Aufzeichnungen.",
  );
  assert.deepEqual(
    conditions.map(({ statement, decidedBy }) => [statement, decidedBy]),
    [["Der Lieferant führt Aufzeichnungen.", "facts"]],
  );
});
