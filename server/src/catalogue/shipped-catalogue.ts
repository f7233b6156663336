import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ControlDocument,
  type ControlTranslation,
  type FrameworkDocument,
  type ItemTranslation,
  type TranslatedLanguage,
  translatedLanguages,
} from "./catalogue-format.ts";
import { checkFramework } from "./check-framework.ts";

export const shippedCatalogueFolder = join(import.meta.dirname, "..", "..", "..", "catalogue");

/**
 * One folder per framework: `framework.json` names it, `control.json` is one of its controls, `control.de.json` holds
 * that control's texts in German.
 */
export async function readShippedCatalogue(folder = shippedCatalogueFolder): Promise<FrameworkDocument[]> {
  return (await readUncheckedCatalogue(folder)).map(checkFramework);
}

/** The content of the files of a framework. */
export interface UncheckedFramework {
  id: string;
}

export async function readUncheckedCatalogue(folder = shippedCatalogueFolder): Promise<UncheckedFramework[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  return Promise.all(folders.sort().map(readFrameworkFolder));
}

/** Returns the content of the files unchecked. */
export async function readFrameworkFolder(folder: string): Promise<UncheckedFramework> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json") && name !== "framework.json").sort();
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));
  const controls = names.filter((name) => !isTranslation(name));
  return {
    ...(await read("framework.json")),
    controls: await Promise.all(
      controls.map(async (name) => {
        const own = names.filter((other) => isTranslation(other) && other.startsWith(`${name.slice(0, -5)}.`));
        return addTranslations(await read(name), await Promise.all(own.map(read)));
      }),
    ),
  };
}

const isTranslation = (name: string) => translatedLanguages.some((language) => name.endsWith(`.${language}.json`));

/** The texts of a control, and those of its items by their `externalId`. */
interface TranslationFile extends ControlTranslation {
  language: TranslatedLanguage;
  items: Record<string, ItemTranslation>;
}

/** Texts for items that the control does not have stay in the result, so that the check reports them. */
function addTranslations(control: ControlDocument, files: TranslationFile[]): ControlDocument {
  if (files.length === 0) return control;
  const clusters = control.clusters.map((cluster) => ({
    ...cluster,
    items: cluster.items.map((item) => ({
      ...item,
      translations: Object.fromEntries(
        files.flatMap(({ language, items }) => {
          const own = items[item.externalId];
          return own === undefined ? [] : [[language, own]];
        }),
      ),
    })),
  }));
  const translations = Object.fromEntries(
    files.map(({ language, items, ...texts }) => [language, { ...texts, ...findUnknownItems(control, items) }]),
  );
  return { ...control, translations, clusters };
}

function findUnknownItems(control: ControlDocument, items: Record<string, ItemTranslation>): object {
  const known = new Set(control.clusters.flatMap((cluster) => cluster.items.map(({ externalId }) => externalId)));
  const unknown = Object.keys(items).filter((externalId) => !known.has(externalId));
  return unknown.length === 0 ? {} : { unknownItems: unknown };
}
