import type { ItemToJudge, Subject } from "../analysis/analyser.ts";
import type { ItemFindings } from "../analysis/findings/findings.ts";
import { readFindings } from "../analysis/findings/read-findings.ts";
import { keepVerifiedQuotes } from "../analysis/findings/verify-quotes.ts";
import type { AssistingAnalyser, AssistingAnalysis, ExternalVerdict } from "../analysis/verdict/external-verdict.ts";
import { type DocumentStore, getDocument, type JudgedBy } from "../documents/document.ts";
import { readableFiles, type StoredFile } from "../documents/document-file.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { canonicalJson } from "../records/canonical-json.ts";
import type { EndedDocument, EndedItem } from "../records/document-record.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import { describeReadFailures } from "./analyse-document.ts";
import { judgeItem } from "./judge-items.ts";
import type { ProcessingStore } from "./processing-store.ts";
import { type RereadDeps, type RereadFile, rereadFiles } from "./reread-files.ts";
import { readAllPages } from "./stored-pages.ts";

export interface ReproduceDeps extends RereadDeps {
  db: {
    documents: DocumentStore;
    processing: Pick<ProcessingStore, "findControl" | "findFacts" | "listItems">;
    records: Pick<RecordStore, "findCompanyOf" | "findEnded" | "asStored">;
  };
  /** The offline engine. An external model is not asked again, because its answers may differ from time to time. */
  analyser: AssistingAnalyser;
}

export interface Reproduction {
  documentId: Id;
  /** Empty if the same bytes gave the same pages and findings. */
  differences: string[];
  /** Possible causes of differences, such as another engine version. */
  notes: string[];
  itemCount: number;
  /** Items that an external model judged. They are composed again from its recorded verdicts, and their quotes verified. */
  judgedExternally: number;
}

/** Reads and judges a document again from its stored bytes and reports differences. Changes nothing. */
export async function reproduceDocument(deps: ReproduceDeps, documentId: Id): Promise<Reproduction> {
  const { documents, processing, records } = deps.db;
  const companyId = await records.findCompanyOf(documentId);
  if (companyId === undefined) throw notFound("document");
  const document = await getDocument({ documents }, companyId, documentId);
  const ended = await records.findEnded(companyId, documentId);
  if (ended === undefined) throw new AppError("unprocessable", "The document has not ended yet.");
  const base = { documentId, itemCount: ended.items.length, judgedExternally: 0 };
  const stored = await documents.listStoredFiles(documentId);
  const uploaded = stored.filter(({ parentId }) => parentId === undefined);
  const areErased = stored.some(({ reading }) => reading.state === "read" && reading.pages?.areErased === true);
  if (areErased || uploaded.some(({ blobKey }) => blobKey === undefined))
    throw new AppError("unprocessable", "The document's files or pages were erased: their retention period is over.");
  const reread = await rereadFiles({ ...deps, limits: getRecordedLimits(deps, ended.engine) }, uploaded);
  const differences = await compareFiles(deps, stored, reread);
  const files = reread.flatMap(({ subject }) => subject ?? []);
  if (files.length === 0 || ended.engine === null) {
    return { ...base, differences: [...differences, ...compareFailure(ended, reread)], notes: [] };
  }
  const { control, catalogue } = await processing.findControl(document);
  const listed = await processing.listItems(documentId);
  const items = listed.map(({ item }) => item);
  const subject: Subject = { files, control, items, facts: await processing.findFacts(documentId) };
  const analysis = await deps.analyser.open(subject);
  try {
    const notes = describeEngineChanges(ended.engine, { ...analysis.engine, catalogue });
    const itemsById = new Map(listed.map(({ id, item }) => [id, item]));
    for (const was of ended.items) {
      const item = itemsById.get(was.itemId);
      if (item === undefined) throw new Error(`item ${was.itemId} has lost its wording`);
      if (was.findings !== null && isJudgedExternally(readFindings(was.findings))) base.judgedExternally += 1;
      const found = await compareItem(deps, subject, analysis, item, was);
      differences.push(...found.map((difference) => `${item.externalId}, ${item.name}: ${difference}`));
    }
    return { ...base, differences, notes };
  } finally {
    await analysis.close();
  }
}

/** The limits that decided at the time how much of the document was read. */
function getRecordedLimits({ limits }: ReproduceDeps, engine: JudgedBy | null): RereadDeps["limits"] {
  const names = ["maxPages", "maxTextBytes", "maxUnpackedBytes", "maxDepth", "maxMembers"] as const;
  const recorded = names.flatMap((name) => {
    const value = engine?.settings[name];
    return typeof value === "number" ? [[name, value]] : [];
  });
  return { ...limits, ...Object.fromEntries(recorded) };
}

async function compareFiles(
  { blobs, db }: { blobs: BlobStore; db: ReproduceDeps["db"] },
  stored: StoredFile[],
  again: RereadFile[],
): Promise<string[]> {
  const differences: string[] = [];
  const now = new Map(again.map((file) => [file.place, file]));
  for (const file of stored) {
    const { place, displayName, reading, sha256 } = file;
    const report = (difference: string) => differences.push(`${displayName}: ${difference}`);
    const found = now.get(place);
    now.delete(place);
    if (found === undefined) {
      if (reading.state !== "unread") report("was found in the document and is no longer");
      continue;
    }
    if (sha256 !== undefined && sha256.toString("hex") !== found.sha256) report("its stored bytes were changed");
    if (reading.state === "failed" && reading.failureReason !== found.failureReason)
      report(`could not be read (${reading.failureReason}); now: ${found.failureReason ?? "it can be read"}`);
    if (reading.state === "read" && found.failureReason !== undefined)
      report(`was read and can no longer be read: ${found.failureReason}`);
    const [readable] = readableFiles([file]);
    if (readable === undefined || found.subject === undefined) continue;
    const { name: _, pages, ...facts } = db.records.asStored(found.subject);
    const { title, language } = readable.reading;
    if (canonicalJson(facts) !== canonicalJson({ title: title || undefined, language: language || undefined }))
      report("its title or language is different");
    const before = await readAllPages(blobs, readable.reading.pages);
    const other = before.filter((page, at) => canonicalJson(db.records.asStored(page)) !== canonicalJson(pages[at]));
    if (other.length > 0) report(`page ${other.map(({ label }) => label).join(", ")} is read differently`);
    if (before.length !== pages.length) report(`had ${before.length} pages and has ${pages.length}`);
  }
  for (const { displayName } of now.values()) differences.push(`${displayName}: is new in the document`);
  return differences;
}

/** For a document that was not judged. */
function compareFailure({ status, failureReason }: EndedDocument, again: RereadFile[]): string[] {
  if (again.some(({ subject }) => subject !== undefined))
    return [`the document ${status} (${failureReason}) before it was judged, and can be read now`];
  const reason = describeReadFailures(
    again.map(({ displayName, failureReason: why, pageCount }) => ({
      displayName,
      reading:
        why === undefined ? { state: "unread", pagesDone: 0, pageCount } : { state: "failed", failureReason: why },
    })),
  );
  return reason === failureReason ? [] : [`failed because: ${failureReason} And now because: ${reason}`];
}

type Engine = Pick<JudgedBy, "name" | "version" | "modelSha256" | "catalogue">;

/** Another engine or catalogue may have other findings. */
function describeEngineChanges(then: Engine, now: Engine): string[] {
  const notes: string[] = [];
  // "1+2" is version 2 of the offline engine with version 1 of the questions to an external model.
  const offlineThen = then.version.split("+").at(-1);
  if (offlineThen !== now.version)
    notes.push(`The engine was version ${offlineThen} and is ${now.version}: findings may differ.`);
  if (then.modelSha256 !== now.modelSha256)
    notes.push(`The models were ${then.modelSha256 ?? "absent"} and are ${now.modelSha256 ?? "absent"}.`);
  if (then.catalogue.frameworkSha256 !== now.catalogue.frameworkSha256)
    notes.push(
      `The catalogue was ${then.catalogue.frameworkCode} ${then.catalogue.frameworkVersion} and is ${now.catalogue.frameworkVersion}, or was changed: items keep their texts, but the control's terms may differ.`,
    );
  return notes;
}

const isJudgedExternally = ({ judgedBy }: ItemFindings) => judgedBy.external !== undefined;

async function compareItem(
  { db }: Pick<ReproduceDeps, "db">,
  subject: Subject,
  analysis: AssistingAnalysis,
  item: ItemToJudge,
  was: EndedItem,
): Promise<string[]> {
  const before = was.findings === null ? undefined : readFindings(was.findings);
  const judge = async (): Promise<ItemFindings> => {
    if (before === undefined || !isJudgedExternally(before)) return analysis.judge(item);
    const { findings } = await analysis.compose(item, toExternalVerdicts(before));
    // The model's tokens, and quotes of its answer that were dropped, are known from the record only.
    return { ...findings, judgedBy: before.judgedBy, quotesDropped: before.quotesDropped };
  };
  const judgeAndVerify = async () => keepVerifiedQuotes(subject.files, await judge());
  const outcome = await judgeItem(judgeAndVerify, new AbortController().signal, () => undefined);
  if (outcome.status === "failed")
    return was.failureReason === outcome.failureReason ? [] : [`can no longer be judged: ${outcome.failureReason}`];
  if (before === undefined) return [`could not be judged (${was.failureReason}) and can be judged now`];
  return compareFindings(removeFallbackReason(before), db.records.asStored(outcome.findings));
}

function toExternalVerdicts({ criteria }: ItemFindings): ExternalVerdict[] {
  return criteria
    .filter(({ judge }) => judge === "external")
    .map(({ key, verdict, reason, evidence, facts: { condition } }) => ({
      ...{ key, verdict, reason, evidence },
      ...(condition !== undefined && { condition }),
    }));
}

/** The reason why an external model did not judge an item is no part of the offline engine's findings. */
function removeFallbackReason(findings: ItemFindings): ItemFindings {
  const { fallbackReason: _, ...judgedBy } = findings.judgedBy;
  return { ...findings, judgedBy };
}

function compareFindings(before: ItemFindings, now: ItemFindings): string[] {
  if (canonicalJson(before) === canonicalJson(now)) return [];
  const differences: string[] = [];
  if (before.score !== now.score) differences.push(`its score was ${before.score} and is ${now.score}`);
  const verdicts = new Map(now.criteria.map(({ key, verdict }) => [key, verdict]));
  for (const { key, verdict } of before.criteria) {
    const again = verdicts.get(key);
    if (again !== verdict) differences.push(`${key} was ${verdict} and is ${again ?? "not asked for"}`);
  }
  // Of the earlier form only scores and verdicts are comparable.
  if (differences.length > 0 || before.earlierTexts !== undefined) return differences;
  const names = Object.keys(before) as (keyof ItemFindings)[];
  const other = names.filter((name) => canonicalJson(before[name]) !== canonicalJson(now[name]));
  return [`${other.join(", ")} ${other.length === 1 ? "differs" : "differ"}`];
}
