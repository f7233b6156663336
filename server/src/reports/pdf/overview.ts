import { levelOf } from "../../analysis/findings/findings.ts";
import { levelColours } from "../level-colours.ts";
import type { ReportHead } from "../report-content.ts";
import { formatNumber, type ReportTexts } from "../texts/report-texts.ts";
import { colours, margin, type ReportPage } from "./report-page.ts";
import { shorten } from "./shorten.ts";

const rowHeight = 16;
const nameWidth = 200;
const shownSubjects = 20;

/** Of more clusters only the annex has the scores. */
const shownClusters = 12;
export const hasShortOverview = ({ rollUp }: ReportHead): boolean => rollUp.clusters.length <= shownClusters;

/** Scores of clusters, and of subjects if there are several. */
export function drawOverview(page: ReportPage, texts: ReportTexts, { rollUp }: ReportHead): void {
  const { subjects, clusters } = rollUp;
  page.section();
  if (clusters.length > 0) {
    // A short chart stays on one page.
    page.heading(texts.board.say("coverage"), 2, clusters.length <= shownClusters ? clusters.length * 22 : 60);
    for (const { cluster, score } of clusters) drawBar(page, texts, cluster.name, score);
  }
  if (subjects.length > 1) {
    page.heading(texts.scorePerSubject, 2, 60);
    for (const { name, fileName, score } of subjects.slice(0, shownSubjects))
      drawBar(page, texts, name ?? fileName, score);
    if (subjects.length > shownSubjects)
      page.text(texts.subjectsShown(shownSubjects, subjects.length), { sizePoints: 9, colour: colours.quiet });
  }
}

function drawBar(page: ReportPage, texts: ReportTexts, name: string, score: number | undefined): void {
  const nameStyle = { sizePoints: 8.5, width: nameWidth - 8 };
  const shown = shorten(name, 160);
  const height = Math.max(rowHeight, page.heightOf(shown, nameStyle) + 2);
  page.ensureRoom(height);
  const { y } = page;
  const barWidth = page.width - nameWidth - 50;
  page.text(shown, { ...nameStyle, gapAfter: 0 });
  const x = margin + nameWidth;
  if (score === undefined) page.label(texts.levels.notJudged, x, y, { sizePoints: 8, colour: colours.quiet });
  else {
    const colour = levelColours[levelOf(score)];
    page.draw((doc) => {
      doc.rect(x, y + 3, barWidth, rowHeight - 8).fill(colours.tint);
      doc.rect(x, y + 3, Math.max(1, (barWidth * score) / 100), rowHeight - 8).fill(colour);
    });
    page.label(formatNumber(texts, score), x + barWidth + 8, y, { font: "bold", sizePoints: 9, colour });
  }
  page.y = y + height;
}
