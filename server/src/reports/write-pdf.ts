import { once } from "node:events";
import { PassThrough } from "node:stream";
import { drawAppendix } from "./pdf/appendix.ts";
import { drawCover } from "./pdf/cover.ts";
import { drawFinding } from "./pdf/finding.ts";
import { colours, ReportPage } from "./pdf/report-page.ts";
import { drawSubheading, drawSummary } from "./pdf/summary.ts";
import type { ReportHead, ReportSource } from "./report-content.ts";
import { formatDate, type ReportTexts, reportTexts } from "./texts/report-texts.ts";

/** Cover, summary with a chart, findings by cluster, appendix with hashes and the signature. */
export async function* writePdf(source: ReportSource): AsyncGenerator<Uint8Array> {
  const { head } = source;
  const texts = reportTexts[head.language];
  const page = new ReportPage({
    language: texts.locale,
    title: texts.labelled(texts.title, head.review.name),
    author: head.company.name,
    subject: texts.labelled(head.framework.name, head.control.name),
    createdAt: head.generatedAt,
    footer: [head.review.name, head.company.name, formatDate(texts, head.generatedAt)].join(" · ").slice(0, 300),
    page: texts.page,
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
  { head, slices, sign }: ReportSource,
  bytes: PassThrough,
): Promise<void> {
  drawCover(page, texts, head);
  drawSummary(page, texts, head);
  const names = new Map(head.documents.map(({ id, fileName }) => [id, fileName]));
  let clusterId: string | undefined;
  for await (const slice of slices()) {
    for (const finding of slice) {
      if (finding.clusterId !== clusterId) {
        drawClusterHead(page, texts, head, finding.clusterId, clusterId === undefined);
        clusterId = finding.clusterId;
      }
      drawFinding(page, texts, finding, names.get(finding.documentId) ?? "");
    }
    // A slow reader is waited for, so that no report piles up in memory.
    if (bytes.writableNeedDrain) await once(bytes, "drain");
    // Lets the PDF writer compress and emit what was drawn.
    else await new Promise((resolve) => setImmediate(resolve));
  }
  drawNotJudged(page, texts, head);
  drawAppendix(page, texts, head, await sign());
  page.end();
}

function drawClusterHead(page: ReportPage, texts: ReportTexts, head: ReportHead, id: string, isFirst: boolean): void {
  const cluster = head.rollUp.clusters.find((rolled) => rolled.cluster.id === id)?.cluster;
  page.section();
  if (isFirst) {
    page.newPage();
    page.bookmark(texts.findings, 1);
    page.text(texts.findings, { font: "bold", sizePoints: 18, role: "H1", gapAfter: 4, colour: colours.accent });
  }
  page.ensureRoom(160);
  page.bookmark(cluster?.name ?? "", 2);
  page.y += 6;
  page.text(cluster?.name ?? "", { font: "bold", sizePoints: 14, role: "H2", gapAfter: 4, colour: colours.accent });
  page.rule();
}

function drawNotJudged(page: ReportPage, texts: ReportTexts, { rollUp }: ReportHead): void {
  const open = rollUp.items.filter(({ evidence }) => evidence === undefined);
  if (open.length === 0) return;
  page.section();
  drawSubheading(page, texts.notJudgedItems);
  for (const { item } of open) page.text(`${item.externalId}  ${item.name}`, { sizePoints: 8.5, gapAfter: 2 });
}
