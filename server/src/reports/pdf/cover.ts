import type { ReportHead } from "../report-content.ts";
import { formatDate, formatMoment, formatNumber, type ReportTexts } from "../texts/report-texts.ts";
import { colours, levelColours, margin, type ReportPage } from "./report-page.ts";

const bandHeight = 250;

export function drawCover(page: ReportPage, texts: ReportTexts, head: ReportHead): void {
  const { review, company, entity, control, framework, generatedAt, rollUp, signOff } = head;
  const { decided } = rollUp;
  page.draw((doc) => {
    doc.rect(0, 0, doc.page.width, bandHeight).fill(colours.accent);
  });
  page.bookmark(texts.title, 1);
  page.y = 70;
  page.text(texts.title.toLocaleUpperCase(texts.locale), {
    font: "bold",
    sizePoints: 10,
    colour: "#c9dce6",
    gapAfter: 14,
  });
  page.text(shorten(review.name, 160), {
    font: "bold",
    sizePoints: review.name.length > 60 ? 20 : 26,
    colour: colours.onAccent,
    role: "H1",
    gapAfter: 10,
  });
  if (page.y < bandHeight - 30)
    page.text(shorten(company.name, 120), { sizePoints: 13, colour: colours.onAccent, gapAfter: 0 });

  page.y = bandHeight + 36;
  drawScore(page, texts, head);
  const facts: [string, string][] = [
    [texts.decidedScore, decided === undefined ? "" : formatDecided(texts, decided)],
    [texts.company, company.name],
    [texts.entity, entity.name],
    [texts.control, control.name],
    [texts.framework, `${framework.name} (${framework.version})`],
    [texts.scope, review.scope],
    [texts.date, formatDate(texts, review.reviewDate)],
    [texts.generated, formatMoment(texts, generatedAt)],
    [texts.signedOff, signOff === undefined ? "" : texts.signedOffBy(signOff.author.name, signOff.signedOffAt)],
    ["", signOff?.statement ?? ""],
  ];
  for (const [name, value] of facts.filter(([, value]) => value !== "")) {
    page.ensureRoom(30);
    const { y } = page;
    page.label(name, margin, y, { colour: colours.quiet, sizePoints: 9, width: 120 });
    page.text(shorten(value, 400), { indent: 130, sizePoints: 10, gapAfter: 7 });
  }
}

function drawScore(page: ReportPage, texts: ReportTexts, { rollUp }: ReportHead): void {
  const { score, level, items } = rollUp;
  const top = page.y;
  page.label(texts.overallScore, margin, top, { font: "bold", sizePoints: 11 });
  if (score === undefined || level === undefined) {
    page.label(texts.notJudgedYet, margin, top + 20, { sizePoints: 14, colour: colours.quiet });
    page.y = top + 70;
    return;
  }
  const shown = formatNumber(texts, score);
  page.label(shown, margin, top + 14, { font: "bold", sizePoints: 44, colour: levelColours[level] });
  const after = margin + page.widthOf(shown, "bold", 44) + 8;
  page.label("/ 100", after, top + 46, { sizePoints: 14, colour: colours.quiet });
  const x = margin + 190;
  page.label(texts.levels[level], x, top + 22, { font: "bold", sizePoints: 15, colour: levelColours[level] });
  const judged = items.filter(({ evidence }) => evidence !== undefined).length;
  page.label(texts.judged(judged, items.length), x, top + 44, { sizePoints: 9.5, colour: colours.quiet });
  page.draw((doc) => {
    const width = page.width - 190;
    doc.roundedRect(x, top + 62, width, 7, 3.5).fill(colours.line);
    if (score > 0) doc.roundedRect(x, top + 62, Math.max(7, (width * score) / 100), 7, 3.5).fill(levelColours[level]);
  });
  page.y = top + 108;
}

const formatDecided = (texts: ReportTexts, { score, level }: NonNullable<ReportHead["rollUp"]["decided"]>): string =>
  score === undefined ? texts.levels[level] : `${formatNumber(texts, score)} / 100, ${texts.levels[level]}`;

export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
