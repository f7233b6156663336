import { createHash } from "node:crypto";
import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { CatalogueStore, FrameworkChanges, LoadedFramework } from "./catalogue.ts";
import type { ControlDocument, FrameworkDocument, ItemDocument } from "./catalogue-format.ts";
import { completeItem } from "./complete-item.ts";

/** The hash of all texts that an analysis reads. A new hash means a new revision. */
export function hashItem(control: ControlDocument, item: ItemDocument): Buffer {
  const { id, isObsolete, ...texts } = completeItem(control, item);
  return createHash("sha256").update(JSON.stringify(texts)).digest();
}

export function compareFramework(document: FrameworkDocument, loaded: LoadedFramework | undefined): FrameworkChanges {
  const before = new Map(loaded?.items.map((item) => [item.id, item]));
  const changes: FrameworkChanges = { added: [], reworded: [], obsoleted: [], unchanged: [] };
  const items = document.controls.flatMap((control) =>
    control.clusters.flatMap((cluster) => cluster.items.map((item) => ({ control, item }))),
  );
  for (const { control, item } of items) {
    const known = before.get(item.id);
    before.delete(item.id);
    if (known === undefined) changes.added.push(item.id);
    else if (item.isObsolete === true && !known.isObsolete) changes.obsoleted.push(item.id);
    else if (!hashItem(control, item).equals(known.sha256)) changes.reworded.push(item.id);
    else changes.unchanged.push(item.id);
  }
  for (const [id, gone] of before) (gone.isObsolete ? changes.unchanged : changes.obsoleted).push(id);
  return changes;
}

/** The hash of a whole framework. Loading one that is loaded already changes nothing. */
export function hashFramework(document: unknown): Buffer {
  return createHash("sha256").update(JSON.stringify(document)).digest();
}

export interface LoadDeps extends AuditDeps {
  db: Transactional<{ catalogue: CatalogueStore; audit: AuditLog }>;
}

/** Loading the same document again changes nothing. A changed one adds revisions; results keep the revision they were made from. */
export async function loadFramework(
  deps: LoadDeps,
  context: AuditContext,
  document: FrameworkDocument,
  origin: "shipped" | "imported",
): Promise<FrameworkChanges> {
  const sha256 = hashFramework(document);
  return deps.db.transaction(async ({ catalogue, audit }) => {
    await catalogue.lockForLoading();
    const loaded = await catalogue.findLoaded(document.id);
    const changes = compareFramework(document, loaded);
    // A version that the administrator has loaded is not replaced by the shipped one at a start.
    const isAdministrators = loaded !== undefined && !loaded.shippedSha256?.equals(loaded.sha256);
    if (loaded?.sha256.equals(sha256) || (origin === "shipped" && isAdministrators)) return changes;
    const [conflict] = await findConflicts(catalogue, document);
    if (conflict !== undefined) throw new AppError("unprocessable", conflict);
    await catalogue.save(document, { sha256, isShipped: origin === "shipped" }, changes, deps.clock.now());
    await recordAuditEntry(deps, audit, context, "catalogue.loaded", document.id, {
      version: document.version,
      added: changes.added.length,
      reworded: changes.reworded.length,
      obsoleted: changes.obsoleted.length,
    });
    return changes;
  });
}

/** Conflicts of a valid document with other frameworks. */
export async function findConflicts(
  catalogue: Pick<CatalogueStore, "findFrameworkWithCode" | "findForeign">,
  document: FrameworkDocument,
): Promise<string[]> {
  const other = await catalogue.findFrameworkWithCode(document.code, document.id);
  const foreign = await catalogue.findForeign(document.id, listIds(document));
  return [
    ...(other === undefined ? [] : [`The code ${document.code} already belongs to framework ${other}.`]),
    ...(foreign.length === 0
      ? []
      : [`These ids already belong to another framework: ${foreign.slice(0, 5).join(", ")}.`]),
  ];
}

function listIds(document: FrameworkDocument): Id[] {
  return document.controls.flatMap((control) => [
    control.id,
    ...control.clusters.flatMap((cluster) => [cluster.id, ...cluster.items.map((item) => item.id)]),
  ]);
}
