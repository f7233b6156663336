import type { ComplianceLevel } from "../analysis/findings/findings.ts";

/** Of the bands and headings; a partner may have its own. */
export const defaultAccent = "#1f4e68";

export const levelColours: Record<ComplianceLevel | "notJudged", string> = {
  compliant: "#1b7f4b",
  partially_compliant: "#b06a00",
  non_compliant: "#b3261e",
  not_applicable: "#5b6b7a",
  notJudged: "#8a96a1",
};
