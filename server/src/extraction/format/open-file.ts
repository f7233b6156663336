import type { UnpackBudget } from "../archive/unpack-budget.ts";
import type { ReadFile, ReadLimits, SourceFile } from "../extracted-file.ts";
import type { Format } from "./format.ts";

/** Readers are imported when first needed: a child that reads only PDFs loads nothing else. */
export async function openFile(
  format: Format,
  file: SourceFile,
  limits: ReadLimits,
  budget: UnpackBudget,
): Promise<ReadFile> {
  switch (format) {
    case "pdf":
      return (await import("../pdf/read-pdf.ts")).readPdf(file, limits);
    case "image":
      return (await import("../image/read-image.ts")).readImage(file, limits);
    case "docx":
      return (await import("../office/read-rendered.ts")).readWord(file, limits);
    case "presentation":
      return (await import("../office/read-presentation.ts")).readPresentation(file, limits);
    case "workbook":
    case "csv":
      return (await import("../office/read-workbook.ts")).readWorkbook(file, limits);
    case "odt":
      return (await import("../office/read-odt.ts")).readOdt(file, limits);
    case "rtf":
      return (await import("../text/read-rtf.ts")).readRtf(file, limits);
    case "html":
      return (await import("../text/read-html.ts")).readHtml(file, limits);
    case "markdown":
      return (await import("../text/read-markdown.ts")).readMarkdown(file, limits);
    case "text":
      return (await import("../text/read-text.ts")).readText(file, limits);
    case "eml":
      return (await import("../mail/read-mail.ts")).readEml(file, limits, budget);
    case "msg":
      return (await import("../mail/read-mail.ts")).readMsg(file, limits, budget);
    case "zip":
      return (await import("../archive/read-archive.ts")).readArchive(file, limits, budget);
    case "doc":
      return (await import("../office/read-rendered.ts")).readOldWord(file, limits);
    case "ppt":
      return (await import("../office/read-rendered.ts")).readOldPresentation(file, limits);
  }
}
