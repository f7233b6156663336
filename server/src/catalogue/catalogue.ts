import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { ControlDocument, FrameworkDocument, ItemDocument } from "./catalogue-format.ts";

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

/** What a submission names of a control. */
export interface Selection {
  clusterIds: Id[] | undefined;
  itemIds: Id[] | undefined;
}

/** An item as far as it matters for whether a submission is judged by it. */
export type SelectableItem = Pick<ControlItem, "id" | "clusterId" | "isObsolete">;

/** A control as the administrator reads it: its clusters and items with all the catalogue says of them. */
export interface DescribedControl extends Control {
  frameworkName: string;
  definition: Pick<ControlDocument, "source" | "expects" | "terms">;
  clusters: (Cluster & { items: DescribedItem[] })[];
}

export interface DescribedItem extends ControlItem {
  revision: number;
  definition: Pick<ItemDocument, "criteria" | "risks" | "compensatingControls" | "recommendation">;
}

/** What the database holds of a framework, as far as it matters for telling what a new version changes. */
export interface LoadedFramework {
  sha256: Buffer;
  /** Of the version that last came with the product. */
  shippedSha256: Buffer | undefined;
  items: { id: Id; sha256: Buffer; isObsolete: boolean }[];
}

/** What loading a document means for its items. Ids stay for ever: an item that is gone from the file becomes obsolete. */
export interface FrameworkChanges {
  added: Id[];
  reworded: Id[];
  obsoleted: Id[];
  unchanged: Id[];
}

export interface CatalogueStore {
  /** Only what the partner may reference. */
  listFrameworks(partnerId: Id): Promise<Framework[]>;
  listEveryFramework(): Promise<Framework[]>;
  findControl(partnerId: Id, controlId: Id): Promise<Control | undefined>;
  describeControl(controlId: Id): Promise<DescribedControl | undefined>;
  listClusters(controlId: Id): Promise<Cluster[]>;
  listItems(controlId: Id): Promise<ControlItem[]>;
  /** Of the control's items those that are named or lie in a named cluster, or all when nothing is named. */
  listSelectable(controlId: Id, selection: Selection): Promise<SelectableItem[]>;
  /** Both yield undefined when there is no such thing; they outlive every later load of the catalogue. */
  setClusterArchived(id: Id, isArchived: boolean): Promise<Cluster | undefined>;
  setItemObsolete(id: Id, isObsolete: boolean): Promise<ControlItem | undefined>;
  /** Keeps everyone else from loading until the transaction ends. */
  lockForLoading(): Promise<void>;
  findLoaded(frameworkId: Id): Promise<LoadedFramework | undefined>;
  /** The other framework that already has this code. */
  findFrameworkWithCode(code: string, exceptId: Id): Promise<Id | undefined>;
  /** Of these ids, those that belong to another framework. */
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
  controlId: Id,
): Promise<Control> {
  const control = await catalogue.findControl(partnerId, controlId);
  if (control === undefined) throw notFound("control");
  return control;
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
  controlIds: Id[] | undefined,
): Promise<{ frameworkIds: Id[]; controlIds: Id[] | undefined }> {
  const frameworks = await catalogue.listEveryFramework();
  const chosen = frameworks.filter((framework) => frameworkIds.includes(framework.id));
  const unknown = frameworkIds.filter((id) => !chosen.some((framework) => framework.id === id));
  if (unknown.length > 0)
    throw new AppError("unprocessable", `frameworkIds names no framework of the catalogue: ${shown(unknown)}.`);
  const controls = chosen.flatMap((framework) => framework.controls.map((control) => control.id));
  const outside = (controlIds ?? []).filter((id) => !controls.includes(id));
  if (outside.length > 0) {
    throw new AppError("unprocessable", `controlIds names no control of the chosen frameworks: ${shown(outside)}.`);
  }
  return { frameworkIds: [...new Set(frameworkIds)], controlIds: controlIds && [...new Set(controlIds)] };
}

/** Enough to find the mistake; what a caller sent is never repeated whole. */
function shown(ids: string[]): string {
  return ids
    .slice(0, 5)
    .map((id) => id.slice(0, 40))
    .join(", ");
}
