// npm run extract -- FILE…            prints the extracted pages with the kind of each paragraph
// npm run extract -- --json FILE…     prints JSON Lines: the facts of each file, then its pages
import { rmSync } from "node:fs";
import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { extractDocument } from "../server/src/extraction/extract-document.ts";
import { ExtractionChildren } from "../server/src/extraction/extraction-children.ts";
import { defaultExtractionLimits as limits } from "../server/src/extraction/extraction-limits.ts";
import type { ExtractedFile } from "../server/src/extraction/file-outcome.ts";
import { readPageRanges } from "../server/src/extraction/page-ranges.ts";

const usage = `Usage:
  npm run extract -- FILE…            print the extracted pages
  npm run extract -- --json FILE…     the same as JSON Lines`;

async function printAsText(file: ExtractedFile): Promise<void> {
  console.log(`=== ${file.displayName}`);
  if (file.facts === undefined) console.log(`FAILED: ${file.failureReason}`);
  else {
    const { pageCount, title, language, isRendered } = file.facts;
    const count = `${pageCount} ${pageCount === 1 ? "page" : "pages"}${isRendered ? ", as rendered" : ""}`;
    const members = file.members.length > 0 && `${file.members.length} members`;
    const facts = [count, members, title && `title: ${title}`, language && `language: ${language}`];
    console.log(facts.filter(Boolean).join("; "));
  }
  for await (const page of readPageRanges(file.pages)) {
    const isNumbered = page.label.startsWith(String(page.number));
    const recognised = page.recognition && ` (recognised with ${Math.round(page.recognition.confidence)} % confidence)`;
    console.log(`\n--- ${isNumbered ? "page " : ""}${page.label}${recognised ?? ""}`);
    let printedPath = "";
    for (const { start, end, kind, headingPath } of page.paragraphs) {
      // The heading path is printed where it changes.
      const path = headingPath.join(" > ");
      if (kind !== "heading" && path !== printedPath && path !== "") console.log(`${"".padEnd(9)} [${path}]`);
      if (path !== "") printedPath = path;
      console.log(`${kind.padEnd(9)} ${page.text.slice(start, end)}`);
    }
  }
  console.log("");
  for (const member of file.members) await printAsText(member);
}

async function printAsJson(file: ExtractedFile): Promise<void> {
  const { displayName, fileName, facts, failureReason, place } = file;
  console.log(JSON.stringify({ file: place, displayName, fileName, ...(facts ?? { failureReason }) }));
  for await (const page of readPageRanges(file.pages)) console.log(JSON.stringify({ file: place, ...page }));
  for (const member of file.members) await printAsJson(member);
}

async function extract(paths: string[], print: (file: ExtractedFile) => Promise<void>): Promise<boolean> {
  const outFolder = await mkdtemp(join(tmpdir(), "assay-extract-"));
  // Also if the output is closed early (`| head`).
  process.once("exit", () => rmSync(outFolder, { recursive: true, force: true }));
  const children = new ExtractionChildren(limits);
  try {
    const files = await extractDocument(
      { children, limits },
      {
        files: paths.map((path) => ({ path: resolve(path), fileName: basename(path) })),
        outFolder,
        onFault: (message) => console.error(message),
      },
    );
    for (const file of files) await print(file);
    return files.every(({ failureReason }) => failureReason === undefined);
  } finally {
    await children.close();
  }
}

// The output was closed early (`| head`).
process.stdout.on("error", () => process.exit(0));
const isJson = process.argv[2] === "--json";
const paths = process.argv.slice(isJson ? 3 : 2);
const missing: string[] = [];
for (const path of paths) if (!(await stat(path).catch(() => undefined))?.isFile()) missing.push(path);
if (paths.length === 0 || paths.some((path) => path.startsWith("--"))) {
  console.error(usage);
  process.exitCode = 2;
} else if (missing.length > 0) {
  console.error(`No such file: ${missing.join(", ")}`);
  process.exitCode = 2;
} else process.exitCode = (await extract(paths, isJson ? printAsJson : printAsText)) ? 0 : 1;
