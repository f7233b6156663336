import type { FileChild } from "docx";
import { composeFinding, composeMet, leadOf, type MetText } from "../content/compose-finding.ts";
import { levelColours } from "../level-colours.ts";
import { isOpenLevel, outcomeOf } from "../outcome.ts";
import type { ContentSignature, ReportFinding, ReportHead } from "../report-content.ts";
import { formatMoment, formatNumber, type ReportTexts } from "../texts/report-texts.ts";
import { bullet, heading, lead, paragraph, table } from "./parts.ts";

/** All findings: open ones in full, those that are met in a table. */
export class AnnexParts {
  readonly #texts: ReportTexts;
  readonly #names: Map<string, string>;
  readonly #open: FileChild[] = [];
  readonly #rows: Record<"met" | "others", MetText[]> = { met: [], others: [] };

  constructor(texts: ReportTexts, { documents }: ReportHead) {
    this.#texts = texts;
    this.#names = new Map(documents.length > 1 ? documents.map(({ id, fileName }) => [id, fileName]) : []);
  }

  add(finding: ReportFinding): void {
    const { result } = finding;
    if (result === undefined) return;
    const { score, level } = outcomeOf(result);
    if (score === undefined || !isOpenLevel(level)) {
      const kind = level === "compliant" && score !== undefined ? "met" : "others";
      this.#rows[kind].push(composeMet(this.#texts, finding, result));
      return;
    }
    const text = composeFinding(this.#texts, finding, result, this.#names.get(finding.documentId));
    const outcome = [text.score, text.levelName].filter(Boolean).join(" ");
    this.#open.push(
      heading(text.name, 3),
      paragraph([text.reference, outcome, text.status].join(" · "), "Reference", { colour: levelColours[level] }),
      paragraph(text.objective, "Quiet"),
      ...text.decisions.map(({ label, text }) => lead(label, text)),
      paragraph(text.opening),
      ...text.gaps.map(({ topic, verdict, text }) => lead(leadOf(topic, verdict), text)),
      ...(text.met === "" ? [] : [paragraph(text.met)]),
      ...(text.risks === "" ? [] : [lead(this.#texts.risks, text.risks)]),
      ...(text.compensating === "" ? [] : [lead(this.#texts.compensating, text.compensating)]),
      ...(text.document === undefined ? [] : [lead(this.#texts.otherDocuments, text.document)]),
      ...text.advice.flatMap(({ action, title, text }) => [
        bullet(action),
        ...(text === "" ? [] : [paragraph(title, "Quiet"), paragraph(text, "Insertion")]),
      ]),
    );
  }

  parts(): FileChild[] {
    const { board } = this.#texts;
    return [
      ...(this.#open.length === 0
        ? []
        : [heading(board.say("open"), 2), paragraph(board.say("openLead"), "Quiet"), ...this.#open]),
      ...this.#table(board.say("metItems"), this.#rows.met),
      ...this.#table(board.say("inapplicableItems"), this.#rows.others),
    ];
  }

  #table(title: string, rows: MetText[]): FileChild[] {
    if (rows.length === 0) return [];
    const { columns, board } = this.#texts;
    return [
      heading(title, 2),
      table(
        [
          { title: columns.item, share: 30 },
          { title: columns.score, share: 10, align: "right" },
          { title: board.say("state"), share: 15 },
          { title: board.say("evidence"), share: 45 },
        ],
        rows.map(({ reference, name, score, evidence, state, remarks }) => ({
          cells: [`${name}\n${reference}`, score, state, evidence],
          remarks,
        })),
      ),
    ];
  }
}

/** Items without a judgement, the documents with the hashes of their files, and the content's signature. */
export function closingParts(texts: ReportTexts, head: ReportHead, signature: ContentSignature): FileChild[] {
  const unjudged = head.rollUp.items.filter(({ evidence }) => evidence === undefined);
  const { columns } = texts;
  return [
    ...(unjudged.length === 0
      ? []
      : [heading(texts.notJudgedItems, 2), ...unjudged.map(({ item }) => bullet(`${item.externalId}  ${item.name}`))]),
    heading(texts.documents, 2),
    ...(head.documents.length === 0
      ? [paragraph(texts.noDocuments, "Quiet")]
      : [
          table(
            [
              { title: columns.document, share: 40 },
              { title: columns.processed, share: 20 },
              { title: texts.files, share: 40 },
            ],
            head.documents.map(({ fileName, status, processedAt, pageCount, files }) => ({
              cells: [
                `${fileName}\n${texts.labelled(columns.pages, formatNumber(texts, pageCount))}`,
                `${texts.statuses[status]}\n${processedAt === undefined ? "" : formatMoment(texts, processedAt)}`,
                files.map(({ displayName, sha256 }) => `${displayName}\n${sha256 ?? texts.foundInside}`).join("\n"),
              ],
            })),
          ),
        ]),
    heading(texts.integrity, 2),
    paragraph(texts.integrityNote),
    lead(texts.contentDigest, signature.contentSha256),
    lead(texts.signedStatement, `\n${signature.statement.trim()}`),
    lead(texts.signature, signature.signature),
    lead(`${texts.publicKey} (${signature.keyId})`, `\n${signature.publicKey.trim()}`),
  ];
}
