/** More are not read: a role's group must be among them. */
const maxGroups = 10_000;

/**
 * The groups of a claim: a list of texts, or one text. The name of a claim may have dots itself, such as
 * https://example.com/groups, or lead into objects, such as realm_access.roles. Undefined if there is no such claim.
 */
export function readGroups(claims: Record<string, unknown>, claimName: string): string[] | undefined {
  const value = claims[claimName] ?? descend(claims, claimName.split("."));
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, maxGroups).filter((one) => typeof one === "string");
}

function descend(claims: Record<string, unknown>, steps: string[]): unknown {
  let at: unknown = claims;
  for (const step of steps) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}
