import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { CatalogueLanguage, ControlDocument, DocumentsCount, FrameworkDocument } from "./catalogue-format.ts";
import type { CompleteItem, ItemCondition } from "./complete-item.ts";

export interface Framework {
  id: Id;
  name: string;
  code: string;
  version: string;
  controls: Control[];
}

export interface Control {
  id: Id;
  frameworkId: Id;
  name: string;
  code: string;
  description: string;
  documentsCount: DocumentsCount;
  /** How many items a submission gets that selects nothing. */
  itemCount: number;
}

export interface Cluster {
  id: Id;
  controlId: Id;
  name: string;
  code: string;
  isArchived: boolean;
}

export interface ControlItem {
  id: Id;
  controlId: Id;
  clusterId: Id;
  externalId: string;
  name: string;
  objective: string;
  isObsolete: boolean;
}

/** A condition of a control, with its texts in every language. */
export interface ControlCondition {
  key: string;
  controlId: Id;
  condition: ItemCondition;
}

/** The clusters and items of a control that a submission names. */
export interface Selection {
  clusterIds: Id[] | undefined;
  itemIds: Id[] | undefined;
}

export type SelectableItem = Pick<ControlItem, "id" | "clusterId" | "isObsolete">;

/** A control with everything the catalogue states about it, for the administrator. */
export interface DescribedControl extends Control {
  frameworkName: string;
  definition: Omit<ControlDocument, "id" | "code" | "name" | "description" | "clusters">;
  clusters: (Cluster & { items: DescribedItem[] })[];
}

export interface DescribedItem extends ControlItem {
  revision: number;
  definition: Omit<CompleteItem, "id" | "name" | "objective" | "isObsolete">;
}

/** The stored state of a framework, to compare a new version with. */
export interface LoadedFramework {
  sha256: Buffer;
  /** The hash of the shipped version that was loaded last. */
  shippedSha256: Buffer | undefined;
  items: { id: Id; sha256: Buffer; isObsolete: boolean }[];
}

/** What loading a document changes. Ids stay for ever: an item that is missing from the file becomes obsolete. */
export interface FrameworkChanges {
  added: Id[];
  reworded: Id[];
  obsoleted: Id[];
  unchanged: Id[];
}

export interface CatalogueStore {
  /** Only frameworks and controls that the partner may reference. */
  /** Texts in the language, or else as the catalogue is written; so below. */
  listFrameworks(partnerId: Id, language?: CatalogueLanguage): Promise<Framework[]>;
  listEveryFramework(): Promise<Framework[]>;
  /** By its id, or by its code if one of the controls that the partner may use has it. */
  findControl(partnerId: Id, idOrCode: string): Promise<Control | undefined>;
  /** Of any partner's. Undefined for a code that several frameworks use. */
  findControlId(idOrCode: string): Promise<Id | undefined>;
  describeControl(controlId: Id): Promise<DescribedControl | undefined>;
  /** Of the controls that the partner may reference. */
  listConditions(partnerId: Id): Promise<ControlCondition[]>;
  listClusters(controlId: Id, language?: CatalogueLanguage): Promise<Cluster[]>;
  listItems(controlId: Id, language?: CatalogueLanguage): Promise<ControlItem[]>;
  findItem(partnerId: Id, itemId: Id): Promise<DescribedItem | undefined>;
  /** The items that are named or belong to a named cluster; all items if the selection is empty. */
  listSelectable(controlId: Id, selection: Selection): Promise<SelectableItem[]>;
  /** Loaded after that instant; an item's id carries when it was written, which may be before. */
  listItemIdsAddedAfter(controlId: Id, instant: Date): Promise<Id[]>;
  /** Both return undefined if there is no such id. The change stays in force when the catalogue is loaded again. */
  setClusterArchived(id: Id, isArchived: boolean): Promise<Cluster | undefined>;
  setItemObsolete(id: Id, isObsolete: boolean): Promise<ControlItem | undefined>;
  /** Until the transaction ends, no other process can load the catalogue. */
  lockForLoading(): Promise<void>;
  findLoaded(frameworkId: Id): Promise<LoadedFramework | undefined>;
  /** Another framework with this code. */
  findFrameworkWithCode(code: string, exceptId: Id): Promise<Id | undefined>;
  /** Returns those of the ids that belong to another framework. */
  findForeign(frameworkId: Id, ids: Id[]): Promise<Id[]>;
  save(
    document: FrameworkDocument,
    content: { sha256: Buffer; isShipped: boolean },
    changes: FrameworkChanges,
    at: Date,
  ): Promise<void>;
}

/** "only frameworks and controls returned by GET /v1/compliance-frameworks may be referenced" */
export async function getControl(
  { catalogue }: { catalogue: Pick<CatalogueStore, "findControl"> },
  partnerId: Id,
  idOrCode: string,
): Promise<Control> {
  const control = await findControl({ catalogue }, partnerId, idOrCode);
  if (control === undefined) throw notFound("control");
  return control;
}

/** What may be the id or the code of a control: no database is asked for text that cannot be stored. */
const isReference = (text: string) => /^\P{C}{1,200}$/u.test(text);

/** "control codes accepted wherever control ids are" */
export async function findControl(
  { catalogue }: { catalogue: Pick<CatalogueStore, "findControl"> },
  partnerId: Id,
  idOrCode: string,
): Promise<Control | undefined> {
  return isReference(idOrCode) ? catalogue.findControl(partnerId, idOrCode) : undefined;
}

/** The id of a control of the whole catalogue, for the administrator. */
export async function getAnyControl(
  { catalogue }: { catalogue: Pick<CatalogueStore, "findControlId"> },
  idOrCode: string,
): Promise<Id> {
  const found = isReference(idOrCode) ? await catalogue.findControlId(idOrCode) : undefined;
  if (found === undefined) throw notFound("control");
  return found;
}

/** Of a control that the partner may reference. */
export async function getItem(
  { catalogue }: { catalogue: Pick<CatalogueStore, "findItem"> },
  partnerId: Id,
  itemId: Id,
): Promise<DescribedItem> {
  const item = await catalogue.findItem(partnerId, itemId);
  if (item === undefined) throw notFound("control item");
  return item;
}

interface CatalogueDeps extends AuditDeps {
  db: Transactional<{ catalogue: CatalogueStore; audit: AuditLog }>;
}

export async function archiveCluster(
  deps: CatalogueDeps,
  context: AuditContext,
  id: Id,
  isArchived: boolean,
): Promise<Cluster> {
  return deps.db.transaction(async ({ catalogue, audit }) => {
    const cluster = await catalogue.setClusterArchived(id, isArchived);
    if (cluster === undefined) throw notFound("cluster");
    await recordAuditEntry(deps, audit, context, "cluster.archiving_changed", id, { isArchived });
    return cluster;
  });
}

export async function markItemObsolete(
  deps: CatalogueDeps,
  context: AuditContext,
  id: Id,
  isObsolete: boolean,
): Promise<ControlItem> {
  return deps.db.transaction(async ({ catalogue, audit }) => {
    const item = await catalogue.setItemObsolete(id, isObsolete);
    if (item === undefined) throw notFound("control item");
    await recordAuditEntry(deps, audit, context, "control_item.obsolescence_changed", id, { isObsolete });
    return item;
  });
}

/** A whitelist may only name what exists, and only controls of the frameworks it names. */
export async function checkWhitelist(
  { catalogue }: { catalogue: Pick<CatalogueStore, "listEveryFramework"> },
  frameworkIds: Id[],
  controlIdsOrCodes: string[] | undefined,
): Promise<{ frameworkIds: Id[]; controlIds: Id[] | undefined }> {
  const frameworks = await catalogue.listEveryFramework();
  const chosen = frameworks.filter((framework) => frameworkIds.includes(framework.id));
  const unknown = frameworkIds.filter((id) => !chosen.some((framework) => framework.id === id));
  if (unknown.length > 0)
    throw new AppError("unprocessable", `frameworkIds names no framework of the catalogue: ${formatIds(unknown)}.`);
  const controls = chosen.flatMap((framework) => framework.controls);
  const idsOf = (given: string) =>
    controls.filter(({ id, code }) => id === given || code === given).map(({ id }) => id);
  const outside = (controlIdsOrCodes ?? []).filter((given) => idsOf(given).length === 0);
  if (outside.length > 0) {
    throw new AppError("unprocessable", `controlIds names no control of the chosen frameworks: ${formatIds(outside)}.`);
  }
  return {
    frameworkIds: [...new Set(frameworkIds)],
    controlIds: controlIdsOrCodes && [...new Set(controlIdsOrCodes.flatMap(idsOf))],
  };
}

/** Bounded, because the ids come from the caller. */
function formatIds(ids: string[]): string {
  return ids
    .slice(0, 5)
    .map((id) => id.slice(0, 40))
    .join(", ");
}
