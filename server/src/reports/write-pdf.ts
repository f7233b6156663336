import { once } from "node:events";
import { PassThrough } from "node:stream";
import { defaultAccent } from "./level-colours.ts";
import { AnnexFindings, drawNotJudged } from "./pdf/annex.ts";
import { drawAppendix } from "./pdf/appendix.ts";
import { drawBoard, keptFree } from "./pdf/board.ts";
import { drawOverview, hasShortOverview } from "./pdf/overview.ts";
import { ReportPage } from "./pdf/report-page.ts";
import type { ReportSource } from "./report-content.ts";
import { datedName } from "./report-name.ts";
import { type ReportTexts, reportTexts } from "./texts/report-texts.ts";

/** The report for the board, and as its annex all findings, the files with their hashes and the signature. */
export async function* writePdf(source: ReportSource): AsyncGenerator<Uint8Array> {
  const { head, presentation } = source;
  const texts = reportTexts[head.language];
  const page = new ReportPage({
    language: texts.locale,
    title: texts.labelled(texts.title, head.review.name),
    author: head.company.name,
    subject: texts.labelled(head.framework.name, head.control.name),
    createdAt: head.generatedAt,
    footer: [datedName(head.review.name, head.generatedAt), head.company.name].join(" · ").slice(0, 300),
    page: texts.page,
    accent: presentation.branding?.accentColour ?? defaultAccent,
    second: presentation.branding?.secondColour ?? presentation.branding?.accentColour ?? defaultAccent,
  });
  const bytes = new PassThrough({ highWaterMark: 1024 * 1024 });
  page.doc.pipe(bytes);
  const written = drawAll(page, texts, source, bytes);
  // An error while drawing ends the stream.
  written.catch((error: unknown) => bytes.destroy(error as Error));
  yield* bytes;
  await written;
}

async function drawAll(
  page: ReportPage,
  texts: ReportTexts,
  { head, presentation, slices, sign }: ReportSource,
  bytes: PassThrough,
): Promise<void> {
  const { part } = presentation;
  if (part !== "annex" && head.board !== undefined)
    drawBoard(page, texts, { ...head, board: head.board }, presentation.branding);
  if (part !== "board") {
    if (part === "all" && page.bottom - page.y < page.bottom * keptFree) page.newPage();
    else if (part === "all") page.y += 24;
    page.section();
    page.heading(texts.board.say("annex"), 1);
    if (!hasShortOverview(head) || part === "annex") drawOverview(page, texts, head);
    const findings = new AnnexFindings(page, texts, head);
    for await (const slice of slices()) {
      findings.draw(slice);
      // A slow reader is waited for, so that no report piles up in memory.
      if (bytes.writableNeedDrain) await once(bytes, "drain");
      // Lets the PDF writer compress and emit what was drawn.
      else await new Promise((resolve) => setImmediate(resolve));
    }
    drawNotJudged(page, texts, head);
    drawAppendix(page, texts, head, await sign());
  }
  page.end();
}
