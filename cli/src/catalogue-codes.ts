import type { Assay, Control, Framework } from "@assay/sdk";
import { exitCodes, Problem } from "./problem.ts";

/** People know controls by their codes, the API by their ids; both are taken. */
export function findControl(frameworks: Framework[], codeOrId: string): { framework: Framework; control: Control } {
  const wanted = codeOrId.toUpperCase();
  for (const framework of frameworks) {
    const control = framework.controls.find(({ id, code }) => id === wanted || code.toUpperCase() === wanted);
    if (control !== undefined) return { framework, control };
  }
  const codes = frameworks.flatMap(({ controls }) => controls.map(({ code }) => code));
  throw new Problem(
    `There is no control ${codeOrId}.`,
    exitCodes.notFound,
    codes.length > 0
      ? `There are: ${codes.join(", ")}. assay frameworks shows more.`
      : "No framework is open to this key.",
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
  assay: Assay,
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
    const { activeClusters } = await assay.listControlClusters(controlId);
    const known = activeClusters.map(({ id, code }) => ({ id, name: code }));
    selection.selectedControlClusterIds = clusters.map((one) => pick(known, one, "cluster"));
  }
  if (items.length > 0) {
    const known = (await assay.listControlItems(controlId)).items.map(({ id, externalId }) => ({
      id,
      name: externalId,
    }));
    selection.selectedControlItemIds = items.map((one) => pick(known, one, "item"));
  }
  return selection;
}
