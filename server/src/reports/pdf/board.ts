import type { Branding } from "../../tenancy/branding.ts";
import type { BoardText, RiskText } from "../content/board-text.ts";
import { type BoardHead, composeBoard } from "../content/compose-board.ts";
import { levelColours } from "../level-colours.ts";
import type { ReportTexts } from "../texts/report-texts.ts";
import { drawOverview, hasShortOverview } from "./overview.ts";
import { colours, margin, type ReportPage } from "./report-page.ts";
import { shorten } from "./shorten.ts";
import { drawTable } from "./table.ts";

const bandHeight = 118;
const coverHeight = 130;
const logoBox = { width: 132, height: 62 };

/** Two to four pages: what the review says, what to do, who decided and who signs. */
export function drawBoard(page: ReportPage, texts: ReportTexts, head: BoardHead, branding: Branding | undefined): void {
  const board = composeBoard(texts, head, branding);
  drawBand(page, texts, board, branding);
  drawFacts(page, board);
  drawStanding(page, texts, board);
  if (hasShortOverview(head)) drawOverview(page, texts, head);
  drawRisks(page, texts, board);
  drawChange(page, texts, board);
  drawDecisions(page, texts, board);
  drawQuestions(page, texts, board);
  drawMethod(page, texts, board);
  drawSignOff(page, texts);
}

function drawBand(page: ReportPage, texts: ReportTexts, { title }: BoardText, branding: Branding | undefined): void {
  const { cover, logo } = branding ?? {};
  const top = cover === undefined ? 0 : coverHeight;
  const bottom = top + bandHeight;
  page.draw((doc) => {
    const { width } = doc.page;
    if (cover !== undefined) {
      doc.save().rect(0, 0, width, coverHeight).clip();
      doc.image(Buffer.from(cover.bytes), 0, 0, { cover: [width, coverHeight], align: "center", valign: "center" });
      doc.restore();
    }
    doc.rect(0, top, width, bandHeight).fill(page.accent);
    doc.rect(0, bottom, width, 3).fill(page.second);
    if (logo !== undefined) {
      const x = width - margin - logoBox.width;
      const y = top + (bandHeight - logoBox.height) / 2;
      doc.roundedRect(x, y, logoBox.width, logoBox.height, 4).fill(colours.onAccent);
      const fit: [number, number] = [logoBox.width - 16, logoBox.height - 12];
      doc.image(Buffer.from(logo.bytes), x + 8, y + 6, { fit, align: "center", valign: "center" });
    }
  });
  const width = page.width - (logo === undefined ? 0 : logoBox.width + 16);
  page.bookmark(texts.title, 1);
  page.y = top + 34;
  page.text(texts.title, { font: "bold", sizePoints: 10, colour: colours.onAccent, width, gapAfter: 6 });
  const style = { font: "bold", colour: colours.onAccent, role: "H1", width, gapAfter: 0 } as const;
  const sizePoints = [22, 17, 13].find((size) => page.heightOf(title, { ...style, sizePoints: size }) < 58) ?? 9;
  page.text(shorten(title, 300), { ...style, sizePoints });
  page.y = bottom + 18;
}

function drawFacts(page: ReportPage, { facts }: BoardText): void {
  const labelWidth = 112;
  for (const { label, text } of facts) {
    const top = page.y;
    page.label(label, margin, top, { sizePoints: 9, colour: colours.quiet, width: labelWidth - 8 });
    page.text(shorten(text, 500), { sizePoints: 9.5, indent: labelWidth, gapAfter: 1 });
  }
  page.y += 6;
}

function drawStanding(page: ReportPage, texts: ReportTexts, { score, standing, scoreMeaning }: BoardText): void {
  page.heading(texts.board.say("standing"), 2, 130);
  const top = page.y;
  const boxWidth = 128;
  const colour = levelColours[score.level ?? "notJudged"];
  page.label(score.shown ?? "–", margin, top - 4, { font: "bold", sizePoints: 38, colour });
  if (score.shown !== undefined)
    page.label("/ 100", margin + page.widthOf(score.shown, "bold", 38) + 6, top + 22, {
      ...{ sizePoints: 12, colour: colours.quiet },
    });
  const { value } = score;
  if (value !== undefined)
    page.draw((doc) => {
      doc.roundedRect(margin, top + 52, boxWidth - 20, 6, 3).fill(colours.line);
      doc.roundedRect(margin, top + 52, Math.max(6, ((boxWidth - 20) * value) / 100), 6, 3).fill(colour);
    });
  page.y = top + 62;
  page.text(score.levelName, { font: "bold", sizePoints: 11, colour, width: boxWidth - 12, gapAfter: 0 });
  const bottom = page.y;
  page.y = top;
  page.text(standing.join(" "), { sizePoints: 10, indent: boxWidth, gapAfter: 4 });
  page.text(scoreMeaning, { sizePoints: 8.5, colour: colours.quiet, indent: boxWidth, gapAfter: 4 });
  page.y = Math.max(page.y, bottom) + 2;
}

function drawRisks(page: ReportPage, texts: ReportTexts, { risks, risksNote }: BoardText): void {
  page.section();
  const [first] = risks;
  page.heading(texts.board.say("topRisks"), 2, first === undefined ? 20 : riskHeight(page, first) + 28);
  if (risksNote !== undefined) page.text(risksNote, { colour: colours.quiet, gapAfter: 6 });
  for (const [at, risk] of risks.entries()) drawRisk(page, at + 1, risk);
}

const maxPointLength = 600;

const riskIndent = 22;
const labelWidth = 78;
const riskStyles = (page: ReportPage) => ({
  nameStyle: { font: "bold", sizePoints: 10.5, indent: riskIndent, width: page.width - riskIndent - 130 } as const,
  pointStyle: { sizePoints: 9, indent: riskIndent + labelWidth, gapAfter: 1 } as const,
});

function riskHeight(page: ReportPage, { name, points }: RiskText): number {
  const { nameStyle, pointStyle } = riskStyles(page);
  const heights = points.map(({ text }) => page.heightOf(shorten(text, maxPointLength), pointStyle) + 1);
  return page.heightOf(shorten(name, 200), nameStyle) + 18 + heights.reduce((sum, height) => sum + height, 0);
}

function drawRisk(page: ReportPage, number: number, risk: RiskText): void {
  const { reference, name, score, level, levelName, status, points } = risk;
  const { nameStyle, pointStyle } = riskStyles(page);
  const shown = points.map(({ label, text }) => ({ label, text: shorten(text, maxPointLength) }));
  page.ensureRoom(riskHeight(page, risk) + 8);
  const top = page.y;
  page.label(String(number), margin, top - 2, { font: "bold", sizePoints: 15, colour: page.second });
  page.text(shorten(name, 200), { ...nameStyle, role: "H3", gapAfter: 0 });
  const afterName = page.y;
  page.y = top;
  const outcome = score === "" ? levelName : `${score} · ${levelName}`;
  drawRight(page, outcome, { font: "bold", sizePoints: 9, colour: levelColours[level] });
  page.y = Math.max(afterName, page.y);
  page.text(`${reference} · ${status}`, { sizePoints: 8.5, colour: colours.quiet, indent: riskIndent, gapAfter: 2 });
  for (const { label, text } of shown) {
    page.label(label, margin + riskIndent, page.y, { sizePoints: 8.5, colour: colours.quiet, width: labelWidth - 6 });
    page.text(text, pointStyle);
  }
  page.line(page.y + 2);
  page.y += 9;
}

function drawRight(page: ReportPage, text: string, style: { font: "bold"; sizePoints: number; colour: string }): void {
  const width = 128;
  page.text(text, { ...style, indent: page.width - width, width, align: "right", gapAfter: 0 });
}

function drawChange(page: ReportPage, texts: ReportTexts, { change }: BoardText): void {
  if (change === undefined) return;
  page.section();
  page.heading(texts.board.say("changed"), 2, 50);
  page.text(`${change.lead}: ${change.counts}.`, { gapAfter: 3 });
  for (const line of change.lines) drawBullet(page, shorten(line, maxPointLength));
}

export function drawBullet(page: ReportPage, text: string, sizePoints = 9): void {
  page.ensureRoom(16);
  const { y } = page;
  page.draw((doc) => {
    doc.circle(margin + 4, y + 6.5, 1.4).fill(colours.quiet);
  });
  page.y = y;
  page.text(text, { indent: 12, gapAfter: 2, role: "LI", sizePoints });
}

function drawDecisions(page: ReportPage, texts: ReportTexts, { decisions, decisionsNote }: BoardText): void {
  page.section();
  page.heading(texts.board.say("decisions"), 2, decisions.length > 0 ? 60 : 20);
  const { columns } = texts;
  if (decisions.length > 0)
    drawTable(
      page,
      [
        { title: columns.item, share: 0.36 },
        { title: columns.decision, share: 0.42 },
        { title: columns.decidedBy, share: 0.22 },
      ],
      decisions.map(({ subject, what, by }) => ({
        cells: [{ text: shorten(subject, maxPointLength) }, { text: shorten(what, maxPointLength) }, { text: by }],
      })),
    );
  if (decisionsNote !== undefined) page.text(decisionsNote, { colour: colours.quiet, gapAfter: 4 });
}

function drawQuestions(page: ReportPage, texts: ReportTexts, { questions, questionsNote }: BoardText): void {
  if (questions.length === 0) return;
  page.section();
  page.heading(texts.board.say("questions"), 2, 60);
  page.text(texts.board.say("questionsLead"), { sizePoints: 8.5, colour: colours.quiet, gapAfter: 2 });
  drawTable(
    page,
    [
      { title: texts.columns.externalId, share: 0.22 },
      { title: texts.columns.question, share: 0.53 },
      { title: texts.columns.answer, share: 0.25 },
    ],
    questions.map(({ reference, question, answer }) => ({
      cells: [
        { text: reference },
        { text: shorten(question, maxPointLength) },
        { text: shorten(answer, maxPointLength) },
      ],
    })),
  );
  if (questionsNote !== undefined) page.text(questionsNote, { colour: colours.quiet, gapAfter: 4 });
}

function drawMethod(page: ReportPage, texts: ReportTexts, { method, disclaimer }: BoardText): void {
  page.section();
  page.heading(texts.board.say("method"), 2, 60);
  for (const line of method) drawBullet(page, line);
  if (disclaimer !== undefined) page.text(disclaimer, { sizePoints: 8.5, colour: colours.quiet, gapAfter: 4 });
}

/** Less than this share of a page may stay empty: with more, what follows begins on the same page. */
export const keptFree = 0.35;

/** At the end of its page, where signatures are expected, unless that leaves half a page empty. */
function drawSignOff(page: ReportPage, texts: ReportTexts): void {
  const { board } = texts;
  const height = 134;
  page.section();
  page.ensureRoom(height);
  const free = page.bottom - height - page.y;
  if (free < (page.bottom - margin) * keptFree) page.y += Math.max(0, free);
  page.heading(board.say("signOff"), 2, 0);
  const width = (page.width - 24) / 2;
  const top = page.y;
  for (const [at, title] of [board.say("reviewed"), board.say("approved")].entries()) {
    const x = margin + at * (width + 24);
    page.label(title, x, top, { font: "bold", sizePoints: 9.5 });
    for (const [line, label] of [board.say("name"), board.say("place"), board.say("sign")].entries()) {
      const y = top + 34 + line * 27;
      page.draw((doc) => {
        doc
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(0.5)
          .stroke(colours.quiet);
      });
      page.label(label, x, y + 2, { sizePoints: 7.5, colour: colours.quiet });
    }
  }
  page.y = top + height - 30;
}
