import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { UnpackBudget } from "../archive/unpack-budget.ts";
import { type SourceFile, UnreadableFile } from "../extracted-file.ts";
import type { ExtractionLimits } from "../extraction-limits.ts";
import type { Place } from "../file-outcome.ts";
import { detectFormat } from "../format/detect-format.ts";
import { viewFiles } from "../page-view.ts";
import { isSystemError } from "../system-error.ts";
import { withMember } from "./with-member.ts";

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
  try {
    await withMember({ limits, budget: new UnpackBudget(limits) }, file, place, async (member) => {
      if ((await detectFormat(member)) === "pdf") await drawPdfPage(member, pageNumber, outFolder);
    });
  } catch (error) {
    if (isSystemError(error)) throw error;
    if (!(error instanceof UnreadableFile)) onFault({ place, message: inspect(error) });
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
