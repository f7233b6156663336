import type { AuditContext } from "../audit/audit-context.ts";
import { type LoadDeps, loadFramework } from "./load-framework.ts";
import { readShippedCatalogue } from "./shipped-catalogue.ts";

/** The version of the service whose catalogue the database holds. */
export interface CatalogueVersion {
  find(): Promise<string | undefined>;
  put(version: string): Promise<void>;
}

export interface LoadShippedDeps extends LoadDeps {
  catalogueVersion: CatalogueVersion;
}

/**
 * Processes of two versions may share a database for a while; whichever of them starts last, the catalogue stays that of
 * the newer one. Without `isAsked` it is loaded only where none or an older one is, so that most starts need not read it.
 */
export async function loadShippedCatalogue(
  deps: LoadShippedDeps,
  context: AuditContext,
  { version, isAsked }: { version: string; isAsked: boolean },
): Promise<void> {
  const loaded = await deps.catalogueVersion.find();
  const order = loaded === undefined ? 1 : compareVersions(version, loaded);
  if (order < 0 || (order === 0 && !isAsked)) return;
  for (const framework of await readShippedCatalogue()) await loadFramework(deps, context, framework, "shipped");
  if (order > 0) await deps.catalogueVersion.put(version);
}

/** Below 0 when the first is older. Of 1.2.3-rc.1 only the numbers before the dash count. */
function compareVersions(first: string, second: string): number {
  const [a, b] = [first, second].map((version) => (version.split("-")[0] ?? "").split(".").map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
