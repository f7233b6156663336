import { levelOf } from "../../analysis/findings/findings.ts";
import type { RolledCluster } from "../../reviews/review-roll-up.ts";
import type { ReportHead } from "../report-content.ts";
import { formatNumber, type ReportTexts } from "../texts/report-texts.ts";
import { shorten } from "./cover.ts";
import { colours, levelColours, margin, type ReportPage } from "./report-page.ts";

const levels = ["compliant", "partially_compliant", "non_compliant", "not_applicable", "notJudged"] as const;

export function drawSummary(page: ReportPage, texts: ReportTexts, head: ReportHead): void {
  page.section();
  page.newPage();
  page.bookmark(texts.summary, 1);
  page.text(texts.summary, { font: "bold", sizePoints: 18, role: "H1", gapAfter: 10, colour: colours.accent });
  drawLevelCounts(page, texts, head);
  drawToReview(page, texts, head);
  drawSubjects(page, texts, head);
  drawClusterChart(page, texts, head);
  drawChange(page, texts, head);
  drawAttention(page, texts, head);
}

export function drawSubheading(page: ReportPage, text: string): void {
  page.ensureRoom(70);
  page.y += 8;
  page.text(text, { font: "bold", sizePoints: 12, role: "H2", gapAfter: 6, colour: colours.accent });
}

/** A bar divided by level, and its legend. */
function drawLevelCounts(page: ReportPage, texts: ReportTexts, { rollUp }: ReportHead): void {
  const counts = levels
    .map((level) => ({ level, count: rollUp.clusters.reduce((sum, cluster) => sum + cluster.counts[level], 0) }))
    .filter(({ level, count }) => level !== "not_applicable" || count > 0);
  const all = Math.max(
    1,
    counts.reduce((sum, { count }) => sum + count, 0),
  );
  const top = page.y;
  page.draw((doc) => {
    let x = margin;
    for (const { level, count } of counts) {
      const width = (page.width * count) / all;
      if (width > 0) doc.rect(x, top, width, 16).fill(levelColours[level]);
      x += width;
    }
  });
  for (const [index, { level, count }] of counts.entries()) {
    const x = margin + (page.width / counts.length) * index;
    page.draw((doc) => {
      doc.rect(x, top + 27, 8, 8).fill(levelColours[level]);
    });
    page.label(String(count), x + 13, top + 22, { font: "bold", sizePoints: 13 });
    page.label(texts.levels[level], x, top + 41, {
      sizePoints: 8.5,
      colour: colours.quiet,
      width: page.width / counts.length - 6,
    });
  }
  page.y = top + 64;
}

function drawToReview(page: ReportPage, texts: ReportTexts, { rollUp }: ReportHead): void {
  const { below, itemCount, criterionCount } = rollUp.review;
  if (itemCount + criterionCount === 0) return;
  page.text(texts.toReview(itemCount, criterionCount, below), { sizePoints: 9, colour: colours.quiet, gapAfter: 4 });
}

const rowHeight = 19;
const nameWidth = 190;
const barWidthOf = (page: ReportPage) => page.width - nameWidth - 50;
const shownSubjects = 20;

function drawSubjects(page: ReportPage, texts: ReportTexts, { rollUp: { subjects } }: ReportHead): void {
  if (subjects.length < 2) return;
  drawSubheading(page, texts.scorePerSubject);
  for (const { name, fileName, score } of subjects.slice(0, shownSubjects)) {
    page.ensureRoom(rowHeight);
    drawBar(page, texts, { name: name ?? fileName, score });
  }
  if (subjects.length > shownSubjects)
    page.text(texts.subjectsShown(shownSubjects, subjects.length), { sizePoints: 9, colour: colours.quiet });
}

function drawClusterChart(page: ReportPage, texts: ReportTexts, { rollUp }: ReportHead): void {
  if (rollUp.clusters.length === 0) return;
  drawSubheading(page, texts.scorePerCluster);
  const barWidth = barWidthOf(page);
  const scale = (top: number, height: number) =>
    page.draw((doc) => {
      // Levels begin at 40 and at 80.
      for (const mark of [0, 40, 80, 100]) {
        const x = margin + nameWidth + (barWidth * mark) / 100;
        doc
          .moveTo(x, top)
          .lineTo(x, top + height)
          .lineWidth(0.5)
          .stroke(colours.line);
      }
    });
  for (const { cluster, score } of rollUp.clusters) {
    page.ensureRoom(rowHeight);
    scale(page.y, rowHeight);
    drawBar(page, texts, { name: cluster.name, score });
  }
  page.ensureRoom(14);
  for (const mark of [0, 40, 80, 100]) {
    const x = margin + nameWidth + (barWidth * mark) / 100;
    page.label(String(mark), x - 12, page.y + 1, { sizePoints: 7, colour: colours.quiet, width: 24, align: "center" });
  }
  page.y += 16;
}

interface Bar {
  name: string;
  score: RolledCluster["score"];
}

function drawBar(page: ReportPage, texts: ReportTexts, { name, score }: Bar): void {
  const { y } = page;
  const barWidth = barWidthOf(page);
  page.label(name, margin, y + 3, { sizePoints: 8.5, width: nameWidth - 8 });
  const x = margin + nameWidth;
  if (score === undefined) page.label(texts.levels.notJudged, x + 4, y + 3, { sizePoints: 8, colour: colours.quiet });
  else {
    const length = (barWidth * score) / 100;
    const colour = levelColours[levelOf(score)];
    page.draw((doc) => {
      doc.rect(x, y + 4, Math.max(1, length), rowHeight - 8).fill(colour);
    });
    page.label(formatNumber(texts, score), x + barWidth + 8, y + 3, { font: "bold", sizePoints: 9, colour });
  }
  page.y = y + rowHeight;
}

function drawChange(page: ReportPage, texts: ReportTexts, { rollUp: { change } }: ReportHead): void {
  if (change === undefined) return;
  drawSubheading(page, texts.change);
  page.text(texts.changeFrom(change.fileName, change.previousFileName), { colour: colours.quiet });
  page.text(texts.changeCounts(change.improved, change.worsened, change.unchanged));
}

const shownFirst = 12;

/** Lowest scores first. */
function drawAttention(page: ReportPage, texts: ReportTexts, { rollUp }: ReportHead): void {
  drawSubheading(page, texts.attention);
  const worst = rollUp.missing
    .filter(({ evidence }) => evidence !== undefined)
    .toSorted((a, b) => (a.evidence?.score ?? 0) - (b.evidence?.score ?? 0))
    .slice(0, shownFirst);
  if (worst.length === 0) page.text(texts.nothingToAttend, { colour: colours.quiet });
  for (const { item, evidence } of worst) {
    page.ensureRoom(18);
    const { y } = page;
    page.label(formatNumber(texts, evidence?.score ?? 0), margin, y, {
      font: "bold",
      colour: levelColours.non_compliant,
      width: 30,
      align: "right",
    });
    page.label(item.externalId, margin + 42, y, { colour: colours.quiet, width: 92 });
    page.text(shorten(item.name, 200), { indent: 140, gapAfter: 3 });
  }
}
