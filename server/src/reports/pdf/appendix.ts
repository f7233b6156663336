import type { ContentSignature, ReportDocument, ReportHead } from "../report-content.ts";
import { formatMoment, formatNumber, type ReportTexts } from "../texts/report-texts.ts";
import { colours, type ReportPage } from "./report-page.ts";

export function drawAppendix(
  page: ReportPage,
  texts: ReportTexts,
  head: ReportHead,
  signature: ContentSignature,
): void {
  page.section();
  page.heading(texts.documents, 2);
  if (head.documents.length === 0) page.text(texts.noDocuments, { colour: colours.quiet });
  for (const document of head.documents) drawDocument(page, texts, document);
  drawQuestions(page, texts, head.documents);
  page.section();
  drawIntegrity(page, texts, signature);
}

const small = { sizePoints: 8, colour: colours.quiet, gapAfter: 2 } as const;

function drawDocument(page: ReportPage, texts: ReportTexts, document: ReportDocument): void {
  const { fileName, status, processedAt, pageCount, judgedBy, failureReason, files } = document;
  page.ensureRoom(64);
  page.text(fileName, { font: "bold", sizePoints: 10, gapAfter: 2, role: "H3" });
  const facts = [
    texts.statuses[status],
    processedAt === undefined ? "" : formatMoment(texts, processedAt),
    pageCount === 0 ? "" : texts.labelled(texts.columns.pages, formatNumber(texts, pageCount)),
    `ID ${document.id}`,
  ];
  page.text(facts.filter((fact) => fact !== "").join(" · "), small);
  if (failureReason !== undefined) page.text(failureReason, small);
  if (judgedBy !== undefined) {
    const { name, version, modelSha256, catalogue } = judgedBy;
    page.text(
      texts.labelled(texts.engine, `${name} ${version}${modelSha256 === null ? "" : ` (${modelSha256})`}`),
      small,
    );
    const { frameworkCode, frameworkVersion, frameworkSha256 } = catalogue;
    page.text(
      texts.labelled(texts.catalogue, `${frameworkCode} ${frameworkVersion} (SHA-256 ${frameworkSha256})`),
      small,
    );
  }
  page.text(texts.files, { sizePoints: 8.5, font: "bold", gapAfter: 2 });
  for (const { displayName, sizeBytes, sha256 } of files) {
    const size = sizeBytes === undefined ? "" : ` (${formatNumber(texts, sizeBytes)} ${texts.bytes})`;
    page.ensureRoom(26);
    page.text(`${displayName}${size}`, { sizePoints: 8.5, indent: 10, gapAfter: 0 });
    page.text(sha256 ?? texts.foundInside, { ...small, indent: 10, gapAfter: 3 });
  }
  page.y += 8;
}

/** What no document can answer, with the owner's answers. */
function drawQuestions(page: ReportPage, texts: ReportTexts, documents: ReportDocument[]): void {
  const asked = documents.filter(({ questions = [] }) => questions.length > 0);
  if (asked.length === 0) return;
  page.section();
  page.heading(texts.questions, 2);
  page.text(texts.questionsLead, { ...small, gapAfter: 6 });
  for (const { fileName, questions = [] } of asked) {
    page.ensureRoom(64);
    page.text(fileName, { font: "bold", sizePoints: 10, gapAfter: 2, role: "H3" });
    for (const { controlItemExternalId, controlItemName, question, answered } of questions) {
      page.ensureRoom(40);
      page.text(`${controlItemExternalId}  ${controlItemName}`, { ...small, indent: 10, gapAfter: 0 });
      const answer = texts.answers[answered?.answer ?? "open"];
      page.text(`${question} – ${answer}`, { sizePoints: 8.5, indent: 10, gapAfter: 2 });
      if (answered !== undefined) {
        const when = formatMoment(texts, answered.answeredAt);
        const comment = answered.comment === null ? when : `${answered.comment} (${when})`;
        page.text(comment, { ...small, indent: 10, gapAfter: 4 });
      }
    }
    page.y += 8;
  }
}

function drawIntegrity(page: ReportPage, texts: ReportTexts, signature: ContentSignature): void {
  page.heading(texts.integrity, 2);
  page.text(texts.integrityNote, { gapAfter: 6 });
  const facts: [string, string][] = [
    [texts.contentDigest, signature.contentSha256],
    [texts.signedStatement, signature.statement.trim()],
    [texts.signature, signature.signature],
    [`${texts.publicKey} (${signature.keyId})`, signature.publicKey.trim()],
  ];
  for (const [name, value] of facts) {
    page.ensureRoom(40);
    page.text(name, { font: "bold", sizePoints: 8.5, gapAfter: 1 });
    page.text(value, { sizePoints: 8.5, gapAfter: 6 });
  }
  page.ensureRoom(60);
  page.text(texts.howToVerify, { font: "bold", sizePoints: 8.5, gapAfter: 1 });
  for (const step of texts.howToVerifySteps) page.text(step, { sizePoints: 8.5, gapAfter: 3 });
}
