import { createHash } from "node:crypto";
import type { ControlToJudge } from "../analysis/analyser.ts";
import type { Evidence, Facts, ItemFindings, PageRef, Quote } from "../analysis/findings/findings.ts";
import { formatsOf } from "../analysis/findings/render/language-format.ts";
import { renderFindings } from "../analysis/findings/render/render-findings.ts";
import { confidenceOf, doubtOf, needsReview } from "../analysis/verdict/confidence.ts";
import type { CatalogueStore } from "../catalogue/catalogue.ts";
import { decideItem } from "../documents/decide-item.ts";
import type { Decision } from "../documents/decision.ts";
import type { AuditLanguage, Document, DocumentStore } from "../documents/document.ts";
import { labelOfPage, type ReadableFile, readableFiles, type StoredFile } from "../documents/document-file.ts";
import type { OwnerQuestion, OwnerQuestionStore } from "../documents/owner-question.ts";
import type { SignOffStore } from "../documents/sign-off.ts";
import type { Clock } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import { newestFirst } from "../platform/page.ts";
import type { Review } from "../reviews/review.ts";
import { type RollUpStore, rollUpReview } from "../reviews/review-roll-up.ts";
import type { BusinessEntityStore } from "../tenancy/business-entity.ts";
import type { CompanyStore } from "../tenancy/company.ts";
import type {
  Place,
  ReportCriterion,
  ReportDecision,
  ReportDocument,
  ReportFile,
  ReportFinding,
  ReportFormat,
  ReportHead,
  ReportQuote,
  ReportResult,
  ReportSource,
} from "./report-content.ts";
import { type ReportSigner, signContent } from "./report-signature.ts";
import type { ReportStore, StoredFinding } from "./report-store.ts";

/** The control's texts that rendering needs. */
interface ControlTexts {
  findControl(of: { companyId: Id; reviewId: Id }): Promise<{ control: ControlToJudge }>;
}

interface GatherDeps {
  db: {
    rollUps: RollUpStore;
    catalogue: Pick<CatalogueStore, "listItems" | "listClusters" | "listEveryFramework">;
    companies: Pick<CompanyStore, "find">;
    entities: Pick<BusinessEntityStore, "find">;
    documents: Pick<DocumentStore, "list" | "listStoredFiles">;
    reports: ReportStore;
    signOffs: Pick<SignOffStore, "findCurrent">;
    questions: Pick<OwnerQuestionStore, "list">;
    processing: ControlTexts;
    anchors: { findLatest(): Promise<{ number: number; sha256: string } | undefined> };
  };
  clock: Clock;
  /** Below this confidence a level or verdict needs review. */
  reviewBelow: number;
  signer: ReportSigner;
}

/** Findings are some kilobytes each. Serialising this many does not delay other requests. */
const sliceLength = 20;
const documentsPerPage = 100;

/** Reads the head at once and the findings as the writer asks for them. */
export async function gatherReport(deps: GatherDeps, review: Review, format: ReportFormat): Promise<ReportSource> {
  const { head, files } = await gatherHead(deps, review);
  const { generatedAt: _, ...content } = head;
  // Without the time of generation, so that an unchanged review has an unchanged digest.
  const digest = createHash("sha256").update(JSON.stringify(content));
  const { language } = head;
  const { control } = await deps.db.processing.findControl({ companyId: review.companyId, reviewId: review.id });
  const cite = (finding: StoredFinding) =>
    toReportFinding(
      { files: files.get(finding.documentId) ?? [], language, control, reviewBelow: deps.reviewBelow },
      finding,
    );
  return {
    head,
    async *slices() {
      const stored = format === "pdf" ? bestFindings(deps, review, head) : allFindings(deps, review, head);
      for await (const slice of stored) {
        const findings = slice.map(cite);
        digest.update(JSON.stringify(findings));
        yield findings;
      }
    },
    sign: async () => signContent(deps.signer, head, digest.copy().digest("hex"), await deps.db.anchors.findLatest()),
  };
}

async function gatherHead(
  { db, clock, reviewBelow }: GatherDeps,
  review: Review,
): Promise<{ head: ReportHead; files: Map<Id, ReadableFile[]> }> {
  const { companyId, businessEntityId, frameworkId, controlId } = review;
  const [rollUp, company, entity, frameworks, documents, work] = await Promise.all([
    rollUpReview(db, review, reviewBelow),
    db.companies.find({ companyId }),
    db.entities.find(companyId, businessEntityId),
    db.catalogue.listEveryFramework(),
    listDocuments(db.documents, review),
    db.reports.listWork(companyId, review.id),
  ]);
  const framework = frameworks.find(({ id }) => id === frameworkId);
  const control = framework?.controls.find(({ id }) => id === controlId);
  if (company === undefined || entity === undefined || framework === undefined || control === undefined)
    throw new Error(`review ${review.id} has lost its company, entity or control`);
  const judgedBy = new Map(work.map((one) => [one.documentId, one.judgedBy]));
  const files = new Map<Id, ReadableFile[]>();
  const described: ReportDocument[] = [];
  // If the documents' languages differ, the newest completed document decides.
  const language = (documents.find(({ status }) => status === "completed") ?? documents[0])?.auditLanguage ?? "en";
  for (const document of documents) {
    const stored = await db.documents.listStoredFiles(document.id);
    files.set(document.id, readableFiles(stored));
    const questions = await db.questions.list(document.id, language);
    described.push(toReportDocument(document, judgedBy.get(document.id), stored, questions));
  }
  const signedOff = await findSignOff(db.signOffs, review);
  const head: ReportHead = {
    language,
    generatedAt: clock.now(),
    review: {
      id: review.id,
      name: review.name,
      scope: review.scope,
      reviewDate: review.reviewDate,
      createdAt: review.createdAt,
    },
    company: { id: company.id, name: company.legalName },
    entity: { id: entity.id, name: entity.name },
    framework: { id: framework.id, name: framework.name, code: framework.code, version: framework.version },
    control: { id: control.id, name: control.name, code: control.code },
    rollUp,
    documents: described,
    ...(signedOff !== undefined && { signOff: signedOff }),
  };
  return { head, files };
}

async function findSignOff(signOffs: Pick<SignOffStore, "findCurrent">, { companyId, id }: Review) {
  const current = await signOffs.findCurrent(companyId, id);
  if (current === undefined) return undefined;
  const { author, signedOffAt, statement } = current;
  return { id: current.id, author, signedOffAt, statement };
}

/** Those that count in the review. */
async function listDocuments(documents: Pick<DocumentStore, "list">, { companyId, id }: Review): Promise<Document[]> {
  const all: Document[] = [];
  for (let last: Id | undefined; ; ) {
    const { entries, nextCursor } = await documents.list(
      companyId,
      { reviewId: id },
      newestFirst(documentsPerPage, last),
    );
    all.push(...entries.filter((one) => one.withdrawnAt === undefined && one.supersededBy === undefined));
    last = entries.at(-1)?.id;
    if (nextCursor === undefined) return all;
  }
}

/** The best finding for each judged item, in the catalogue's order. */
async function* bestFindings(
  { db }: GatherDeps,
  { companyId, id }: Review,
  { rollUp, language }: ReportHead,
): AsyncGenerator<StoredFinding[]> {
  const clusters = new Map(rollUp.clusters.map(({ cluster }, index) => [cluster.id, index]));
  const chosen = rollUp.items
    .toSorted((a, b) => (clusters.get(a.item.clusterId) ?? 0) - (clusters.get(b.item.clusterId) ?? 0))
    .flatMap(({ item, evidence }) =>
      evidence === undefined ? [] : [{ documentId: evidence.documentId, controlItemId: item.id }],
    );
  for (let from = 0; from < chosen.length; from += sliceLength) {
    const slice = chosen.slice(from, from + sliceLength);
    const found = await db.reports.listChosenFindings(companyId, id, slice, language);
    const byItem = new Map(found.map((finding) => [finding.controlItemId, finding]));
    yield slice.flatMap(({ controlItemId }) => byItem.get(controlItemId) ?? []);
  }
}

/** All findings of all documents, document by document. */
async function* allFindings(
  { db }: GatherDeps,
  { companyId }: Review,
  { documents, language }: ReportHead,
): AsyncGenerator<StoredFinding[]> {
  for (const { id } of documents) {
    for (let after = -1; ; ) {
      const slice = await db.reports.listFindings(companyId, id, after, sliceLength, language);
      if (slice.length > 0) yield slice;
      if (slice.length < sliceLength) break;
      after = slice.at(-1)?.position ?? after;
    }
  }
}

function toReportDocument(
  { id, fileName, status, failureReason, pageCount, createdAt, processedAt }: Document,
  judgedBy: ReportDocument["judgedBy"],
  files: StoredFile[],
  questions: OwnerQuestion[],
): ReportDocument {
  return {
    ...{ id, fileName, status, failureReason, pageCount, createdAt, processedAt, judgedBy },
    files: files.map(toReportFile),
    ...(questions.length > 0 && { questions }),
  };
}

function toReportFile({ id, displayName, sizeBytes, sha256, reading }: StoredFile): ReportFile {
  return {
    id,
    displayName,
    sizeBytes,
    sha256: sha256?.toString("hex"),
    pageCount: reading.state === "read" ? reading.pageCount : 0,
    failureReason: reading.state === "failed" ? reading.failureReason : undefined,
  };
}

/** The files that findings cite, and what rendering takes besides them. */
interface Cited {
  files: ReadableFile[];
  language: AuditLanguage;
  control: ControlToJudge;
  reviewBelow: number;
}

function toReportFinding(cited: Cited, finding: StoredFinding): ReportFinding {
  const { id, documentId, controlItemId, externalId, name, objective, clusterId, clusterName } = finding;
  return {
    ...{ id, documentId, controlItemId, externalId, name, objective, clusterId, clusterName },
    status: finding.status,
    failureReason: finding.failureReason,
    judgedAt: finding.judgedAt,
    result: toResult(cited, finding),
  };
}

function toResult(
  cited: Cited,
  { name, objective, texts, findings, decisions }: StoredFinding,
): ReportResult | undefined {
  if (findings === undefined) return undefined;
  const { language, control } = cited;
  const files = cited.files.map(({ displayName, reading }) => ({
    name: displayName,
    labelOf: (page: number) => labelOfPage(reading.pages, page),
  }));
  const rendered = renderFindings({ language, control, item: { name, objective, ...texts }, files }, findings);
  const places = (refs: PageRef[]): Place[] =>
    refs.map(({ file, pages }) => ({ documentName: files[file]?.name ?? "", pages }));
  const { strength, explanation, gaps, pageRefs, risks, compensatingControls, recommendations, criteria } = rendered;
  const { score, level } = findings;
  const { confidence, needsReview: isInDoubt } = doubtOf(findings, cited.reviewBelow);
  const decided = decideItem(findings, decisions);
  return {
    ...(decided !== undefined && { decided }),
    ...(decisions.length > 0 && { decisions: decisions.map((one) => toReportDecision(cited, findings, one)) }),
    ...{ score, level, confidence, needsReview: isInDoubt, strength, explanation, risks, compensatingControls },
    places: places(pageRefs),
    gaps: gaps.map(({ topic, description, pageRefs }) => ({ topic, description, places: places(pageRefs) })),
    recommendations: recommendations.map((one) => ({
      gap: one.gapIdentified,
      action: one.actionableRecommendation,
      location: one.suggestedTextLocation,
      text: one.suggestedTextToBeAdded,
    })),
    criteria: criteria.map((criterion) => {
      const { key, statement, level, verdict, probabilities, reason, description, facts, evidence } = criterion;
      const confidence = confidenceOf(criterion, findings.conditions);
      return {
        ...{ key, statement, level, verdict, confidence, needsReview: needsReview(confidence, cited.reviewBelow) },
        ...{ probabilities, reason, description, condition: toCondition(facts) },
        quotes: evidence.map((quote) => toQuote(cited, quote)),
      };
    }),
  };
}

function toCondition({ condition: key, decidedBy }: Facts): ReportCriterion["condition"] {
  return key === undefined || decidedBy === undefined ? undefined : { key, decidedBy };
}

function toReportDecision(cited: Cited, { criteria }: ItemFindings, decision: Decision): ReportDecision {
  const { id, criterionKey, kind, verdict, level, acceptedUntil, reason, evidence, author, decidedAt, state } =
    decision;
  const ofCriterion = criterionKey === undefined ? undefined : criteria.find(({ key }) => key === criterionKey);
  const file = cited.files.findIndex((one) => one.id === evidence?.fileId);
  const criterion = ofCriterion && { key: ofCriterion.key, statement: ofCriterion.statement };
  return {
    ...{ id, criterion, kind, verdict, level, acceptedUntil, reason, decidedAt, state, authorName: author.name },
    quote: evidence && toPassage(cited, { ...evidence, file, page: evidence.pageNumber }),
  };
}

const toQuote = (cited: Cited, { role, ...quote }: Evidence): ReportQuote => ({ ...toPassage(cited, quote), role });

function toPassage({ files, language }: Cited, { file, page, start, end, text }: Quote): Omit<ReportQuote, "role"> {
  const cited = files[file];
  return {
    documentName: cited?.displayName ?? "",
    fileId: cited?.id ?? "",
    page: cited === undefined ? String(page) : formatsOf(language).page(labelOfPage(cited.reading.pages, page)),
    pageNumber: page,
    ...{ start, end, text },
  };
}
