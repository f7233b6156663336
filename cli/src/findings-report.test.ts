import assert from "node:assert/strict";
import { test } from "node:test";
import type { ComplianceItem } from "@assay/sdk";
import { printItem, scoreText } from "./findings-report.ts";
import { openTerminal } from "./terminal.ts";

test("a score just below a line is not shown as if it had reached it", () => {
  const terminal = openTerminal(process, { NO_COLOR: "1" });
  assert.match(scoreText(terminal, 99.5, "compliant"), / 99$/);
  assert.match(scoreText(terminal, 79.9, "partially_compliant"), / 79$/);
  assert.match(scoreText(terminal, 100, "compliant"), / 100$/);
});

test("a recommendation to submit another document names no place and no text", () => {
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
    ...{ units: [], complianceLevel: "non_compliant" },
    result: { score: 0, explanation, recommendations: [advice], criteria: [] },
  };
  printItem(terminal, item as ComplianceItem, false);
  assert.match(lines.at(-1) ?? "", /Submit the policy\.$/);
});
