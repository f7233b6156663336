import type { AuditEntry, AuditFilter, ServiceFile } from "@assay/sdk";
import { administration } from "../service/administration.ts";
import { assay } from "../service/assay.ts";
import type { Role } from "../service/session-query.ts";

interface PageOf {
  entries: AuditEntry[];
  nextCursor?: string | undefined;
}
type PageQuery = { limit: number; cursor?: string | undefined };

/** Where a role's audit log is read from. */
export interface AuditSource {
  list(query: PageQuery & AuditFilter, signal: AbortSignal): Promise<PageOf>;
  export(filter: AuditFilter): Promise<ServiceFile>;
}

/** An export is made as fast as it is received. */
const timeoutSeconds = 600;

const ofEverybody: AuditSource = {
  list: (query, signal) => administration.listAuditLog(query, { signal }),
  export: (filter) => administration.exportAuditLog(filter, { timeoutSeconds }),
};
const own: AuditSource = {
  list: (query, signal) => assay.listOwnAuditLog(query, { signal }),
  export: (filter) => assay.exportOwnAuditLog(filter, { timeoutSeconds }),
};

export const auditSourceOf = (role: Role): AuditSource => (role === "admin" ? ofEverybody : own);
