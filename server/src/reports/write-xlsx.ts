import {
  type ContentSignature,
  formatPlaces,
  type ReportDecision,
  type ReportFinding,
  type ReportHead,
  type ReportResult,
  type ReportSource,
} from "./report-content.ts";
import type { Cell } from "./spreadsheet/sheet.ts";
import { type Table, Workbook } from "./spreadsheet/workbook.ts";
import { describeDecision, subjectOf } from "./texts/describe-decision.ts";
import { formatDate, formatMoment, type ReportTexts, reportTexts, wholePercent } from "./texts/report-texts.ts";

/** A summary sheet, then every item, gap, recommendation and quote in tables that can be filtered. */
export async function* writeXlsx(source: ReportSource): AsyncGenerator<Uint8Array> {
  const { head } = source;
  const texts = reportTexts[head.language];
  const workbook = new Workbook();
  const summary = workbook.table({ name: texts.sheets.summary, widths: [34, 60, 12, 14, 22, 16, 14] });
  const tables = openTables(workbook, texts);
  const names = new Map(head.documents.map(({ id, fileName }) => [id, fileName]));
  const bestDocument = new Map(head.rollUp.items.map(({ item, evidence }) => [item.id, evidence?.documentId]));
  const seen = new Set<string>();
  const decided: [keys: Cell[], decisions: ReportDecision[]][] = [];
  for await (const slice of source.slices()) {
    for (const finding of slice) {
      seen.add(finding.controlItemId);
      const isBest = bestDocument.get(finding.controlItemId) === finding.documentId;
      const keys = [names.get(finding.documentId) ?? "", finding.clusterName, finding.externalId, finding.name];
      addFinding(tables, texts, finding, keys, isBest);
      if (finding.result?.decisions !== undefined) decided.push([keys, finding.result.decisions]);
    }
  }
  const clusters = new Map(head.rollUp.clusters.map(({ cluster }) => [cluster.id, cluster.name]));
  for (const { item } of head.rollUp.items) {
    if (seen.has(item.id)) continue;
    tables.items.add(["", clusters.get(item.clusterId), item.externalId, item.name, texts.levels.notJudged]);
  }
  addDecisions(workbook, texts, decided);
  addQuestions(workbook, texts, head);
  addDocuments(workbook, texts, head);
  addSummary(summary, texts, head, await source.sign());
  yield* workbook.bytes();
}

function openTables(workbook: Workbook, { sheets, columns }: ReportTexts) {
  const keys = [columns.document, columns.cluster, columns.externalId, columns.item];
  const keyWidths = [28, 24, 16, 36];
  return {
    items: workbook.table({
      name: sheets.items,
      head: [
        ...[...keys, columns.status, columns.score, columns.level, columns.confidence, columns.needsReview],
        ...[columns.hasBestEvidence, columns.pages, columns.description, columns.failureReason],
        ...[columns.decidedScore, columns.decidedLevel],
      ],
      widths: [...keyWidths, 14, 9, 20, 14, 14, 14, 30, 70, 30, 12, 20],
    }),
    gaps: workbook.table({
      name: sheets.gaps,
      head: [...keys, columns.topic, columns.description, columns.pages],
      widths: [...keyWidths, 32, 70, 30],
    }),
    recommendations: workbook.table({
      name: sheets.recommendations,
      head: [...keys, columns.topic, columns.action, columns.location, columns.text],
      widths: [...keyWidths, 32, 60, 36, 70],
    }),
    evidence: workbook.table({
      name: sheets.evidence,
      head: [
        ...[...keys, columns.criterion, columns.obligation, columns.verdict, columns.confidence, columns.needsReview],
        ...[columns.reason, columns.file, columns.page, columns.quote],
      ],
      widths: [...keyWidths, 44, 12, 14, 14, 14, 36, 28, 10, 80],
    }),
  };
}

function addFinding(
  tables: ReturnType<typeof openTables>,
  texts: ReportTexts,
  finding: ReportFinding,
  keys: Cell[],
  isBest: boolean,
): void {
  const { result } = finding;
  if (result === undefined) {
    tables.items.add([...keys, texts.itemStatuses[finding.status], "", "", "", "", "", "", "", finding.failureReason]);
    return;
  }
  tables.items.add([
    ...keys,
    texts.itemStatuses[finding.status],
    { value: result.score, style: "score" },
    { value: texts.levels[result.level], style: result.level },
    ...toDoubtCells(texts, result),
    isBest ? texts.yes : texts.no,
    formatPlaces(texts, result.places),
    result.explanation,
    "",
    ...toDecidedCells(texts, result),
  ]);
  for (const { topic, description, places } of result.gaps)
    tables.gaps.add([...keys, topic, description, formatPlaces(texts, places)]);
  for (const { gap, action, location, text } of result.recommendations)
    tables.recommendations.add([...keys, gap, action, location, text]);
  for (const { statement, level, verdict, description, quotes, ...doubt } of result.criteria) {
    const criterion: Cell[] = [
      ...[...keys, statement, texts.obligations[level], texts.verdicts[verdict]],
      ...[...toDoubtCells(texts, doubt), description],
    ];
    if (quotes.length === 0) tables.evidence.add(criterion);
    for (const quote of quotes) tables.evidence.add([...criterion, quote.documentName, quote.page, quote.text]);
  }
}

function toDecidedCells(texts: ReportTexts, { score, level, decided = { score, level } }: ReportResult): Cell[] {
  const { score: counted, level: decidedLevel } = decided;
  return [
    counted === undefined || decidedLevel === "not_applicable" ? "" : { value: counted, style: "score" },
    { value: texts.levels[decidedLevel], style: decidedLevel },
  ];
}

function addDecisions(workbook: Workbook, texts: ReportTexts, decided: [keys: Cell[], ReportDecision[]][]): void {
  if (decided.length === 0) return;
  const { columns } = texts;
  const table = workbook.table({
    name: texts.sheets.decisions,
    head: [
      ...[columns.document, columns.cluster, columns.externalId, columns.item, columns.criterion, columns.decision],
      ...[columns.reason, columns.decidedBy, columns.decidedAt, columns.acceptedUntil, columns.decisionState],
      ...[columns.file, columns.page, columns.quote],
    ],
    widths: [28, 24, 16, 36, 44, 34, 60, 30, 24, 18, 22, 28, 10, 60],
  });
  for (const [keys, decisions] of decided) {
    for (const decision of decisions) {
      const { reason, authorName, decidedAt, acceptedUntil, state, quote } = decision;
      table.add([
        ...[...keys, subjectOf(texts, decision), describeDecision(texts, decision), reason, authorName],
        ...[formatMoment(texts, decidedAt), acceptedUntil && formatDate(texts, acceptedUntil)],
        ...[state === "look_again" ? texts.decisionStates.look_again : texts.decisionStates.in_effect],
        ...[quote?.documentName, quote?.page, quote?.text],
      ]);
    }
  }
}

function toDoubtCells(
  texts: ReportTexts,
  { confidence, needsReview }: Pick<ReportResult, "confidence" | "needsReview">,
) {
  return [confidence === null ? "" : wholePercent(confidence), needsReview ? texts.yes : texts.no];
}

function addQuestions(workbook: Workbook, texts: ReportTexts, { documents }: ReportHead): void {
  const { columns, answers } = texts;
  if (documents.every(({ questions = [] }) => questions.length === 0)) return;
  const table = workbook.table({
    name: texts.sheets.questions,
    head: [
      ...[columns.document, columns.externalId, columns.item, columns.question, columns.answer],
      ...[columns.comment, columns.answered],
    ],
    widths: [28, 16, 36, 60, 16, 60, 24],
  });
  for (const { fileName, questions = [] } of documents) {
    for (const { controlItemExternalId, controlItemName, question, answered } of questions) {
      table.add([
        ...[fileName, controlItemExternalId, controlItemName, question, answers[answered?.answer ?? "open"]],
        ...[answered?.comment ?? "", answered && formatMoment(texts, answered.answeredAt)],
      ]);
    }
  }
}

function addDocuments(workbook: Workbook, texts: ReportTexts, { documents }: ReportHead): void {
  const { columns } = texts;
  const table = workbook.table({
    name: texts.sheets.documents,
    head: [
      ...[columns.document, columns.status, columns.processed, columns.file, columns.sizeBytes, columns.pages],
      ...["SHA-256", texts.engine, texts.catalogue, columns.failureReason],
    ],
    widths: [30, 16, 24, 34, 14, 9, 68, 24, 24, 36],
  });
  for (const { fileName, status, processedAt, judgedBy, failureReason, files } of documents) {
    for (const file of files) {
      table.add([
        fileName,
        texts.statuses[status],
        processedAt && formatMoment(texts, processedAt),
        file.displayName,
        file.sizeBytes,
        file.pageCount,
        file.sha256 ?? texts.foundInside,
        judgedBy && `${judgedBy.name} ${judgedBy.version}`,
        judgedBy && `${judgedBy.catalogue.frameworkCode} ${judgedBy.catalogue.frameworkVersion}`,
        file.failureReason ?? failureReason,
      ]);
    }
  }
}

const toSignOffRows = (
  texts: ReportTexts,
  { author, signedOffAt, statement }: NonNullable<ReportHead["signOff"]>,
): [string, Cell][] => [
  [texts.signedOff, texts.signedOffBy(author.name, signedOffAt)],
  ...(statement === undefined ? [] : ([["", statement]] as [string, Cell][])),
];

function addSummary(table: Table, texts: ReportTexts, head: ReportHead, signature: ContentSignature): void {
  const { review, company, entity, framework, control, rollUp, generatedAt, signOff } = head;
  const judged = rollUp.items.filter(({ evidence }) => evidence !== undefined).length;
  table.add([{ value: texts.title, style: "title" }]);
  table.add([]);
  const facts: [string, Cell][] = [
    [texts.review, review.name],
    [texts.company, company.name],
    [texts.entity, entity.name],
    [texts.control, control.name],
    [texts.framework, `${framework.name} ${framework.version}`],
    [texts.scope, review.scope],
    [texts.date, formatDate(texts, review.reviewDate)],
    [texts.generated, formatMoment(texts, generatedAt)],
    [texts.overallScore, rollUp.score === undefined ? texts.notJudgedYet : { value: rollUp.score, style: "score" }],
    ["", texts.judged(judged, rollUp.items.length)],
    ...(rollUp.decided?.score === undefined
      ? []
      : ([[texts.decidedScore, { value: rollUp.decided.score, style: "score" }]] as [string, Cell][])),
    ...(signOff === undefined ? [] : toSignOffRows(texts, signOff)),
    [texts.checkThis, texts.toReview(rollUp.review.itemCount, rollUp.review.criterionCount, rollUp.review.below)],
  ];
  for (const fact of facts) table.add(fact);
  if (rollUp.level !== undefined) table.add(["", { value: texts.levels[rollUp.level], style: rollUp.level }]);
  table.add([]);
  const heads = [texts.columns.cluster, "", texts.columns.score, texts.columns.items];
  const { compliant, partially_compliant, non_compliant, not_applicable, notJudged } = texts.levels;
  const levels = [compliant, partially_compliant, non_compliant, not_applicable, notJudged];
  table.add([...heads, ...levels].map((value) => ({ value, style: "head" })));
  for (const { cluster, counts, score } of rollUp.clusters) {
    const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
    table.add([
      ...[cluster.code, cluster.name],
      ...[score === undefined ? "" : ({ value: score, style: "score" } as const), all],
      ...[counts.compliant, counts.partially_compliant, counts.non_compliant, counts.not_applicable, counts.notJudged],
    ]);
  }
  table.add([]);
  table.add([texts.contentDigest, signature.contentSha256]);
  table.add([texts.signedStatement, signature.statement.trim()]);
  table.add([texts.signature, signature.signature]);
  table.add([texts.publicKey, signature.publicKey.trim()]);
}
