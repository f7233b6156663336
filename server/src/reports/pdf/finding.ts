import { type FindingText, leadOf } from "../content/compose-finding.ts";
import { levelColours } from "../level-colours.ts";
import type { ReportTexts } from "../texts/report-texts.ts";
import { drawBullet } from "./board.ts";
import { colours, margin, type ReportPage } from "./report-page.ts";

/** An open item: the requirement, what is missing and why, what is met, and what to do. */
export function drawFinding(page: ReportPage, texts: ReportTexts, finding: FindingText): void {
  page.section();
  drawHead(page, finding);
  for (const { label, text } of finding.decisions) drawLabelled(page, texts, label, text, page.accent);
  page.text(finding.opening, { sizePoints: 9, gapAfter: 3 });
  for (const { topic, verdict, needsReview, text } of finding.gaps) {
    page.lead(leadOf(topic, verdict), text, {
      ...{ sizePoints: 8.5, indent: 12, gapAfter: 2 },
      ...(needsReview && { leadColour: levelColours.partially_compliant }),
    });
  }
  if (finding.met !== "") page.text(finding.met, { sizePoints: 8.5, colour: levelColours.compliant, gapAfter: 2 });
  if (finding.risks !== "") drawLabelled(page, texts, texts.risks, finding.risks);
  if (finding.compensating !== "") drawLabelled(page, texts, texts.compensating, finding.compensating);
  if (finding.document !== undefined) drawLabelled(page, texts, texts.otherDocuments, finding.document);
  for (const { action, title, text } of finding.advice) {
    drawBullet(page, action, 8.5);
    if (text !== "") drawInsertion(page, title, text);
  }
  page.y += 8;
}

function drawLabelled(page: ReportPage, texts: ReportTexts, label: string, text: string, colour = colours.quiet): void {
  page.text(texts.labelled(label, text), { sizePoints: 8.5, colour, gapAfter: 2 });
}

function drawHead(page: ReportPage, finding: FindingText): void {
  const { reference, name, objective, score, level, levelName, status, needsReview } = finding;
  const right = 128;
  const style = { font: "bold", sizePoints: 10.5, indent: 10, width: page.width - right - 20 } as const;
  const small = { sizePoints: 8.5, colour: colours.quiet, indent: 10, width: page.width - 18 } as const;
  const height =
    10 +
    page.heightOf(name, style) +
    page.heightOf(`${reference} · ${status}`, small) +
    page.heightOf(objective, small);
  // With a few lines below it, so that no head stands alone at the end of a page.
  page.ensureRoom(height + 66);
  const top = page.y;
  const colour = levelColours[level];
  const isOnePage = height < page.bottom - margin - 80;
  if (isOnePage)
    page.draw((doc) => {
      doc.rect(margin, top, page.width, height).fill(colours.tint);
      doc.rect(margin, top, 3, height).fill(colour);
    });
  page.y = top + 4;
  page.text(name, { ...style, role: "H3", gapAfter: 0 });
  const after = page.y;
  page.label(score === "" ? levelName : `${score} · ${levelName}`, margin + page.width - right - 8, top + 5, {
    ...{ font: "bold", sizePoints: 9, colour, width: right, align: "right" },
  });
  page.y = after;
  page.text(`${reference} · ${status}`, {
    ...{ ...small, gapAfter: 0 },
    ...(needsReview && { colour: levelColours.partially_compliant }),
  });
  page.text(objective, { ...small, gapAfter: 0 });
  page.y = (isOnePage ? top + height : page.y) + 5;
}

/** Draws a bar beside the text if it fits on one page. */
function drawInsertion(page: ReportPage, title: string, text: string): void {
  const indent = 22;
  const style = { sizePoints: 8.5, indent } as const;
  const titleStyle = { sizePoints: 8, colour: colours.quiet, indent } as const;
  const height = page.heightOf(title, titleStyle) + page.heightOf(text, style);
  const fitsOnePage = height < page.bottom - margin - 20;
  if (fitsOnePage) {
    page.ensureRoom(height + 4);
    const top = page.y;
    page.draw((doc) => {
      doc.rect(margin + 13, top + 1, 2, height).fill(page.accent);
    });
    page.y = top;
  }
  page.text(title, { ...titleStyle, gapAfter: 0 });
  page.text(text, { ...style, gapAfter: 4 });
}
