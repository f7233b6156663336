import type { Assay, CallOptions, Control, Framework } from "@assay/sdk";
import type { Administration } from "@assay/sdk/administration";
import { CliError, exitCodes, usageError } from "./cli-error.ts";

/** The frameworks that the caller may see. */
export interface Catalogue {
  frameworks(): Promise<Framework[]>;
  /** Without archived clusters. */
  clusters(controlId: string): Promise<{ id: string; code: string }[]>;
  items(controlId: string): Promise<{ id: string; externalId: string }[]>;
  /** The command that lists it for the same caller. */
  listCommand: string;
}

/** For a partner or one of its companies, which see the same. */
export const openTenantCatalogue = (assay: Assay, options: CallOptions): Catalogue => ({
  frameworks: async () => (await assay.listComplianceFrameworks(options)).frameworks,
  clusters: async (controlId) => (await assay.listControlClusters(controlId, options)).activeClusters,
  items: async (controlId) => (await assay.listControlItems(controlId, options)).items,
  listCommand: "assay frameworks",
});

/** For the administrator: what a partner without a whitelist will see. */
export const openFullCatalogue = (admin: Administration, options: CallOptions): Catalogue => ({
  frameworks: async () => (await admin.listFrameworks(options)).frameworks,
  clusters: async (controlId) =>
    (await admin.describeControl(controlId, options)).clusters.filter(({ isArchived }) => !isArchived),
  items: async (controlId) =>
    (await admin.describeControl(controlId, options)).clusters.flatMap((cluster) => cluster.items),
  listCommand: "assay admin frameworks",
});

/** Finds a control by its code or id. */
export function findControl(
  frameworks: Framework[],
  codeOrId: string,
  listCommand = "assay frameworks",
): { framework: Framework; control: Control } {
  const upperCase = codeOrId.toUpperCase();
  const all = frameworks.flatMap((framework) => framework.controls.map((control) => ({ framework, control })));
  const withId = all.find(({ control }) => control.id === upperCase);
  if (withId !== undefined) return withId;
  const [found, ...others] = all.filter(({ control }) => control.code.toUpperCase() === upperCase);
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined) {
    // Codes are unique only within a framework.
    const ids = [found, ...others].map(({ framework, control }) => `${control.id} (${framework.code})`);
    throw usageError(`${ids.length} controls have the code ${codeOrId}.`, `Use the id: ${ids.join(", ")}.`);
  }
  const codes = frameworks.flatMap(({ controls }) => controls.map(({ code }) => code));
  throw new CliError(
    `Unknown control ${codeOrId}.`,
    exitCodes.notFound,
    codes.length > 0
      ? `Known controls: ${codes.join(", ")}. ${listCommand} shows details.`
      : "This key may use no framework.",
  );
}

export function findFramework(frameworks: Framework[], codeOrId: string): Framework {
  const upperCase = codeOrId.toUpperCase();
  const found = frameworks.find(({ id, code }) => id === upperCase || code.toUpperCase() === upperCase);
  if (found !== undefined) return found;
  const codes = frameworks.map(({ code }) => code).join(", ");
  throw new CliError(`Unknown framework ${codeOrId}.`, exitCodes.notFound, `Known frameworks: ${codes}.`);
}

/** "Art. 33(2)" matches "GDPR Art. 33(2)". */
export function matchesName(name: string, wanted: string): boolean {
  const [full, part] = [name.toUpperCase(), wanted.trim().toUpperCase()];
  return full === part || full.endsWith(` ${part}`);
}

/** Finds clusters and items of a control by their codes or ids. */
export async function findSelection(
  catalogue: Catalogue,
  controlId: string,
  { clusters, items }: { clusters: string[]; items: string[] },
): Promise<{ selectedControlClusterIds?: string[]; selectedControlItemIds?: string[] }> {
  const pick = (known: { id: string; name: string }[], wanted: string, what: string) => {
    const found = known.find(({ id, name }) => id === wanted.toUpperCase() || matchesName(name, wanted));
    if (found !== undefined) return found.id;
    const names = known.map(({ name }) => name).join(", ");
    throw new CliError(`The control has no ${what} ${wanted}.`, exitCodes.notFound, `It has: ${names}.`);
  };
  const selection: { selectedControlClusterIds?: string[]; selectedControlItemIds?: string[] } = {};
  if (clusters.length > 0) {
    const known = (await catalogue.clusters(controlId)).map(({ id, code }) => ({ id, name: code }));
    selection.selectedControlClusterIds = clusters.map((one) => pick(known, one, "cluster"));
  }
  if (items.length > 0) {
    const known = (await catalogue.items(controlId)).map(({ id, externalId }) => ({ id, name: externalId }));
    selection.selectedControlItemIds = items.map((one) => pick(known, one, "item"));
  }
  return selection;
}
