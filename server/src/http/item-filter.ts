import { Type } from "typebox";
import { type ComplianceLevel, complianceLevels } from "../analysis/findings/findings.ts";
import { AppError } from "../platform/app-error.ts";
import { type DecisionChoice, decisionChoices } from "../results/item-rendering.ts";

/** Which items of a result are shown, and in which order. */
export const itemFilterQuery = {
  complianceLevel: Type.Optional(
    Type.String({ description: `Only items of these levels, comma-separated: ${complianceLevels.join(", ")}.` }),
  ),
  needsReview: Type.Optional(
    Type.String({ description: "true: only items that need review; false: only items that do not." }),
  ),
  decision: Type.Optional(
    Type.String({
      description: `Only items that people decided in one of these ways, or one of whose criteria, comma-separated: ${decisionChoices.join(", ")}. look_again: a decision about the version before asks to be looked at again; none: nothing is decided.`,
    }),
  ),
  sort: Type.Optional(
    Type.String({
      description:
        "confidence: the least sure items first, then those of unknown confidence. Default: the order of the catalogue.",
    }),
  ),
};

const isAbsent = (given: string | undefined) => given === undefined || given.trim() === "";

/** "`?complianceLevel=` filters items, comma-separated; unknown value 400." Items without a level never match. */
export function readLevels(given: string | undefined): ComplianceLevel[] | undefined {
  if (given === undefined || isAbsent(given)) return undefined;
  return given.split(",").map((text) => readOneOf("complianceLevel", "one or more of", complianceLevels, text));
}

/** Items without a result never match. */
export function readNeedsReview(given: string | undefined): boolean | undefined {
  if (given === undefined || isAbsent(given)) return undefined;
  return readOneOf("needsReview", "one of", ["true", "false"], given) === "true";
}

/** Items without a result never match. */
export function readDecisionChoices(given: string | undefined): DecisionChoice[] | undefined {
  if (given === undefined || isAbsent(given)) return undefined;
  return given.split(",").map((text) => readOneOf("decision", "one or more of", decisionChoices, text));
}

export function readIsSortedByConfidence(given: string | undefined): boolean {
  if (given === undefined || isAbsent(given)) return false;
  return readOneOf("sort", "", ["confidence"], given) === "confidence";
}

function readOneOf<Value extends string>(name: string, lead: string, values: readonly Value[], text: string): Value {
  const value = values.find((one) => one === text.trim());
  if (value !== undefined) return value;
  const allowed = [...(lead === "" ? [] : [lead]), values.join(", ")].join(" ");
  throw new AppError("invalid_request", `${name} must be ${allowed}, not "${text.trim().slice(0, 100)}".`);
}
