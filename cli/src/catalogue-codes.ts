import type { Assay, CallOptions, Control, Framework } from "@assay/sdk";
import { exitCodes, misused, Problem } from "./problem.ts";

/** What can be referenced, as far as whoever asks may see it. */
export interface Catalogue {
  frameworks(): Promise<Framework[]>;
  /** Those that are not archived. */
  clusters(controlId: string): Promise<{ id: string; code: string }[]>;
  items(controlId: string): Promise<{ id: string; externalId: string }[]>;
  /** The command that shows it to the same caller. */
  listedBy: string;
}

/** Of a partner, or of one of its companies: they see the same. */
export const catalogueOf = (assay: Assay, options: CallOptions): Catalogue => ({
  frameworks: async () => (await assay.listComplianceFrameworks(options)).frameworks,
  clusters: async (controlId) => (await assay.listControlClusters(controlId, options)).activeClusters,
  items: async (controlId) => (await assay.listControlItems(controlId, options)).items,
  listedBy: "assay frameworks",
});

/** What a partner will see that is made without a whitelist. */
export const everyFramework = (admin: Assay["admin"], options: CallOptions): Catalogue => ({
  frameworks: async () => (await admin.listFrameworks(options)).frameworks,
  clusters: async (controlId) =>
    (await admin.describeControl(controlId, options)).clusters.filter(({ isArchived }) => !isArchived),
  items: async (controlId) =>
    (await admin.describeControl(controlId, options)).clusters.flatMap((cluster) => cluster.items),
  listedBy: "assay admin frameworks",
});

/** People know controls by their codes, the API by their ids; both are taken. */
export function findControl(
  frameworks: Framework[],
  codeOrId: string,
  listedBy = "assay frameworks",
): { framework: Framework; control: Control } {
  const wanted = codeOrId.toUpperCase();
  const all = frameworks.flatMap((framework) => framework.controls.map((control) => ({ framework, control })));
  const withId = all.find(({ control }) => control.id === wanted);
  if (withId !== undefined) return withId;
  const [found, ...others] = all.filter(({ control }) => control.code.toUpperCase() === wanted);
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined) {
    // A code is a framework's own; that of another may be the same.
    const ids = [found, ...others].map(({ framework, control }) => `${control.id} (${framework.code})`);
    throw misused(`There are ${ids.length} controls ${codeOrId}.`, `Give the id: ${ids.join(", ")}.`);
  }
  const codes = frameworks.flatMap(({ controls }) => controls.map(({ code }) => code));
  throw new Problem(
    `There is no control ${codeOrId}.`,
    exitCodes.notFound,
    codes.length > 0 ? `There are: ${codes.join(", ")}. ${listedBy} shows more.` : "No framework is open to this key.",
  );
}

export function findFramework(frameworks: Framework[], codeOrId: string): Framework {
  const wanted = codeOrId.toUpperCase();
  const found = frameworks.find(({ id, code }) => id === wanted || code.toUpperCase() === wanted);
  if (found !== undefined) return found;
  const codes = frameworks.map(({ code }) => code).join(", ");
  throw new Problem(`There is no framework ${codeOrId}.`, exitCodes.notFound, `There are: ${codes}.`);
}

/** "Art. 33(2)" is enough for "GDPR Art. 33(2)". */
export function isCalled(name: string, wanted: string): boolean {
  const [full, part] = [name.toUpperCase(), wanted.trim().toUpperCase()];
  return full === part || full.endsWith(` ${part}`);
}

/** Clusters and items by their codes, too, of the control that is meant. */
export async function findSelection(
  catalogue: Catalogue,
  controlId: string,
  { clusters, items }: { clusters: string[]; items: string[] },
): Promise<{ selectedControlClusterIds?: string[]; selectedControlItemIds?: string[] }> {
  const pick = (known: { id: string; name: string }[], wanted: string, what: string) => {
    const found = known.find(({ id, name }) => id === wanted.toUpperCase() || isCalled(name, wanted));
    if (found !== undefined) return found.id;
    const names = known.map(({ name }) => name).join(", ");
    throw new Problem(`The control has no ${what} ${wanted}.`, exitCodes.notFound, `It has: ${names}.`);
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
