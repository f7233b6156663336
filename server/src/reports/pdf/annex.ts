import { composeFinding, composeMet, type MetText } from "../content/compose-finding.ts";
import { isOpenLevel, outcomeOf } from "../outcome.ts";
import type { ReportFinding, ReportHead } from "../report-content.ts";
import type { ReportTexts } from "../texts/report-texts.ts";
import { drawFinding } from "./finding.ts";
import { colours, type ReportPage } from "./report-page.ts";
import { drawTable } from "./table.ts";

/** Draws findings as they come: open ones in full, then the others in tables. */
export class AnnexFindings {
  readonly #page: ReportPage;
  readonly #texts: ReportTexts;
  readonly #names: Map<string, string>;
  #drawn: "open" | "met" | "others" | undefined;

  constructor(page: ReportPage, texts: ReportTexts, head: ReportHead) {
    this.#page = page;
    this.#texts = texts;
    // With one document, its name on every finding says nothing.
    this.#names = new Map(head.documents.length > 1 ? head.documents.map(({ id, fileName }) => [id, fileName]) : []);
  }

  /** In the order of the annex: open, met, others. */
  draw(findings: ReportFinding[]): void {
    const rows: Record<"met" | "others", MetText[]> = { met: [], others: [] };
    for (const finding of findings) {
      const { result } = finding;
      if (result === undefined) continue;
      const { score, level } = outcomeOf(result);
      if (score !== undefined && isOpenLevel(level)) {
        this.#begin("open");
        const document = this.#names.get(finding.documentId);
        drawFinding(this.#page, this.#texts, composeFinding(this.#texts, finding, result, document));
      } else
        rows[level === "compliant" && score !== undefined ? "met" : "others"].push(
          composeMet(this.#texts, finding, result),
        );
    }
    this.#drawRows("met", rows.met);
    this.#drawRows("others", rows.others);
  }

  #begin(kind: "open" | "met" | "others"): boolean {
    if (this.#drawn === kind) return false;
    this.#drawn = kind;
    const { board } = this.#texts;
    const titles = { open: board.say("open"), met: board.say("metItems"), others: board.say("inapplicableItems") };
    this.#page.section();
    this.#page.heading(titles[kind], 2, 120);
    if (kind === "open")
      this.#page.text(board.say("openLead"), { sizePoints: 8.5, colour: colours.quiet, gapAfter: 6 });
    return true;
  }

  #drawRows(kind: "met" | "others", rows: MetText[]): void {
    if (rows.length === 0) return;
    const isFirst = this.#begin(kind);
    const { columns, board } = this.#texts;
    const title = (text: string) => (isFirst ? text : "");
    if (!isFirst) {
      this.#page.section();
      this.#page.y -= 8;
    }
    drawTable(
      this.#page,
      [
        { title: title(columns.item), share: 0.29 },
        { title: title(columns.score), share: 0.12, align: "right" },
        { title: title(board.say("state")), share: 0.15 },
        { title: title(board.say("evidence")), share: 0.44 },
      ],
      rows.map(({ reference, name, score, evidence, state, remarks }) => ({
        cells: [
          { text: name, detail: reference },
          { text: score, style: { font: "bold" } },
          { text: state, style: { sizePoints: 8 } },
          { text: evidence, style: { sizePoints: 8 } },
        ],
        remarks,
      })),
    );
  }
}

export function drawNotJudged(page: ReportPage, texts: ReportTexts, { rollUp }: ReportHead): void {
  const open = rollUp.items.filter(({ evidence }) => evidence === undefined);
  if (open.length === 0) return;
  page.section();
  page.heading(texts.notJudgedItems, 2);
  for (const { item } of open) page.text(`${item.externalId}  ${item.name}`, { sizePoints: 8.5, gapAfter: 2 });
}
