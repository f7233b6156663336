import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { aCriterionFinding, anItemFindings } from "../../testing/a-finding.ts";
import { earlierFindings } from "../../testing/earlier-findings.ts";
import { languages } from "../language/words.ts";
import type { ItemFindings } from "./findings.ts";
import { readFindings } from "./read-findings.ts";
import { renderFindings } from "./render/render-findings.ts";

/** Of today's form, as engine versions 20 (before there were conditions) and 23 stored them. */
const storedByEarlierEngines = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../testing/stored-findings.json"), "utf8"),
) as ItemFindings[];

const input = {
  control: { name: "DPA" },
  item: { name: "Notice", objective: "Breaches are notified." },
  files: [{ name: "agreement.pdf", labelOf: String }],
};

test("findings of today's form are read as they are stored", () => {
  const findings = anItemFindings([aCriterionFinding("notice", "missing")]);
  assert.deepEqual(readFindings(JSON.parse(JSON.stringify(findings))), findings);
});

test("findings that earlier engines stored in today's form are read as they are, and rendered in every language", () => {
  assert.deepEqual(
    storedByEarlierEngines.map(({ judgedBy }) => judgedBy.engineVersion),
    ["20", "23"],
  );
  for (const stored of storedByEarlierEngines) {
    const findings = readFindings(stored);
    assert.deepEqual(findings, stored);
    const texts = languages.map((language) => {
      // Without translations a criterion keeps its statement, and its reason is in the language asked for.
      const item = { ...input.item, translations: { [language]: withoutTexts } };
      return renderFindings({ ...input, item, language }, findings);
    });
    for (const { explanation, criteria, gaps } of texts) {
      assert.match(explanation, /^.+\(\d+[.,]?\d* \S+ 100\) – .+\./u);
      assert.ok(criteria.every(({ description }) => description.endsWith(".")));
      assert.equal(gaps.length, findings.criteria.filter(({ verdict }) => !/met|not_applicable/.test(verdict)).length);
    }
    assert.equal(new Set(texts.map(({ explanation }) => explanation)).size, languages.length);
  }
});

const withoutTexts = {
  ...{ name: "Notice", objective: "Breaches are notified.", risks: [], compensatingControls: [], criteria: {} },
  recommendation: { action: "Act.", section: "Notice", text: "It is notified." },
};

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
