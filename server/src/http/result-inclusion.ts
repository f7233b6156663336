import { Type } from "typebox";
import { AppError } from "../platform/app-error.ts";
import { type Included, inclusions } from "../results/item-rendering.ts";
import type { FieldSelection } from "../results/result-fields.ts";

export type Inclusion = keyof Included;

export const includeQuery = Type.Optional(
  Type.String({
    description:
      "What the result leaves out unless asked, comma-separated: quotes (the text of each quote), statements (statement, level and weight of criteria, statements of conditions, reasons in words), probabilities (of all verdicts).",
    examples: ["quotes,statements"],
  }),
);

/** The members that belong to each. */
const members: Record<Inclusion, string[]> = {
  quotes: ["quotes.text"],
  statements: [
    ...["statement", "level", "weight", "description"].map((name) => `complianceItems.result.criteria.${name}`),
    "conditions.statement",
  ],
  probabilities: ["complianceItems.result.criteria.probabilities"],
};

/** What `include` lists, and what `fields` names. */
export function readIncluded(given: string | undefined, fields: FieldSelection | undefined): Included {
  const listed = given === undefined || given.trim() === "" ? [] : given.split(",").map(readInclusion);
  const isIncluded = (inclusion: Inclusion) =>
    listed.includes(inclusion) || members[inclusion].some((path) => isNamed(fields, path.split(".")));
  return {
    quotes: isIncluded("quotes"),
    statements: isIncluded("statements"),
    probabilities: isIncluded("probabilities"),
  };
}

function readInclusion(text: string): Inclusion {
  const inclusion = inclusions.find((one) => one === text.trim());
  if (inclusion !== undefined) return inclusion;
  throw new AppError(
    "invalid_request",
    `include must be one or more of ${inclusions.join(", ")}, not "${text.trim().slice(0, 100)}".`,
  );
}

/** A member above it that is selected as a whole does not name it. */
function isNamed(fields: FieldSelection | undefined, [first = "", ...rest]: string[]): boolean {
  if (fields === undefined || !Object.hasOwn(fields, first)) return false;
  return rest.length === 0 || isNamed(fields[first], rest);
}
