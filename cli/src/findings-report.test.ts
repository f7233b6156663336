import assert from "node:assert/strict";
import { test } from "node:test";
import type { ComplianceItem, DocumentResult } from "@assay/sdk";
import { formatScore, printItem, printReport } from "./findings-report.ts";
import { openTerminal } from "./terminal.ts";

test("a score is rounded down, so that it never seems to reach the next level", () => {
  const terminal = openTerminal(process, { NO_COLOR: "1" });
  assert.match(formatScore(terminal, 99.5, "compliant"), / 99$/);
  assert.match(formatScore(terminal, 79.9, "partially_compliant"), / 79$/);
  assert.match(formatScore(terminal, 100, "compliant"), / 100$/);
});

test("what does not apply has neither bar nor score, and counts in no mean", () => {
  const lines: string[] = [];
  const terminal = { ...openTerminal(process, { NO_COLOR: "1" }), out: (line: string) => void lines.push(line) };
  const explanation = { gaps: [], pageRefs: [] };
  const item = (score: number, complianceLevel: ComplianceItem["complianceLevel"]) => ({
    ...{ controlClusterName: "Rights", controlItemExternalId: `${score}`, controlItemName: "Access", complianceLevel },
    ...{ confidence: 1, needsReview: false, result: { score, explanation } },
  });
  const result = {
    ...{ fileName: "a.pdf", status: "completed", pageCount: 1, failureReason: null, files: [] },
    complianceItems: [item(50, "partially_compliant"), item(100, "not_applicable")],
    needsReview: { itemCount: 0, criterionCount: 0, below: 0.85 },
  };
  printReport(terminal, result as unknown as DocumentResult);
  const text = lines.join("\n");
  assert.match(
    text,
    /Mean score 50\.0 over 1 item: 0 compliant, 1 partially compliant, 0 non-compliant, 1 not applicable/,
  );
  assert.match(text, /^ {2}not applicable .*Access/m);
  assert.equal(text.match(/█/g)?.length, 5);
});

test("an item shows its confidence; a recommendation without text to insert shows neither text nor location", () => {
  const lines: string[] = [];
  const terminal = { ...openTerminal(process, { NO_COLOR: "1" }), out: (line: string) => void lines.push(line) };
  const explanation = {
    ...{ strength: "", gaps: [], explanation: "Not it.", pageRefs: [] },
    ...{ riskIdentification: { riskDescription: [] }, compensationControls: [] },
  };
  const advice = {
    ...{ gapIdentified: "Kind of document", actionableRecommendation: "Submit the policy." },
    ...{ suggestedTextLocation: "", suggestedTextToBeAdded: "" },
  };
  const item: Partial<ComplianceItem> = {
    ...{ controlItemExternalId: "1", controlItemName: "Policy", controlItemObjective: "There is one." },
    ...{ units: [], complianceLevel: "non_compliant", confidence: 0.7499, needsReview: true },
    result: { score: 0, decidedScore: 0, explanation, recommendations: [advice], criteria: [], conditions: [] },
  };
  const whole: Partial<DocumentResult> = { files: [], quotes: [], conditions: [] };
  printItem(terminal, whole as DocumentResult, item as ComplianceItem);
  assert.match(lines.join("\n"), /non-compliant {2}check this: confidence 74 %/);
  assert.match(lines.at(-1) ?? "", /Submit the policy\.$/);
});
