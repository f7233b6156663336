import type { ReportDecision } from "../report-content.ts";
import type { ReportTexts } from "./report-texts.ts";

/** "overridden: compliant", "risk accepted until 1 March 2027; to be looked at again" */
export function describeDecision(texts: ReportTexts, decision: ReportDecision): string {
  const { kind, verdict, level, acceptedUntil, state } = decision;
  const given = verdict !== undefined ? texts.verdicts[verdict] : level !== undefined ? texts.levels[level] : undefined;
  const until = acceptedUntil === undefined ? "" : ` ${texts.acceptedUntil(acceptedUntil)}`;
  const what = `${texts.decisionKinds[kind]}${until}`;
  const described = given === undefined ? what : texts.labelled(what, given);
  return state === "look_again" ? `${described}; ${texts.decisionStates.look_again}` : described;
}

/** What a decision is about. */
export const subjectOf = (texts: ReportTexts, { criterion }: ReportDecision): string =>
  criterion?.statement ?? texts.wholeItem;
