// npm run catalogue -- check FILE…      every rule of the format, with the place of each mistake
// npm run catalogue -- diff OLD NEW     what a new version changes: items added, reworded, obsolete
import { readFile, stat } from "node:fs/promises";
import type { ControlDocument, FrameworkDocument, ItemDocument } from "../server/src/catalogue/catalogue-format.ts";
import { problemsOfFramework } from "../server/src/catalogue/check-framework.ts";
import { hashItem } from "../server/src/catalogue/load-framework.ts";
import { fromOscal, isOscal } from "../server/src/catalogue/oscal-import.ts";
import { readFrameworkFolder } from "../server/src/catalogue/shipped-catalogue.ts";

const usage = `Usage:
  npm run catalogue -- check FILE…     check frameworks, single controls, framework folders or OSCAL catalogs
  npm run catalogue -- diff OLD NEW    tell what NEW changes against OLD`;

/** A control alone is checked as if it were the only one of a framework. */
function asFramework(value: unknown): unknown {
  if (isOscal(value)) return fromOscal(value);
  const isControl = typeof value === "object" && value !== null && "clusters" in value && !("controls" in value);
  if (!isControl) return value;
  return { id: "00000000000000000000000000", code: "CHECK", name: "Check", version: "1", controls: [value] };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new Error(
      error instanceof SyntaxError
        ? `is not valid JSON: ${error.message}`
        : `cannot be read: ${(error as Error).message}`,
    );
  }
}

async function readFramework(path: string): Promise<unknown> {
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) return asFramework(await readJson(path));
  return readFrameworkFolder(path);
}

const itemsOf = (framework: FrameworkDocument): (ItemDocument & { control: ControlDocument })[] =>
  framework.controls.flatMap((control) =>
    control.clusters.flatMap((cluster) => cluster.items.map((item) => ({ ...item, control }))),
  );

async function check(files: string[]): Promise<boolean> {
  let isRight = true;
  for (const file of files) {
    const problems = await readFramework(file).then(problemsOfFramework, (error: Error) => [error.message]);
    for (const problem of problems) console.error(`${file}: ${problem.replaceAll("controls[0].", "")}`);
    if (problems.length > 0) isRight = false;
    else {
      const framework = (await readFramework(file)) as FrameworkDocument;
      console.log(`${file}: ok, ${framework.controls.length} control(s), ${itemsOf(framework).length} items`);
    }
  }
  return isRight;
}

async function diff(oldFile: string, newFile: string): Promise<boolean> {
  if (!(await check([oldFile, newFile]))) return false;
  const [before, after] = (await Promise.all([oldFile, newFile].map(readFramework))) as [
    FrameworkDocument,
    FrameworkDocument,
  ];
  const known = new Map(itemsOf(before).map((item) => [item.id, item]));
  const tell = (word: string, item: ItemDocument) => console.log(`${word.padEnd(9)} ${item.externalId}: ${item.name}`);
  let unchanged = 0;
  for (const { control, ...item } of itemsOf(after)) {
    const old = known.get(item.id);
    known.delete(item.id);
    if (old === undefined) tell("added", item);
    else if (item.isObsolete && !old.isObsolete) tell("obsolete", item);
    else if (!hashItem(item).equals(hashItem(withoutControl(old)))) tell("reworded", item);
    else unchanged += 1;
  }
  for (const gone of known.values()) tell("obsolete", gone);
  console.log(`${unchanged} items unchanged`);
  return true;
}

function withoutControl({ control, ...item }: ItemDocument & { control: ControlDocument }): ItemDocument {
  return item;
}

const [command, ...files] = process.argv.slice(2);
if (command === "check" && files.length > 0) process.exitCode = (await check(files)) ? 0 : 1;
else if (command === "diff" && files.length === 2)
  process.exitCode = (await diff(files[0] ?? "", files[1] ?? "")) ? 0 : 1;
else {
  console.error(usage);
  process.exitCode = 2;
}
