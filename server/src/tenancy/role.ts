/** What a person may be in an organisation. http/permissions.ts says what each role may do. */
export const roles = [
  "operator",
  "partner_owner",
  "partner_consultant",
  "company_owner",
  "company_reviewer",
  "company_reader",
] as const;
export type Role = (typeof roles)[number];

/** A role as permissions see it: a partner's person who has a client's work open is a consultant there. No membership has that role. */
export const actingRoles = [...roles, "consultant"] as const;
export type ActingRole = (typeof actingRoles)[number];

export type RoleTier = "admin" | "partner" | "company";

export function tierOfRole(role: Role): RoleTier {
  if (role === "operator") return "admin";
  return role.startsWith("partner_") ? "partner" : "company";
}

/** Roles that manage the people of their organisation; each organisation with people keeps one. */
export const managingRoles: readonly Role[] = ["operator", "partner_owner", "company_owner"];
