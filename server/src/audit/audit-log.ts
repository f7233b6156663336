import type { Clock } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";
import type { Page, SortedPageRequest } from "../platform/page.ts";
import { type Actor, type AuditContext, accountOf, isConsultant } from "./audit-context.ts";

/** Every action in the log. `subjectId` is the id of the changed resource. */
export const auditActions = [
  "partner.created",
  "partner.renamed",
  "partner.suspended",
  "partner.resumed",
  "partner.whitelist_replaced",
  "partner.limits_replaced",
  "partner.branding_replaced",
  "quotas.replaced",
  "api_key.issued",
  "api_key.updated",
  "api_key.rotated",
  "api_key.revoked",
  "administrator.refused",
  "session.started",
  "session.refused",
  "session.ended",
  "session.ended_everywhere",
  "session.organisation_chosen",
  "session.client_opened",
  "session.client_closed",
  "account.created",
  "account.password_changed",
  "account.notifications_replaced",
  "account.provider_added",
  "account.second_factor_added",
  "account.second_factor_removed",
  "account.second_factor_reset",
  "person.invited",
  "person.invitation_withdrawn",
  "person.joined",
  "person.role_changed",
  "person.removed",
  "person.signed_out",
  "company.onboarded",
  "company.updated",
  "company.partner_access_changed",
  "company.read",
  "company.erasure_begun",
  "company.erased",
  "retention.applied",
  "business_entity.created",
  "business_entity.updated",
  "business_entity.approval_changed",
  "business_entity.archiving_changed",
  "review.created",
  "review.updated",
  "review.read",
  "review.signed_off",
  "review.reopened",
  "review_link.created",
  "review_link.revoked",
  "review_link.opened",
  "review_link.read",
  "document.submitted",
  "document.read",
  "document.retried",
  "document.question_answered",
  "document.predecessor_named",
  "document.judged_again",
  "document.updated",
  "finding.decided",
  "decision.withdrawn",
  "decision.carried_over",
  "decision.expired",
  "gap.changed",
  "gap.commented",
  "gap.issue_link_replaced",
  "document.cancelled",
  "document.withdrawn",
  "document.restored",
  "document.deleted",
  "document.erased",
  "upload.started",
  "upload.cancelled",
  "upload.expired",
  "webhook.registered",
  "webhook.updated",
  "webhook.tested",
  "webhook.delivery_replayed",
  "webhook.disabled",
  "catalogue.loaded",
  "cluster.archiving_changed",
  "control_item.obsolescence_changed",
  "control.judged_again",
] as const;
export type AuditAction = (typeof auditActions)[number];

export interface AuditEntry {
  id: Id;
  at: Date;
  /** `partner` with a `companyId`: a consultant, whom the company sees by name. */
  actorTier: Actor["tier"];
  actorKeyId: Id | undefined;
  partnerId: Id | undefined;
  companyId: Id | undefined;
  action: AuditAction;
  subjectId: Id;
  /**
   * Field names, counts and ids, but no values from the caller: the log outlives the data. `actorAccountId` is the account of
   * the person who acted.
   */
  details: Record<string, unknown>;
  address: string | undefined;
  requestId: string;
}

/** An absent field does not filter. */
export interface AuditFilter {
  /** An action, or the part before its dot for all actions of that kind. */
  action?: string | undefined;
  actorTier?: Actor["tier"] | undefined;
  /** The id of the changed resource, of the acting key, partner or company, or of the request. */
  about?: string | undefined;
  /** The id of the changed resource. */
  subjectId?: Id | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** What an entry can be about, where it has a name. */
export const subjectKinds = [
  "partner",
  "company",
  "business_entity",
  "review",
  "document",
  "webhook",
  "control_item",
  "api_key",
  "account",
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** What these ids are and what they are called, where they have a name and still exist. */
  findNames(ids: Id[]): Promise<Map<Id, { name: string; kind: SubjectKind }>>;
  /** Whether an account has such an entry about the subject since then. */
  has(entry: { action: AuditAction; subjectId: Id; accountId: Id; since: Date }): Promise<boolean>;
  list(filter: AuditFilter, page: SortedPageRequest<never>): Promise<Page<AuditEntry>>;
}

export interface AuditDeps {
  clock: Clock;
  ids: IdSource;
}

/** Appends an entry in the transaction of the change, so that neither exists without the other. */
export async function recordAuditEntry(
  { clock, ids }: AuditDeps,
  log: Pick<AuditLog, "append">,
  context: AuditContext,
  action: AuditAction,
  subjectId: Id,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { actor } = context;
  const actorAccountId = accountOf(actor);
  await log.append({
    id: ids.next(),
    at: clock.now(),
    actorTier: isConsultant(actor) ? "partner" : actor.tier,
    actorKeyId: "keyId" in actor ? actor.keyId : undefined,
    partnerId: "partnerId" in actor ? actor.partnerId : undefined,
    companyId: "companyId" in actor ? actor.companyId : undefined,
    action,
    subjectId,
    details: {
      ...details,
      ...(actorAccountId !== undefined && { actorAccountId }),
      ...("linkId" in actor && { actorLinkId: actor.linkId }),
    },
    address: context.address,
    requestId: context.requestId,
  });
}
