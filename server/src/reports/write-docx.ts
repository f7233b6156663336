import {
  AlignmentType,
  Document,
  type FileChild,
  Footer,
  LevelFormat,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from "docx";
import { AnnexParts, closingParts } from "./docx/annex.ts";
import { boardParts } from "./docx/board.ts";
import { bulletReference, heading } from "./docx/parts.ts";
import { defaultAccent } from "./level-colours.ts";
import type { ReportHead, ReportSource } from "./report-content.ts";
import { datedName, withoutDate } from "./report-name.ts";
import { type ReportTexts, reportTexts } from "./texts/report-texts.ts";

/** The same report as the PDF, for a consultant to edit: with Word's styles, headings and tables. */
export async function* writeDocx({ head, presentation, slices, sign }: ReportSource): AsyncGenerator<Uint8Array> {
  const texts = reportTexts[head.language];
  const { part } = presentation;
  const parts: FileChild[] = [];
  if (part !== "annex" && head.board !== undefined)
    parts.push(...boardParts(texts, { ...head, board: head.board }, presentation.branding));
  if (part !== "board") {
    const annex = new AnnexParts(texts, head);
    for await (const slice of slices()) for (const finding of slice) annex.add(finding);
    parts.push(heading(texts.board.say("annex"), 1, part === "all"), ...annex.parts());
    parts.push(...closingParts(texts, head, await sign()));
  }
  yield await Packer.toBuffer(
    describeDocument(texts, head, parts, presentation.branding?.accentColour ?? defaultAccent),
  );
}

const fontName = "Calibri";

function describeDocument(texts: ReportTexts, head: ReportHead, children: FileChild[], accentColour: string): Document {
  const accent = accentColour.slice(1);
  const headingStyle = (sizePoints: number, before: number) => ({
    run: { font: fontName, size: 2 * sizePoints, bold: true, color: accent },
    paragraph: { spacing: { before, after: 80 }, keepNext: true, keepLines: true },
  });
  const quiet = { size: 18, color: "5B6875" };
  return new Document({
    title: texts.labelled(texts.title, withoutDate(head.review.name)),
    creator: head.company.name,
    description: texts.labelled(head.framework.name, head.control.name),
    styles: {
      default: {
        document: {
          run: { font: fontName, size: 20, color: "1B2631", language: { value: texts.locale } },
          paragraph: { spacing: { after: 100, line: 264, lineRule: LineRuleType.AUTO } },
        },
        title: {
          run: { font: fontName, size: 44, bold: true, color: accent },
          paragraph: { spacing: { before: 60, after: 200 } },
        },
        heading1: headingStyle(18, 0),
        heading2: headingStyle(13, 280),
        heading3: headingStyle(11, 200),
      },
      paragraphStyles: [
        {
          id: "Subtitle",
          name: "Subtitle",
          basedOn: "Normal",
          run: { size: 20, bold: true, color: accent },
          paragraph: { spacing: { after: 60 } },
        },
        {
          id: "Score",
          name: "Report score",
          basedOn: "Normal",
          run: { size: 36, bold: true },
          paragraph: { spacing: { before: 60 } },
        },
        { id: "Quiet", name: "Report note", basedOn: "Normal", run: quiet },
        {
          id: "Reference",
          name: "Report reference",
          basedOn: "Normal",
          run: { size: 18 },
          paragraph: { keepNext: true },
        },
        {
          id: "TableText",
          name: "Report table",
          basedOn: "Normal",
          run: { size: 18 },
          paragraph: { spacing: { after: 0 } },
        },
        {
          ...{ id: "Insertion", name: "Report text to insert", basedOn: "Normal", run: { size: 18 } },
          paragraph: {
            indent: { left: 400 },
            border: { left: { style: "single", size: 18, space: 8, color: accent } },
          },
        },
      ],
    },
    numbering: {
      config: [
        {
          reference: bulletReference,
          levels: [
            {
              ...{ level: 0, format: LevelFormat.BULLET, text: "•", alignment: AlignmentType.LEFT },
              style: { paragraph: { indent: { left: 360, hanging: 240 }, spacing: { after: 60 } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: { page: { margin: { top: "20mm", bottom: "20mm", left: "20mm", right: "20mm" } } },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                style: "Quiet",
                children: [
                  new TextRun(
                    `${datedName(head.review.name, head.generatedAt)} · ${head.company.name} · ${texts.page} `,
                  ),
                  new TextRun({ children: [PageNumber.CURRENT] }),
                ],
              }),
            ],
          }),
        },
        children,
      },
    ],
  });
}
