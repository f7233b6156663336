import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from "docx";
import type { AuditLanguage } from "../documents/document.ts";
import { getOrCreate } from "../platform/get-or-create.ts";
import type { DocumentRecommendation } from "./document-recommendation.ts";
import { redlineTextsIn } from "./redline-texts.ts";

export interface ClausePack {
  documentName: string;
  /** The names of the document's files, by their index; a place names its file where there are several. */
  fileNames: string[];
  recommendations: DocumentRecommendation[];
  language: AuditLanguage;
}

const accent = "1F3A4D";
const quiet = "4A5560";
const fontName = "Calibri";
const headingStyle = (sizePoints: number, before: number) => ({
  run: { font: fontName, size: 2 * sizePoints, bold: true, color: accent },
  paragraph: { spacing: { before, after: 80 }, keepNext: true, keepLines: true },
});

/** A Word file with each suggested text, its place and its reasons, for documents that are no Word files. */
export function writeClausePack(pack: ClausePack): Promise<Buffer> {
  const texts = redlineTextsIn(pack.language);
  const byCluster = new Map<string, DocumentRecommendation[]>();
  for (const one of pack.recommendations) getOrCreate(byCluster, one.controlClusterName, () => []).push(one);
  const children = [
    new Paragraph({ text: texts.clausePack, heading: HeadingLevel.TITLE }),
    new Paragraph({ text: pack.documentName, style: "Lead" }),
    new Paragraph({ text: texts.clausePackNote, style: "Quiet" }),
    ...[...byCluster].flatMap(([cluster, own]) => [
      new Paragraph({ text: cluster, heading: HeadingLevel.HEADING_1 }),
      ...own.flatMap((one) => clauseParts(pack, one)),
    ]),
  ];
  const footer = new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        style: "Quiet",
        children: [new TextRun({ children: [PageNumber.CURRENT, " / ", PageNumber.TOTAL_PAGES] })],
      }),
    ],
  });
  return Packer.toBuffer(
    new Document({
      title: `${texts.clausePack}: ${pack.documentName}`,
      creator: "Assay",
      styles: {
        default: {
          document: {
            run: { font: fontName, size: 21, color: "1B2631", language: { value: pack.language } },
            paragraph: { spacing: { after: 100, line: 264 } },
          },
          title: {
            run: { font: fontName, size: 44, bold: true, color: accent },
            paragraph: { spacing: { after: 60 } },
          },
          heading1: headingStyle(15, 320),
          heading2: headingStyle(12, 260),
        },
        paragraphStyles: [
          { id: "Lead", name: "Lead", basedOn: "Normal", run: { size: 26, color: quiet } },
          { id: "Quiet", name: "Quiet", basedOn: "Normal", run: { size: 18, color: quiet } },
          {
            ...{ id: "Clause", name: "Clause", basedOn: "Normal", next: "Normal" },
            paragraph: {
              indent: { left: 240 },
              spacing: { before: 60, after: 160 },
              border: { left: { style: BorderStyle.SINGLE, size: 18, color: accent, space: 10 } },
            },
          },
        ],
      },
      sections: [{ footers: { default: footer }, children }],
    }),
  );
}

function clauseParts({ fileNames, language }: ClausePack, one: DocumentRecommendation): Paragraph[] {
  const texts = redlineTextsIn(language);
  const labelled = (label: string, text: string, isStruck = false) =>
    new Paragraph({
      keepNext: true,
      children: [new TextRun({ text: `${label} `, bold: true }), new TextRun({ text, strike: isStruck })],
    });
  const fileName = fileNames.length > 1 ? fileNames[one.file] : undefined;
  const replaced = (one.change?.replaces ?? []).map(({ quote }) => labelled(texts.replaces, quote.text, true));
  const lines = one.suggestedTextToBeAdded.split("\n").filter((line) => line.trim() !== "");
  return [
    new Paragraph({ text: `${one.controlItemExternalId}: ${one.controlItemName}`, heading: HeadingLevel.HEADING_2 }),
    ...(fileName === undefined ? [] : [labelled(texts.file, fileName)]),
    ...(one.suggestedTextLocation === "" ? [] : [labelled(texts.place, one.suggestedTextLocation)]),
    ...(one.reasons.length === 0 ? [] : [labelled(texts.why, one.reasons.join(" "))]),
    ...replaced,
    ...lines.map((text) => new Paragraph({ text, style: "Clause", keepLines: true })),
  ];
}
