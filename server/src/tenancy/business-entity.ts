import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { notFound } from "../platform/app-error.ts";
import { changedFields } from "../platform/changed-fields.ts";
import { type ReferenceStore, refuseTakenReference } from "../platform/external-reference.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";
import type { Transactional } from "../platform/transactional.ts";
import { type FactsPatch, patchFacts, type StatedFacts } from "./stated-facts.ts";

export interface BusinessEntity {
  id: Id;
  companyId: Id;
  name: string;
  description: string | null;
  isArchived: boolean;
  /** Set by the administrator, for information only. */
  isApproved: boolean;
  /** Decide conditions of the catalogue in documents that are submitted from now on. */
  facts: StatedFacts;
  /** The entity's number in the caller's own system. */
  externalReference: string | null;
  createdAt: Date;
  updatedAt: Date | undefined;
}

export interface EntityFilter {
  externalReference?: string | undefined;
}

export interface BusinessEntityStore {
  insert(entity: BusinessEntity): Promise<void>;
  find(companyId: Id, id: Id): Promise<BusinessEntity | undefined>;
  list(companyId: Id, filter: EntityFilter, page: PageRequest): Promise<Page<BusinessEntity>>;
  lock(companyId: Id, id: Id): Promise<BusinessEntity | undefined>;
  /** For the administrator, who is not bound to a company. */
  lockOfAnyCompany(id: Id): Promise<BusinessEntity | undefined>;
  update(entity: BusinessEntity): Promise<void>;
}

interface EntityDeps extends AuditDeps {
  db: Transactional<{ entities: BusinessEntityStore; references: ReferenceStore; audit: AuditLog }>;
}

interface NewEntity {
  name: string;
  description: string | null;
  isApproved: boolean;
  facts?: StatedFacts;
  externalReference?: string | null;
}

export function newEntity(
  { clock, ids }: AuditDeps,
  companyId: Id,
  { facts = {}, externalReference = null, ...fields }: NewEntity,
): BusinessEntity {
  const now = clock.now();
  const stated = { ...fields, facts, externalReference };
  return { id: ids.next(), companyId, ...stated, isArchived: false, createdAt: now, updatedAt: undefined };
}

export async function createEntity(
  deps: EntityDeps,
  context: AuditContext<CompanyActor>,
  {
    facts,
    ...fields
  }: { name: string; description: string | null; facts: FactsPatch; externalReference: string | null },
): Promise<BusinessEntity> {
  const { companyId } = context.actor;
  return deps.db.transaction(async ({ entities, references, audit }) => {
    await refuseTaken(references, companyId, fields.externalReference);
    const stated = { facts: patchFacts({}, facts), isApproved: false };
    const entity = newEntity(deps, companyId, { ...fields, ...stated });
    await entities.insert(entity);
    await recordAuditEntry(deps, audit, context, "business_entity.created", entity.id);
    return entity;
  });
}

export async function getEntity(
  { entities }: { entities: Pick<BusinessEntityStore, "find"> },
  companyId: Id,
  id: Id,
): Promise<BusinessEntity> {
  const entity = await entities.find(companyId, id);
  if (entity === undefined) throw notFound("business entity");
  return entity;
}

/** Returns whether anything changed. */
export async function updateEntity(
  deps: EntityDeps,
  context: AuditContext<CompanyActor>,
  id: Id,
  {
    facts: patch,
    ...rest
  }: { name?: string; description?: string | null; facts?: FactsPatch; externalReference?: string | null },
): Promise<boolean> {
  return deps.db.transaction(async ({ entities, references, audit }) => {
    const entity = await entities.lock(context.actor.companyId, id);
    if (entity === undefined) throw notFound("business entity");
    const fields = { ...rest, ...(patch !== undefined && { facts: patchFacts(entity.facts, patch) }) };
    const updatedFields = changedFields(entity, fields);
    if (updatedFields.length === 0) return false;
    await refuseTaken(references, entity.companyId, rest.externalReference, id);
    await entities.update({ ...entity, ...fields, updatedAt: deps.clock.now() });
    await recordAuditEntry(deps, audit, context, "business_entity.updated", id, { updatedFields });
    return true;
  });
}

async function refuseTaken(
  references: ReferenceStore,
  companyId: Id,
  reference: string | null | undefined,
  ownId?: Id,
): Promise<void> {
  if (reference == null) return;
  const claim = { kind: "businessEntity" as const, ownerId: companyId, reference };
  await refuseTakenReference(references.lock, { ...claim, ...(ownId !== undefined && { ownId }) });
}

/** Applies the administrator's decisions about an entity. */
export async function decideEntity(
  deps: EntityDeps,
  context: AuditContext,
  id: Id,
  decision: { isApproved?: boolean; isArchived?: boolean },
): Promise<BusinessEntity> {
  return deps.db.transaction(async ({ entities, audit }) => {
    const entity = await entities.lockOfAnyCompany(id);
    if (entity === undefined) throw notFound("business entity");
    const updatedFields = changedFields(entity, decision);
    if (updatedFields.length === 0) return entity;
    const decided = { ...entity, ...decision, updatedAt: deps.clock.now() };
    await entities.update(decided);
    const { isApproved, isArchived } = decided;
    if (updatedFields.includes("isApproved")) {
      await recordAuditEntry(deps, audit, context, "business_entity.approval_changed", id, { isApproved });
    }
    if (updatedFields.includes("isArchived")) {
      await recordAuditEntry(deps, audit, context, "business_entity.archiving_changed", id, { isArchived });
    }
    return decided;
  });
}

/** Stores facts that come with a submission, in its transaction. */
export async function stateFacts(
  deps: AuditDeps,
  { entities, audit }: { entities: BusinessEntityStore; audit: AuditLog },
  context: AuditContext<CompanyActor>,
  { businessEntityId, patch }: { businessEntityId: Id; patch: FactsPatch },
): Promise<void> {
  const entity = await entities.lock(context.actor.companyId, businessEntityId);
  if (entity === undefined) throw notFound("business entity");
  const facts = patchFacts(entity.facts, patch);
  if (facts === entity.facts) return;
  await entities.update({ ...entity, facts, updatedAt: deps.clock.now() });
  await recordAuditEntry(deps, audit, context, "business_entity.updated", entity.id, { updatedFields: ["facts"] });
}
