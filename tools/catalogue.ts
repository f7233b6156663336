// npm run catalogue -- check FILE…      checks every rule of the format and reports where it is broken
//                                       (of a crosswalk, too: crosswalk.json)
// npm run catalogue -- oscal FILE       prints a control as an OSCAL catalog
// npm run catalogue -- diff OLD NEW     lists items that are added, reworded or obsolete in the new version
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { ControlDocument, FrameworkDocument, ItemDocument } from "../server/src/catalogue/catalogue-format.ts";
import { findCrosswalkProblems } from "../server/src/catalogue/check-crosswalk.ts";
import { findFrameworkProblems } from "../server/src/catalogue/check-framework.ts";
import type { CrosswalkDocument } from "../server/src/catalogue/crosswalk.ts";
import { hashItem } from "../server/src/catalogue/load-framework.ts";
import { toOscalCatalog } from "../server/src/catalogue/oscal-export.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { readFramework } from "./read-framework.ts";

const usage = `Usage:
  npm run catalogue -- check FILE…     check frameworks, single controls, framework folders, OSCAL catalogs or crosswalk.json
  npm run catalogue -- oscal FILE      print a control, or the only one of a framework, as an OSCAL catalog
  npm run catalogue -- diff OLD NEW    list what NEW changes against OLD`;

const itemsOf = (framework: FrameworkDocument): (ItemDocument & { control: ControlDocument })[] =>
  framework.controls.flatMap((control) =>
    control.clusters.flatMap((cluster) => cluster.items.map((item) => ({ ...item, control }))),
  );

async function checkCrosswalk(file: string): Promise<boolean> {
  const crosswalk: unknown = JSON.parse(await readFile(file, "utf8"));
  const problems = findCrosswalkProblems(crosswalk, await readShippedCatalogue());
  for (const problem of problems) console.error(`${file}: ${problem}`);
  if (problems.length === 0) console.log(`${file}: ok, ${(crosswalk as CrosswalkDocument).links.length} links`);
  return problems.length === 0;
}

async function check(files: string[]): Promise<boolean> {
  let isValid = true;
  for (const file of files) {
    if (basename(file) === "crosswalk.json") {
      if (!(await checkCrosswalk(file))) isValid = false;
      continue;
    }
    const problems = await readFramework(file).then(findFrameworkProblems, (error: Error) => [error.message]);
    for (const problem of problems) console.error(`${file}: ${problem.replaceAll("controls[0].", "")}`);
    if (problems.length > 0) isValid = false;
    else {
      const framework = (await readFramework(file)) as FrameworkDocument;
      console.log(`${file}: ok, ${framework.controls.length} control(s), ${itemsOf(framework).length} items`);
    }
  }
  return isValid;
}

async function diff(oldFile: string, newFile: string): Promise<boolean> {
  if (!(await check([oldFile, newFile]))) return false;
  const [before, after] = (await Promise.all([oldFile, newFile].map(readFramework))) as [
    FrameworkDocument,
    FrameworkDocument,
  ];
  const known = new Map(itemsOf(before).map((item) => [item.id, item]));
  const print = (word: string, item: ItemDocument) => console.log(`${word.padEnd(9)} ${item.externalId}: ${item.name}`);
  let unchanged = 0;
  for (const { control, ...item } of itemsOf(after)) {
    const old = known.get(item.id);
    known.delete(item.id);
    if (old === undefined) print("added", item);
    else if (item.isObsolete && !old.isObsolete) print("obsolete", item);
    else if (!hashItem(control, item).equals(hashItem(old.control, withoutControl(old)))) print("reworded", item);
    else unchanged += 1;
  }
  for (const gone of known.values()) print("obsolete", gone);
  console.log(`${unchanged} items unchanged`);
  return true;
}

async function printOscal(file: string): Promise<boolean> {
  const framework = await readFramework(file);
  const problems = findFrameworkProblems(framework);
  const [control, ...others] = problems.length > 0 ? [] : (framework as FrameworkDocument).controls;
  if (others.length > 0) problems.push("has several controls; name the file of one of them");
  for (const problem of problems) console.error(`${file}: ${problem}`);
  if (control === undefined || problems.length > 0) return false;
  console.log(JSON.stringify(toOscalCatalog(framework as FrameworkDocument, control), null, 2));
  return true;
}

function withoutControl({ control, ...item }: ItemDocument & { control: ControlDocument }): ItemDocument {
  return item;
}

const [command, ...files] = process.argv.slice(2);
if (command === "check" && files.length > 0) process.exitCode = (await check(files)) ? 0 : 1;
else if (command === "oscal" && files.length === 1) process.exitCode = (await printOscal(files[0] ?? "")) ? 0 : 1;
else if (command === "diff" && files.length === 2)
  process.exitCode = (await diff(files[0] ?? "", files[1] ?? "")) ? 0 : 1;
else {
  console.error(usage);
  process.exitCode = 2;
}
