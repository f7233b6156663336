import assert from "node:assert/strict";
import { test } from "node:test";
import { aCriterionFinding, anItemFindings } from "../../testing/a-finding.ts";
import { earlierFindings } from "../../testing/earlier-findings.ts";
import { readFindings } from "./read-findings.ts";
import { renderFindings } from "./render/render-findings.ts";

const input = {
  control: { name: "DPA" },
  item: { name: "Notice", objective: "Breaches are notified." },
  files: [{ name: "agreement.pdf", labelOf: String }],
};

test("findings of today's form are read as they are stored", () => {
  const findings = anItemFindings([aCriterionFinding("notice", "missing")]);
  assert.deepEqual(readFindings(JSON.parse(JSON.stringify(findings))), findings);
});

test("findings of the earlier form keep their score, verdicts and quotes; what they do not have is unknown", () => {
  const stored = earlierFindings();
  const { score, level, criteria } = readFindings(stored);
  assert.deepEqual([score, level], [90, "compliant"]);
  assert.deepEqual(
    criteria.map(({ key, verdict, reason, probabilities }) => [key, verdict, reason, probabilities]),
    stored.criteria.map(({ key, verdict }) => [key, verdict, verdict === "met" ? "stated" : "not_found", null]),
  );
  const [quote] = criteria[0]?.evidence ?? [];
  assert.deepEqual(quote, { ...stored.criteria[0]?.evidence[0], role: "proves" });
});

test("findings of the earlier form keep their texts, in the language they were written in", () => {
  const stored = earlierFindings();
  const rendered = renderFindings({ ...input, language: "fr" }, readFindings(stored));
  for (const name of ["strength", "explanation", "gaps", "pageRefs", "risks", "recommendations", "units"] as const)
    assert.deepEqual(rendered[name], stored[name], name);
  assert.equal(rendered.criteria[0]?.description, stored.criteria[0]?.reason);
});
