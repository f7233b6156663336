import type { AuditContext } from "../audit/audit-context.ts";
import { checkFramework } from "./check-framework.ts";
import { hashFramework, type LoadDeps, loadFramework } from "./load-framework.ts";
import { readUncheckedCatalogue, type UncheckedFramework } from "./shipped-catalogue.ts";

/** The version of the service whose catalogue is loaded. */
export interface CatalogueVersion {
  find(): Promise<string | undefined>;
  put(version: string): Promise<void>;
}

export interface LoadShippedDeps extends LoadDeps {
  catalogueVersion: CatalogueVersion;
}

/**
 * Loads the catalogue unless a newer version's is loaded, because processes of two versions may share a database during an
 * upgrade. Without `reloadsSameVersion`, a start that finds its own version's catalogue does not read the files.
 */
export async function loadShippedCatalogue(
  deps: LoadShippedDeps,
  context: AuditContext,
  { version, reloadsSameVersion }: { version: string; reloadsSameVersion: boolean },
): Promise<void> {
  const loaded = await deps.catalogueVersion.find();
  const order = loaded === undefined ? 1 : compareVersions(version, loaded);
  if (order < 0 || (order === 0 && !reloadsSameVersion)) return;
  const changed: UncheckedFramework[] = [];
  for (const framework of await readUncheckedCatalogue())
    if (!(await isLoaded(deps, framework))) changed.push(framework);
  for (const framework of changed.map(checkFramework)) await loadFramework(deps, context, framework, "shipped");
  if (order > 0) await deps.catalogueVersion.put(version);
}

/** What is loaded was checked when it was loaded. Checking and comparing it at every start took 6 % of its processor time. */
async function isLoaded({ db }: LoadDeps, framework: UncheckedFramework): Promise<boolean> {
  const loaded = await db.transaction(({ catalogue }) => catalogue.findLoaded(framework.id));
  return loaded?.sha256.equals(hashFramework(framework)) ?? false;
}

/** Negative if the first is older. Ignores the suffix of a version such as 1.2.3-rc.1. */
function compareVersions(first: string, second: string): number {
  const [a, b] = [first, second].map((version) => (version.split("-")[0] ?? "").split(".").map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
