import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EarlierFindings } from "../analysis/findings/read-findings.ts";

const stored = readFileSync(join(import.meta.dirname, "earlier-findings.json"), "utf8");

/** Findings of GDPR Art. 33(2) in German, as engine version 19 stored them. */
export const earlierFindings = (more: Partial<EarlierFindings> = {}): EarlierFindings => ({
  ...(JSON.parse(stored) as EarlierFindings),
  ...more,
});
