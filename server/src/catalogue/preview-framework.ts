import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { CatalogueStore } from "./catalogue.ts";
import type { FrameworkDocument } from "./catalogue-format.ts";
import { problemsOfFramework } from "./check-framework.ts";
import { changesOfFramework, conflictsOf } from "./load-framework.ts";
import { fromOscal, isOscal } from "./oscal-import.ts";

export type ItemChangeKind = "added" | "reworded" | "obsoleted";

export interface PreviewedItem {
  id: Id;
  externalId: string;
  name: string;
  change: ItemChangeKind;
}

/** What loading a file would do. With problems it would do nothing, and what else could be told stays out. */
export type FrameworkPreview =
  | { problems: [string, ...string[]] }
  | {
      problems: [];
      framework: Pick<FrameworkDocument, "id" | "code" | "name" | "version">;
      /** Nothing of this framework is loaded yet. */
      isNew: boolean;
      controlCount: number;
      items: PreviewedItem[];
      unchanged: number;
    };

type PreviewStore = Pick<
  CatalogueStore,
  "findLoaded" | "findFrameworkWithCode" | "findForeign" | "listEveryFramework" | "listItems"
>;

/** The same checks and the same comparison as loading, and then nothing is written. */
export async function previewFramework(
  { catalogue }: { catalogue: PreviewStore },
  value: unknown,
): Promise<FrameworkPreview> {
  const read = readDocument(value);
  if ("problems" in read) return read;
  const { document } = read;
  const [conflict, ...others] = await conflictsOf(catalogue, document);
  if (conflict !== undefined) return { problems: [conflict, ...others] };

  const loaded = await catalogue.findLoaded(document.id);
  const changes = changesOfFramework(document, loaded);
  const known = new Map(
    [...(await loadedItems(catalogue, document.id)), ...itemsOf(document)].map((item) => [item.id, item]),
  );
  const told = (ids: Id[], change: ItemChangeKind) =>
    ids.map((id) => ({ id, externalId: "", name: "", ...known.get(id), change }));
  const { id, code, name, version } = document;
  return {
    problems: [],
    framework: { id, code, name, version },
    isNew: loaded === undefined,
    controlCount: document.controls.length,
    items: [
      ...told(changes.added, "added"),
      ...told(changes.reworded, "reworded"),
      ...told(changes.obsoleted, "obsoleted"),
    ],
    unchanged: changes.unchanged.length,
  };
}

function readDocument(value: unknown): { document: FrameworkDocument } | { problems: [string, ...string[]] } {
  try {
    const document = isOscal(value) ? fromOscal(value) : value;
    const [problem, ...others] = problemsOfFramework(document);
    return problem === undefined ? { document: document as FrameworkDocument } : { problems: [problem, ...others] };
  } catch (error) {
    // An OSCAL file that cannot become a framework is refused with the reason.
    if (error instanceof AppError) return { problems: [error.message] };
    throw error;
  }
}

const itemsOf = (document: FrameworkDocument) =>
  document.controls
    .flatMap(({ clusters }) => clusters)
    .flatMap(({ items }) => items)
    .map(({ id, externalId, name }) => ({ id, externalId, name }));

/** Items that are gone from the file are named as they were. */
async function loadedItems(catalogue: PreviewStore, frameworkId: Id) {
  const framework = (await catalogue.listEveryFramework()).find(({ id }) => id === frameworkId);
  const items = await Promise.all((framework?.controls ?? []).map((control) => catalogue.listItems(control.id)));
  return items.flat().map(({ id, externalId, name }) => ({ id, externalId, name }));
}
