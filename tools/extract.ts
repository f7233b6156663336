// npm run extract -- FILE…            what the engine will see: pages, their paragraphs and what kind each is
// npm run extract -- --json FILE…     the same as JSON, one file's facts or one page a line
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
  npm run extract -- FILE…            print what the engine will see of the files
  npm run extract -- --json FILE…     the same as JSON lines`;

async function printForPeople(file: ExtractedFile): Promise<void> {
  console.log(`=== ${file.displayName}`);
  if (file.facts === undefined) console.log(`FAILED: ${file.failureReason}`);
  else {
    const { pageCount, title, language, isRendered } = file.facts;
    const count = `${pageCount} ${pageCount === 1 ? "page" : "pages"}${isRendered ? ", as rendered" : ""}`;
    const held = file.members.length > 0 && `${file.members.length} in it`;
    const facts = [count, held, title && `title: ${title}`, language && `language: ${language}`];
    console.log(facts.filter(Boolean).join("; "));
  }
  for await (const page of readPageRanges(file.pages)) {
    const isNumbered = page.label.startsWith(String(page.number));
    const recognised = page.recognition && ` (recognised with ${Math.round(page.recognition.confidence)} % confidence)`;
    console.log(`\n--- ${isNumbered ? "page " : ""}${page.label}${recognised ?? ""}`);
    let above = "";
    for (const { start, end, kind, headingPath } of page.paragraphs) {
      // Told where it changes; a heading says so itself.
      const path = headingPath.join(" > ");
      if (kind !== "heading" && path !== above && path !== "") console.log(`${"".padEnd(9)} [${path}]`);
      if (path !== "") above = path;
      console.log(`${kind.padEnd(9)} ${page.text.slice(start, end)}`);
    }
  }
  console.log("");
  for (const member of file.members) await printForPeople(member);
}

async function printAsJson(file: ExtractedFile): Promise<void> {
  const { displayName, fileName, facts, failureReason, place } = file;
  console.log(JSON.stringify({ file: place, displayName, fileName, ...(facts ?? { failureReason }) }));
  for await (const page of readPageRanges(file.pages)) console.log(JSON.stringify({ file: place, ...page }));
  for (const member of file.members) await printAsJson(member);
}

async function extract(paths: string[], print: (file: ExtractedFile) => Promise<void>): Promise<boolean> {
  const outFolder = await mkdtemp(join(tmpdir(), "assay-extract-"));
  // However this ends, `| head` included.
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

// Whoever reads has seen enough (`| head`).
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
} else process.exitCode = (await extract(paths, isJson ? printAsJson : printForPeople)) ? 0 : 1;
