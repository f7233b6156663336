import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { SubjectFile } from "../server/src/analysis/analyser.ts";
import { extractDocument } from "../server/src/extraction/extract-document.ts";
import { ExtractionChildren } from "../server/src/extraction/extraction-children.ts";
import { defaultExtractionLimits as limits } from "../server/src/extraction/extraction-limits.ts";
import { readPageRanges } from "../server/src/extraction/page-ranges.ts";

const children = new ExtractionChildren(limits);

/** The extraction child stays warm between files; close it so that the program can end. */
export const closeBenchReader = () => children.close();

/** Extracts one file like the service, ready to be judged. */
export async function readForBench(path: string): Promise<SubjectFile> {
  const outFolder = await mkdtemp(join(tmpdir(), "assay-bench-"));
  try {
    const [file] = await extractDocument(
      { children, limits },
      { files: [{ path, fileName: basename(path) }], outFolder, onFault: (message) => console.error(message) },
    );
    if (file?.facts === undefined) throw new Error(`${path}: ${file?.failureReason ?? "nothing was read"}`);
    const { title, language } = file.facts;
    return {
      name: basename(path),
      ...(title !== undefined && { title }),
      ...(language !== undefined && { language }),
      pages: await Array.fromAsync(readPageRanges(file.pages)),
    };
  } finally {
    await rm(outFolder, { recursive: true, force: true });
  }
}

/** The same for a text that is not in a file of its own. */
export async function readTextForBench(name: string, text: string): Promise<SubjectFile> {
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-text-"));
  try {
    await writeFile(join(folder, name), text);
    return await readForBench(join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
