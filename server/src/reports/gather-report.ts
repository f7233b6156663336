import { createHash } from "node:crypto";
import type { ControlToJudge } from "../analysis/analyser.ts";
import type { CatalogueStore } from "../catalogue/catalogue.ts";
import type { Document, DocumentStore } from "../documents/document.ts";
import { type ReadableFile, readableFiles, type StoredFile } from "../documents/document-file.ts";
import type { OwnerQuestion, OwnerQuestionStore } from "../documents/owner-question.ts";
import type { SignOffStore } from "../documents/sign-off.ts";
import type { Clock } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import { newestFirst } from "../platform/page.ts";
import type { Review } from "../reviews/review.ts";
import { type RollUpStore, rollUpReview } from "../reviews/review-roll-up.ts";
import type { BrandingStore } from "../tenancy/branding.ts";
import type { BusinessEntityStore } from "../tenancy/business-entity.ts";
import type { CompanyStore } from "../tenancy/company.ts";
import type { PartnerStore } from "../tenancy/partner.ts";
import { toReportFinding } from "./cite-finding.ts";
import { gatherBoard, listInOrder, orderByScore } from "./gather-board.ts";
import {
  isForPeople,
  type ReportDocument,
  type ReportFile,
  type ReportFormat,
  type ReportHead,
  type ReportPart,
  type ReportSource,
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
    catalogue: Pick<CatalogueStore, "listItems" | "listClusters" | "listFrameworks" | "listEveryFramework">;
    companies: Pick<CompanyStore, "find">;
    partners: Pick<PartnerStore, "find">;
    brandings: Pick<BrandingStore, "find">;
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

interface AskedPresentation {
  part: ReportPart;
  isBranded: boolean;
}

/** Reads the head at once and the findings as the writer asks for them. */
export async function gatherReport(
  deps: GatherDeps,
  review: Review,
  format: ReportFormat,
  { part, isBranded }: AskedPresentation = { part: "all", isBranded: true },
): Promise<ReportSource> {
  const { head: gathered, partnerId, files, documents } = await gatherHead(deps, review, format);
  const { language } = gathered;
  const { control } = await deps.db.processing.findControl({ companyId: review.companyId, reviewId: review.id });
  const cite = (finding: StoredFinding) =>
    toReportFinding(
      { files: files.get(finding.documentId) ?? [], language, control, reviewBelow: deps.reviewBelow },
      finding,
    );
  const isRead = isForPeople(format);
  const head: ReportHead = isRead
    ? { ...gathered, board: await gatherBoard(deps.db, review, gathered, documents, cite) }
    : gathered;
  const { generatedAt: _, ...content } = head;
  // Without the time of generation, so that an unchanged review has an unchanged digest.
  const digest = createHash("sha256").update(JSON.stringify(content));
  const branding = isRead && isBranded ? await deps.db.brandings.find(partnerId) : undefined;
  return {
    head,
    presentation: { part, branding },
    async *slices() {
      if (part === "board") return;
      const stored = isRead ? worstFirst(deps, review, head) : allFindings(deps, review, head);
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
  format: ReportFormat,
): Promise<{ head: ReportHead; partnerId: Id; files: Map<Id, ReadableFile[]>; documents: Document[] }> {
  const { companyId, businessEntityId, frameworkId, controlId } = review;
  const [company, entity, frameworks, documents, work] = await Promise.all([
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
  // If the documents' languages differ, the newest completed document decides.
  const language = (documents.find(({ status }) => status === "completed") ?? documents[0])?.auditLanguage ?? "en";
  // Programs read the catalogue's own names, people those of their language.
  const named = isForPeople(format) ? language : undefined;
  const offered = named && (await db.catalogue.listFrameworks(company.partnerId, named));
  const translated = offered?.flatMap(({ controls }) => controls).find(({ id }) => id === controlId);
  const catalogue: Pick<CatalogueStore, "listItems" | "listClusters"> = {
    listItems: (id) => db.catalogue.listItems(id, named),
    listClusters: (id) => db.catalogue.listClusters(id, named),
  };
  const rollUp = await rollUpReview({ rollUps: db.rollUps, catalogue }, review, reviewBelow);
  const judgedBy = new Map(work.map((one) => [one.documentId, one.judgedBy]));
  const files = new Map<Id, ReadableFile[]>();
  const described: ReportDocument[] = [];
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
    control: { id: control.id, name: translated?.name ?? control.name, code: control.code },
    rollUp,
    documents: described,
    ...(signedOff !== undefined && { signOff: signedOff }),
  };
  return { head, partnerId: company.partnerId, files, documents };
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

/** The best finding for each judged item, the lowest score first. */
async function* worstFirst(
  { db }: GatherDeps,
  { companyId, id }: Review,
  { rollUp, language }: ReportHead,
): AsyncGenerator<StoredFinding[]> {
  const chosen = orderByScore(rollUp).map(({ item, evidence }) => ({
    documentId: evidence.documentId,
    controlItemId: item.id,
  }));
  for (let from = 0; from < chosen.length; from += sliceLength) {
    const slice = chosen.slice(from, from + sliceLength);
    yield listInOrder(await db.reports.listChosenFindings(companyId, id, slice, language), slice);
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
