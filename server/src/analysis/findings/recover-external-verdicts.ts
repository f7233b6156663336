import type { ItemToJudge } from "../analyser.ts";
import { criteriaOf } from "../criteria.ts";
import type { ExternalVerdict } from "../verdict/external-verdict.ts";
import { type Reason, reasons } from "../verdict/reason.ts";
import type { ItemFindings } from "./findings.ts";
import { wordingOf } from "./render/wording-by-language.ts";

const externalPrefix = "llm ";

/** The value of the unit `judgedBy` for an item that an external model judged. */
export const externalJudgeName = (provider: string, model: string) => `${externalPrefix}${provider}/${model}`;

export function isJudgedExternally({ units }: ItemFindings): boolean {
  return units.some(({ name, value }) => name === "judgedBy" && value.startsWith(externalPrefix));
}

/** The verdicts behind stored findings, so that the findings can be composed again and compared. */
export function recoverExternalVerdicts(
  item: ItemToJudge,
  { language, criteria: found }: ItemFindings,
): ExternalVerdict[] {
  const wording = wordingOf(language);
  const criteria = new Map(criteriaOf(item).map((one) => [one.key, one]));
  return found.map(({ key, verdict, evidence, reason: text }) => {
    const figure = criteria.get(key)?.figure;
    const isWorded = (one: Reason) =>
      wording.reason(one, figure) === text || isAround(wording.reason(one, figure, placeholder), text);
    return { key, verdict, reason: reasons.find(isWorded) ?? "incomplete", evidence };
  });
}

/** Stands for the passage's words in a reason that is compared. */
const placeholder = "\u0000";

function isAround(pattern: string, text: string): boolean {
  const [before = "", after] = pattern.split(placeholder);
  return after !== undefined && text.startsWith(before) && text.endsWith(after);
}
