import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import type { ReadLimits } from "../extraction/extracted-file.ts";
import { openPdf, type PdfDocument } from "../extraction/pdf/pdf-document.ts";

/** Larger than every page here. */
export const roomyLimits: ReadLimits = { maxPages: 5000, maxUnpackedBytes: 1e9, maxDepth: 3 };

/** Writes files into a folder that is removed after the tests of a file. */
export function storingPdfs(): (bytes: Uint8Array) => Promise<string> {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "assay-test-pdf-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  return async (bytes) => {
    const path = join(folder, `${process.hrtime.bigint()}.pdf`);
    await writeFile(path, bytes);
    return path;
  };
}

export async function withPdf<Result>(path: string, use: (document: PdfDocument) => Result): Promise<Result> {
  const document = await openPdf(path);
  try {
    return use(document);
  } finally {
    document.close();
  }
}
