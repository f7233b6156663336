import { type ExtractedPage, type Reader, type ReadFile, UnreadableFile } from "../extracted-file.ts";
import { type Conversion, ConversionFailed, convertByLibreOffice } from "./libre-office.ts";
import { readDocx } from "./read-docx.ts";
import { WordStructure } from "./word-structure.ts";

/**
 * DOCX has no pages of its own: where LibreOffice is installed they are the ones it prints, and say so; else, or where
 * it fails at the file, its sections count.
 */
export const readWord: Reader = async (file, limits) => {
  // First by ourselves: what is no sound DOCX, or unpacks without end, is never handed to another program.
  const sections = await readDocx(file, limits);
  const rendered = await rendering({ path: file.path, from: "docx", to: "pdf" }, limits.libreOfficePath).catch(
    (error: unknown) => {
      if (error instanceof ConversionFailed) return undefined;
      throw error;
    },
  );
  if (rendered === undefined) return sections;
  const structure = () => WordStructure.of(sections);
  const { readPdf } = await import("../pdf/read-pdf.ts");
  const read = asRendered(await readPdf({ ...file, path: rendered }, limits), structure);
  // Word's own properties are surer than what a printer makes of them.
  if (sections.facts.title !== undefined) read.facts.title = sections.facts.title;
  return {
    ...read,
    async close() {
      await sections.close();
      await read.close();
    },
  };
};

/** The Word of before 2007: only LibreOffice knows it. */
export const readOldWord: Reader = async (file, limits) => {
  const rendered = await conversionOf({ path: file.path, from: "doc", to: "pdf" }, limits.libreOfficePath, {
    absent:
      "The file is in an old Word format, which can be read only where LibreOffice is installed; save it as DOCX or PDF.",
    failed: "The file is in an old Word format and could not be converted; it may be damaged.",
  });
  const { readPdf } = await import("../pdf/read-pdf.ts");
  return asRendered(await readPdf({ ...file, path: rendered }, limits));
};

/** Slides have numbers of their own, so they are converted and not printed. */
export const readOldPresentation: Reader = async (file, limits) => {
  const converted = await conversionOf({ path: file.path, from: "ppt", to: "pptx" }, limits.libreOfficePath, {
    absent:
      "The file is in an old PowerPoint format, which can be read only where LibreOffice is installed; save it as PPTX or PDF.",
    failed: "The file is in an old PowerPoint format and could not be converted; it may be damaged.",
  });
  const { readPresentation } = await import("./read-presentation.ts");
  return readPresentation({ ...file, path: converted }, limits);
};

async function rendering(conversion: Conversion, libreOfficePath: string | undefined): Promise<string | undefined> {
  return libreOfficePath === "" ? undefined : convertByLibreOffice(conversion, libreOfficePath);
}

async function conversionOf(
  conversion: Conversion,
  libreOfficePath: string | undefined,
  reasons: { absent: string; failed: string },
): Promise<string> {
  const made = await rendering(conversion, libreOfficePath).catch((error: unknown) => {
    if (error instanceof ConversionFailed) throw new UnreadableFile(reasons.failed, { cause: error });
    throw error;
  });
  if (made === undefined) throw new UnreadableFile(reasons.absent);
  return made;
}

/** Another printer, font or version may break pages elsewhere, and whoever looks a page up has to know. */
function asRendered(read: ReadFile, structureOf?: () => Promise<WordStructure>): ReadFile {
  read.facts.isRendered = true;
  return {
    facts: read.facts,
    async *pages(firstPage): AsyncGenerator<ExtractedPage> {
      const structure = await structureOf?.();
      // With a structure all pages are gone through, because a page stands under the headings of those before it.
      for await (const page of read.pages(structure ? 1 : firstPage)) {
        const told = structure?.applyTo(page) ?? page;
        if (page.number >= firstPage) yield { ...told, label: `${page.number} (as rendered)` };
      }
    },
    close: () => read.close(),
  };
}
