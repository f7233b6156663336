import type { CriterionFinding, ItemFindings, Judge, Unit, Verdict } from "./findings.ts";

const judgeNames: Record<Exclude<Judge, "external">, string> = { engine: "words and meaning", words: "words" };

/** The figures behind the score, without those that are zero. */
export function toUnits(findings: ItemFindings): Unit[] {
  if (findings.earlierTexts !== undefined) return findings.earlierTexts.units;
  const { criteria, judgedBy, quotesDropped } = findings;
  const count = (verdict: Verdict, among: CriterionFinding[] = criteria) =>
    among.filter((one) => one.verdict === verdict).length;
  const applicable = criteria.filter(({ verdict }) => verdict !== "not_applicable");
  const musts = applicable.filter(({ level }) => level === "must");
  const notApplicable = criteria.length - applicable.length;
  const { external, fallbackReason } = judgedBy;
  const units: [name: string, value: string | number | undefined][] = [
    ["applicable", findings.level === "not_applicable" ? "no" : undefined],
    ["criteriaMet", `${count("met")} of ${applicable.length}`],
    ["mustCriteriaMet", `${count("met", musts)} of ${musts.length}`],
    ["criteriaPartlyMet", count("partly") || undefined],
    ["criteriaContradicted", count("contradicted") || undefined],
    ["criteriaNotApplicable", notApplicable || undefined],
    ["quotes", criteria.reduce((sum, { evidence }) => sum + evidence.length, 0) || undefined],
    ["judgedBy", nameJudge(findings)],
    ["criteriaJudgedExternally", countExternal(criteria)],
    ["tokens", external?.tokens],
    ["quotesDropped", quotesDropped || undefined],
    ["fallbackReason", fallbackReason],
  ];
  return units.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value: String(value) }]));
}

/** Undefined unless the engine judged some and an external model others. */
function countExternal(criteria: CriterionFinding[]): string | undefined {
  const external = criteria.filter(({ judge }) => judge === "external").length;
  return external === 0 || external === criteria.length ? undefined : `${external} of ${criteria.length}`;
}

function nameJudge({ criteria, judgedBy: { external } }: ItemFindings): string {
  if (external !== undefined) return `llm ${external.provider}/${external.model}`;
  return judgeNames[criteria.some(({ judge }) => judge === "words") ? "words" : "engine"];
}
