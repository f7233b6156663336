import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DocumentToExtract, extractDocument } from "../extraction/extract-document.ts";
import { ExtractionChildren } from "../extraction/extraction-children.ts";
import { defaultExtractionLimits, type ExtractionLimits } from "../extraction/extraction-limits.ts";
import type { ExtractedFile } from "../extraction/file-outcome.ts";
import { readPageRanges } from "../extraction/page-ranges.ts";

/** Extracts documents with child processes of its own. */
export interface ExtractionFixture {
  folder: string;
  /** The children create their files here. */
  temporaryFolder: string;
  children: ExtractionChildren;
  extract(
    files: Record<string, Buffer | string>,
    limits?: Partial<ExtractionLimits>,
    options?: Partial<DocumentToExtract>,
  ): Promise<ExtractedFile[]>;
  close(): Promise<void>;
}

export async function openExtractionFixture(): Promise<ExtractionFixture> {
  const folder = await mkdtemp(join(tmpdir(), "extract-document-test-"));
  const temporaryFolder = join(folder, "tmp");
  await mkdir(temporaryFolder);
  process.env["TMPDIR"] = temporaryFolder;
  const children = new ExtractionChildren({ memoryBytes: defaultExtractionLimits.memoryBytes });
  let documents = 0;
  return {
    ...{ folder, temporaryFolder, children },
    async extract(files, limits = {}, options = {}) {
      documents += 1;
      const documentFolder = join(folder, `${documents}`);
      await mkdir(documentFolder, { recursive: true });
      const sources = Object.entries(files).map(([fileName, bytes], index) => ({
        fileName,
        bytes,
        path: join(documentFolder, `${index}`),
      }));
      for (const { path, bytes } of sources) await writeFile(path, bytes);
      return extractDocument(
        { children, limits: { ...defaultExtractionLimits, ...limits } },
        { files: sources, outFolder: join(documentFolder, "out"), ...options },
      );
    },
    async close() {
      await children.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const wordsOf = async ({ pages }: ExtractedFile): Promise<string> =>
  (await Array.fromAsync(readPageRanges(pages), ({ text }) => text)).join("\n");

/** Names, and words or failure reasons, of a tree of files. */
export async function summarise(files: ExtractedFile[]): Promise<unknown[]> {
  return Promise.all(
    files.map(async (file) => [
      file.displayName,
      file.failureReason ?? (await wordsOf(file)),
      ...(file.members.length > 0 ? [await summarise(file.members)] : []),
    ]),
  );
}
