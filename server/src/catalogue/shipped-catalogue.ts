import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ControlDocument, FrameworkDocument } from "./catalogue-format.ts";
import { checkFramework } from "./check-framework.ts";

export const shippedCatalogueFolder = join(import.meta.dirname, "..", "..", "..", "catalogue");

/** One folder per framework: `framework.json` names it, every other file is one of its controls. */
export async function readShippedCatalogue(folder = shippedCatalogueFolder): Promise<FrameworkDocument[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  return Promise.all(folders.sort().map(readFramework));
}

async function readFramework(folder: string): Promise<FrameworkDocument> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json") && name !== "framework.json").sort();
  const head = JSON.parse(await readFile(join(folder, "framework.json"), "utf8")) as Omit<
    FrameworkDocument,
    "controls"
  >;
  const controls = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as ControlDocument),
  );
  return checkFramework({ ...head, controls });
}
