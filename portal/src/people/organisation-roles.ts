import type { PersonRole } from "@assay/sdk";
import type { Role } from "../service/session-query.ts";

/** The roles of each kind of organisation, the one that manages people first. */
export const organisationRoles: Record<Role, [PersonRole, ...PersonRole[]]> = {
  admin: ["operator"],
  partner: ["partner_owner", "partner_consultant"],
  company: ["company_owner", "company_reviewer", "company_reader"],
};

const managing = Object.values(organisationRoles).map(([first]): string => first);

export const canManagePeople = (role: string): boolean => managing.includes(role);
