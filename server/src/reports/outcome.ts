import type { Verdict } from "../analysis/findings/findings.ts";
import type { DecidedOutcome } from "../documents/decision.ts";

interface Judged {
  score: number;
  level: DecidedOutcome["level"];
  decided?: DecidedOutcome;
}

/** What a person decided counts; otherwise the machine's outcome. */
export const outcomeOf = ({ decided, score, level }: Judged): DecidedOutcome => decided ?? { score, level };

export const isOpenLevel = (level: DecidedOutcome["level"]): boolean =>
  level === "non_compliant" || level === "partially_compliant";

export const isOpenVerdict = (verdict: Verdict): boolean => verdict !== "met" && verdict !== "not_applicable";
