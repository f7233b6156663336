import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { CatalogueStore } from "./catalogue.ts";
import type { FrameworkDocument } from "./catalogue-format.ts";
import { findFrameworkProblems } from "./check-framework.ts";
import { compareFramework, findConflicts } from "./load-framework.ts";
import { fromOscal, isOscal } from "./oscal-import.ts";

export type ItemChangeKind = "added" | "reworded" | "obsoleted";

export interface PreviewedItem {
  id: Id;
  externalId: string;
  name: string;
  change: ItemChangeKind;
}

/** What loading a file would change. A file with problems would change nothing. */
export type FrameworkPreview =
  | { problems: [string, ...string[]] }
  | {
      problems: [];
      framework: Pick<FrameworkDocument, "id" | "code" | "name" | "version">;
      /** This framework is not loaded yet. */
      isNew: boolean;
      controlCount: number;
      items: PreviewedItem[];
      unchanged: number;
    };

type PreviewStore = Pick<
  CatalogueStore,
  "findLoaded" | "findFrameworkWithCode" | "findForeign" | "listEveryFramework" | "listItems"
>;

/** Makes the same checks and the same comparison as loading, but writes nothing. */
export async function previewFramework(
  { catalogue }: { catalogue: PreviewStore },
  value: unknown,
): Promise<FrameworkPreview> {
  const read = readDocument(value);
  if ("problems" in read) return read;
  const { document } = read;
  const [conflict, ...others] = await findConflicts(catalogue, document);
  if (conflict !== undefined) return { problems: [conflict, ...others] };

  const loaded = await catalogue.findLoaded(document.id);
  const changes = compareFramework(document, loaded);
  const known = new Map(
    [...(await loadedItems(catalogue, document.id)), ...itemsOf(document)].map((item) => [item.id, item]),
  );
  const toChanges = (ids: Id[], change: ItemChangeKind) =>
    ids.map((id) => ({ id, externalId: "", name: "", ...known.get(id), change }));
  const { id, code, name, version } = document;
  return {
    problems: [],
    framework: { id, code, name, version },
    isNew: loaded === undefined,
    controlCount: document.controls.length,
    items: [
      ...toChanges(changes.added, "added"),
      ...toChanges(changes.reworded, "reworded"),
      ...toChanges(changes.obsoleted, "obsoleted"),
    ],
    unchanged: changes.unchanged.length,
  };
}

function readDocument(value: unknown): { document: FrameworkDocument } | { problems: [string, ...string[]] } {
  try {
    const document = isOscal(value) ? fromOscal(value) : value;
    const [problem, ...others] = findFrameworkProblems(document);
    return problem === undefined ? { document: document as FrameworkDocument } : { problems: [problem, ...others] };
  } catch (error) {
    // The reason why an OSCAL file cannot be converted.
    if (error instanceof AppError) return { problems: [error.message] };
    throw error;
  }
}

const itemsOf = (document: FrameworkDocument) =>
  document.controls
    .flatMap(({ clusters }) => clusters)
    .flatMap(({ items }) => items)
    .map(({ id, externalId, name }) => ({ id, externalId, name }));

/** Needed for the names of items that are missing from the file. */
async function loadedItems(catalogue: PreviewStore, frameworkId: Id) {
  const framework = (await catalogue.listEveryFramework()).find(({ id }) => id === frameworkId);
  const items = await Promise.all((framework?.controls ?? []).map((control) => catalogue.listItems(control.id)));
  return items.flat().map(({ id, externalId, name }) => ({ id, externalId, name }));
}
