import type { CatalogueStore } from "../catalogue/catalogue.ts";
import type { FrameworkDocument } from "../catalogue/catalogue-format.ts";
import { toControlDocument } from "../catalogue/stored-control.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";

/** A loaded control as the only one of its framework. */
export async function readStoredControl(
  { catalogue }: { catalogue: Pick<CatalogueStore, "describeControl" | "listEveryFramework"> },
  controlId: Id,
): Promise<FrameworkDocument> {
  const control = await catalogue.describeControl(controlId);
  const framework = (await catalogue.listEveryFramework()).find(({ id }) => id === control?.frameworkId);
  if (control === undefined || framework === undefined) throw notFound("control");
  const { id, code, name, version } = framework;
  return { id, code, name, version, controls: [toControlDocument(control)] };
}
