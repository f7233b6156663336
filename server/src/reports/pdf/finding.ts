import type { ReportFinding, ReportQuote, ReportResult } from "../report-content.ts";
import { describeDecision, subjectOf } from "../texts/describe-decision.ts";
import { formatMoment, formatNumber, type ReportTexts } from "../texts/report-texts.ts";
import { colours, levelColours, margin, type ReportPage } from "./report-page.ts";

/** One item: the requirement, the assessment, recommendations and the quoted evidence. */
export function drawFinding(page: ReportPage, texts: ReportTexts, finding: ReportFinding, documentName: string): void {
  const { result } = finding;
  if (result === undefined) return;
  page.section();
  drawHead(page, texts, finding, result);
  page.text(finding.objective, { colour: colours.quiet, sizePoints: 9, gapAfter: 6 });
  drawConfidence(page, texts, result);
  drawDecisions(page, texts, result);
  drawParagraph(page, texts.explanation, shortenExplanation(result));
  // What is met stands in the evidence, with its quotes.
  if (result.criteria.length === 0) drawParagraph(page, texts.strength, result.strength);
  if (result.gaps.length > 0) {
    drawCaption(page, texts.gaps);
    for (const { topic, description, places } of result.gaps) {
      const where = texts.listed(places.map(({ documentName, pages }) => texts.where(pages, documentName)));
      drawBullet(page, texts.labelled(topic, where === "" ? description : `${description} (${where})`));
    }
  }
  drawList(page, texts.risks, result.risks);
  drawList(page, texts.compensating, result.compensatingControls);
  drawRecommendations(page, texts, result);
  drawEvidence(page, texts, result);
  page.text(texts.labelled(texts.otherDocuments, documentName), { sizePoints: 8, colour: colours.quiet, gapAfter: 12 });
}

/** The explanation's first line. The rest lists the criteria, which the evidence section shows with their quotes. */
function shortenExplanation({ explanation, criteria }: ReportResult): string {
  return criteria.length === 0 ? explanation : (explanation.trim().split("\n", 1)[0] ?? "");
}

function drawHead(page: ReportPage, texts: ReportTexts, finding: ReportFinding, result: ReportResult): void {
  const title = finding.name;
  const style = { font: "bold", sizePoints: 11, indent: 10, width: page.width - 150 } as const;
  const height = Math.max(34, page.heightOf(title, style) + 24);
  page.ensureRoom(height + 60);
  const top = page.y;
  const colour = levelColours[result.level];
  page.draw((doc) => {
    doc.rect(margin, top, page.width, height).fill(colours.tint);
    doc.rect(margin, top, 3, height).fill(colour);
  });
  page.label(finding.externalId, margin + 10, top + 5, {
    sizePoints: 8,
    colour: colours.quiet,
    width: page.width - 150,
  });
  page.y = top + 17;
  page.text(title, { ...style, role: "H3", gapAfter: 0 });
  const right = { width: 120, align: "right" } as const;
  const x = margin + page.width - 128;
  page.label(formatNumber(texts, result.score), x, top + 3, { font: "bold", sizePoints: 14, colour, ...right });
  page.label(texts.levels[result.level], x, top + 20, { sizePoints: 8, colour, ...right });
  page.y = top + height + 6;
}

function drawConfidence(page: ReportPage, texts: ReportTexts, { confidence, needsReview }: ReportResult): void {
  const words = texts.confidence(confidence);
  page.text(needsReview ? texts.labelled(texts.checkThis, words) : capitalise(words), {
    ...(needsReview && { font: "bold" }),
    ...{ sizePoints: 8.5, colour: needsReview ? levelColours.partially_compliant : colours.quiet, gapAfter: 4 },
  });
}

/** What people decided comes before what the machine explains. */
function drawDecisions(page: ReportPage, texts: ReportTexts, { decisions = [], decided }: ReportResult): void {
  if (decisions.length === 0) return;
  drawCaption(page, texts.decisions);
  for (const decision of decisions) {
    const { reason, authorName, decidedAt, quote } = decision;
    const what = `${capitalise(describeDecision(texts, decision))} (${subjectOf(texts, decision)})`;
    drawBullet(page, texts.labelled(what, `${reason} (${authorName}, ${formatMoment(texts, decidedAt)})`));
    if (quote !== undefined) drawQuote(page, texts, quote);
  }
  if (decided === undefined) return;
  const { score, level } = decided;
  const outcome = score === undefined ? texts.levels[level] : `${formatNumber(texts, score)}, ${texts.levels[level]}`;
  page.text(texts.labelled(texts.decidedScore, outcome), { font: "bold", sizePoints: 9, gapAfter: 6 });
}

function drawCaption(page: ReportPage, text: string): void {
  page.y += 3;
  page.ensureRoom(34);
  page.text(text, { font: "bold", sizePoints: 9, colour: colours.accent, gapAfter: 2, role: "H4" });
}

function drawParagraph(page: ReportPage, title: string, text: string): void {
  if (text === "") return;
  drawCaption(page, title);
  page.text(text, { gapAfter: 6 });
}

function drawList(page: ReportPage, title: string, entries: string[]): void {
  if (entries.length === 0) return;
  drawCaption(page, title);
  for (const entry of entries) drawBullet(page, entry);
}

function drawBullet(page: ReportPage, text: string): void {
  page.ensureRoom(16);
  const { y } = page;
  page.draw((doc) => {
    doc.circle(margin + 4, y + 7, 1.4).fill(colours.quiet);
  });
  page.y = y;
  page.text(text, { indent: 12, gapAfter: 3, role: "LI" });
}

function drawRecommendations(page: ReportPage, texts: ReportTexts, { recommendations }: ReportResult): void {
  if (recommendations.length === 0) return;
  page.y += 2;
  drawCaption(page, texts.recommendations);
  for (const { action, location, text } of recommendations) {
    drawBullet(page, action);
    if (text === "") continue;
    const title =
      location === "" ? texts.textToInsert : `${texts.textToInsert} (${texts.labelled(texts.insertAt, location)})`;
    page.ensureRoom(36);
    page.text(title, { indent: 12, sizePoints: 8, colour: colours.quiet, gapAfter: 2 });
    drawFramed(page, text, { indent: 12, bar: colours.accent, font: "regular" });
  }
  page.y += 2;
}

function drawEvidence(page: ReportPage, texts: ReportTexts, { criteria }: ReportResult): void {
  if (criteria.length === 0) return;
  drawCaption(page, texts.evidence);
  for (const { statement, verdict, description, quotes, confidence, needsReview } of criteria) {
    const doubt = [texts.confidence(confidence), ...(needsReview ? [texts.checkThis] : [])].join("; ");
    page.ensureRoom(40);
    page.text(statement, { indent: 12, sizePoints: 9, gapAfter: 0 });
    const judged = `${capitalise(texts.verdicts[verdict])} (${doubt})`;
    // Of what is met the reason names the place only, which the quote has.
    page.text(verdict === "met" ? judged : texts.labelled(judged, description), {
      indent: 12,
      sizePoints: 8.5,
      colour: verdict === "met" ? levelColours.compliant : colours.quiet,
      gapAfter: 3,
    });
    for (const quote of quotes) drawQuote(page, texts, quote);
  }
  page.y += 2;
}

const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

function drawQuote(
  page: ReportPage,
  texts: ReportTexts,
  { text, documentName, page: label }: Omit<ReportQuote, "role">,
): void {
  drawFramed(page, text.trim(), { indent: 24, bar: colours.line, font: "italic", role: "BlockQuote" });
  page.text(texts.where([label], documentName), { indent: 34, sizePoints: 8, colour: colours.quiet, gapAfter: 5 });
}

interface Frame {
  indent: number;
  bar: string;
  font: "regular" | "italic";
  role?: string;
}

/** Draws a bar beside the text if the text fits on one page. */
function drawFramed(page: ReportPage, text: string, { indent, bar, font, role = "P" }: Frame): void {
  const style = { font, sizePoints: 9, indent: indent + 10, role } as const;
  const height = page.heightOf(text, style);
  const fitsOnePage = height < page.bottom - margin - 20;
  if (fitsOnePage) {
    page.ensureRoom(height + 6);
    const top = page.y;
    page.draw((doc) => {
      doc.rect(margin + indent, top, 2, height).fill(bar);
    });
    page.y = top;
  }
  page.text(text, { ...style, gapAfter: 4 });
}
