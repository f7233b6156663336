import { type ExtractedPage, type Reader, type ReadFile, UnreadableFile } from "../extracted-file.ts";
import { type Conversion, ConversionFailed, convertWithLibreOffice } from "./libre-office.ts";
import { readDocx } from "./read-docx.ts";
import { WordStructure } from "./word-structure.ts";

/** DOCX has no pages. If LibreOffice is installed and can convert the file, its pages are used, otherwise sections. */
export const readWord: Reader = async (file, limits) => {
  // Read by us first, so that damaged files and bombs never reach LibreOffice.
  const sections = await readDocx(file, limits);
  const rendered = await convert({ path: file.path, from: "docx", to: "pdf" }, limits.libreOfficePath).catch(
    (error: unknown) => {
      if (error instanceof ConversionFailed) return undefined;
      throw error;
    },
  );
  if (rendered === undefined) return sections;
  const structure = () => WordStructure.read(sections);
  const { readPdf } = await import("../pdf/read-pdf.ts");
  const read = labelAsRendered(await readPdf({ ...file, path: rendered }, limits), structure);
  // The file's own title is more reliable than the rendered one.
  if (sections.facts.title !== undefined) read.facts.title = sections.facts.title;
  return {
    ...read,
    async close() {
      await sections.close();
      await read.close();
    },
  };
};

/** Word files from before 2007, which only LibreOffice can read. */
export const readOldWord: Reader = async (file, limits) => {
  const rendered = await convertOrThrow({ path: file.path, from: "doc", to: "pdf" }, limits.libreOfficePath, {
    absent:
      "The file is in an old Word format, which can be read only where LibreOffice is installed; save it as DOCX or PDF.",
    failed: "The file is in an old Word format and could not be converted; it may be damaged.",
  });
  const { readPdf } = await import("../pdf/read-pdf.ts");
  return labelAsRendered(await readPdf({ ...file, path: rendered }, limits));
};

/** Converted to PPTX and not to PDF, to keep the slide numbers. */
export const readOldPresentation: Reader = async (file, limits) => {
  const converted = await convertOrThrow({ path: file.path, from: "ppt", to: "pptx" }, limits.libreOfficePath, {
    absent:
      "The file is in an old PowerPoint format, which can be read only where LibreOffice is installed; save it as PPTX or PDF.",
    failed: "The file is in an old PowerPoint format and could not be converted; it may be damaged.",
  });
  const { readPresentation } = await import("./read-presentation.ts");
  return readPresentation({ ...file, path: converted }, limits);
};

async function convert(conversion: Conversion, libreOfficePath: string | undefined): Promise<string | undefined> {
  return libreOfficePath === "" ? undefined : convertWithLibreOffice(conversion, libreOfficePath);
}

async function convertOrThrow(
  conversion: Conversion,
  libreOfficePath: string | undefined,
  reasons: { absent: string; failed: string },
): Promise<string> {
  const converted = await convert(conversion, libreOfficePath).catch((error: unknown) => {
    if (error instanceof ConversionFailed) throw new UnreadableFile(reasons.failed, { cause: error });
    throw error;
  });
  if (converted === undefined) throw new UnreadableFile(reasons.absent);
  return converted;
}

/** The label warns that other fonts or versions may break pages elsewhere. */
function labelAsRendered(read: ReadFile, readStructure?: () => Promise<WordStructure>): ReadFile {
  read.facts.isRendered = true;
  return {
    facts: read.facts,
    async *pages(firstPage): AsyncGenerator<ExtractedPage> {
      const structure = await readStructure?.();
      // With a structure reading starts at page 1, because headings carry over to later pages.
      for await (const page of read.pages(structure ? 1 : firstPage)) {
        const structured = structure?.applyTo(page) ?? page;
        if (page.number >= firstPage) yield { ...structured, label: `${page.number} (as rendered)` };
      }
    },
    close: () => read.close(),
  };
}
