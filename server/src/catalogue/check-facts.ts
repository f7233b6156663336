import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { CatalogueStore } from "./catalogue.ts";

/** Facts as a request gives them: true, false, or null to withdraw one. */
export type GivenFacts = Record<string, boolean | null>;

/** "A JSON object …, carried as a string." An empty object counts as omitted. */
export function parseFacts(text: string | undefined): GivenFacts | undefined {
  if (text === undefined) return undefined;
  const malformed = new AppError(
    "invalid_request",
    'facts must be a JSON object of true and false, for example {"usesSubProcessors": false}.',
  );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed;
  for (const [key, fact] of Object.entries(value))
    if (typeof fact !== "boolean" && fact !== null)
      throw new AppError("invalid_request", `facts.${key.slice(0, 100)} must be true, false or null.`);
  return value as GivenFacts;
}

/** Facts are about conditions of controls that the partner may use. */
export async function checkFacts(
  { catalogue }: { catalogue: Pick<CatalogueStore, "listConditions"> },
  partnerId: Id,
  facts: GivenFacts | null | undefined,
): Promise<void> {
  const keys = Object.keys(facts ?? {});
  if (keys.length === 0) return;
  const known = new Set((await catalogue.listConditions(partnerId)).map(({ key }) => key));
  const unknown = keys.find((key) => !known.has(key));
  if (unknown === undefined) return;
  throw new AppError(
    "invalid_request",
    `facts.${unknown.slice(0, 100)} is not a condition of any control that you may use; GET /v1/conditions lists them.`,
  );
}
