import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { hasMembers } from "../archive/container-reader.ts";
import { UnpackBudget } from "../archive/unpack-budget.ts";
import { type SourceFile, UnreadableFile } from "../extracted-file.ts";
import type { ExtractionLimits } from "../extraction-limits.ts";
import type { Place } from "../file-outcome.ts";
import { detectFormat } from "../format/detect-format.ts";
import { openFile } from "../format/open-file.ts";
import { viewFiles } from "../page-view.ts";
import { isSystemError } from "../system-error.ts";

export interface ViewToDraw {
  /** The top-level file. */
  file: SourceFile;
  /** The file with the page: the top-level file or one of its members. */
  place: Place;
  pageNumber: number;
  limits: ExtractionLimits;
  outFolder: string;
}

/** Draws one page into `outFolder`, which stays empty if the page cannot be drawn. */
export async function drawView(
  { file, place, pageNumber, limits, outFolder }: ViewToDraw,
  onFault: (fault: { place: Place; message: string }) => void,
): Promise<void> {
  const [, ...steps] = place.split(".").map(Number);
  try {
    await withMember({ limits, budget: new UnpackBudget(limits) }, file, steps, async (member) => {
      if ((await detectFormat(member)) === "pdf") await drawPdfPage(member, pageNumber, outFolder);
    });
  } catch (error) {
    if (isSystemError(error)) throw error;
    if (!(error instanceof UnreadableFile)) onFault({ place, message: inspect(error) });
  }
}

/** A member's file exists only while its container is open. */
async function withMember(
  deps: { limits: ExtractionLimits; budget: UnpackBudget },
  file: SourceFile,
  [step, ...further]: number[],
  use: (file: SourceFile) => Promise<void>,
): Promise<void> {
  if (step === undefined) return use(file);
  const read = await openFile(await detectFormat(file), file, deps.limits, deps.budget);
  try {
    if (!hasMembers(read)) return;
    let count = 0;
    for await (const { path, fileName } of read.members()) {
      count += 1;
      if (count < step) continue;
      if (path !== undefined) await withMember(deps, { path, fileName }, further, use);
      return;
    }
  } finally {
    await read.close();
  }
}

async function drawPdfPage({ path }: SourceFile, pageNumber: number, outFolder: string): Promise<void> {
  const [{ openPdf }, { drawPageImage }, { readPageWords }] = await Promise.all([
    import("../pdf/pdf-document.ts"),
    import("../pdf/draw-page-image.ts"),
    import("../pdf/page-words.ts"),
  ]);
  const document = await openPdf(path);
  try {
    if (pageNumber > document.pageCount) return;
    const { view, image } = document.withPage(pageNumber, (page, pdfium) => {
      const view = readPageWords(page, pdfium);
      return { view, image: drawPageImage(page, view.size, pdfium) };
    });
    await writeFile(join(outFolder, viewFiles.image), image);
    await writeFile(join(outFolder, viewFiles.words), JSON.stringify(view));
  } finally {
    document.close();
  }
}
