import { usageError } from "./cli-error.ts";
import type { Option, ParsedArguments } from "./command.ts";

export const factsOption: Option = {
  name: "facts",
  value: "JSON",
  summary: 'Facts about the business entity: {"usesSubProcessors": false}; null withdraws one.',
};

export function parseFacts(args: Pick<ParsedArguments, "text">): Record<string, boolean | null> | undefined {
  const text = args.text("facts");
  if (text === undefined) return undefined;
  const refusal = usageError(
    "--facts must be a JSON object of true, false and null.",
    "assay conditions lists the facts that can be stated.",
  );
  let facts: unknown;
  try {
    facts = JSON.parse(text);
  } catch {
    throw refusal;
  }
  if (typeof facts !== "object" || facts === null || Array.isArray(facts)) throw refusal;
  if (Object.values(facts).some((fact) => fact !== null && typeof fact !== "boolean")) throw refusal;
  return facts as Record<string, boolean | null>;
}
