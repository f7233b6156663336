import type { ItemToJudge, Subject } from "../analysis/analyser.ts";
import type { ItemFindings } from "../analysis/findings/findings.ts";
import { keepVerifiedQuotes } from "../analysis/findings/verify-quotes.ts";
import {
  type AssistingAnalyser,
  type AssistingAnalysis,
  isJudgedExternally,
  recoverExternalVerdicts,
} from "../analysis/verdict/external-verdict.ts";
import { type DocumentStore, getDocument, type JudgedBy } from "../documents/document.ts";
import { readableFiles, type StoredFile } from "../documents/document-file.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { canonicalJson } from "../records/canonical-json.ts";
import type { EndedDocument, EndedItem } from "../records/document-record.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import { whyNothingWasRead } from "./analyse-document.ts";
import { judgedOutcome } from "./judge-items.ts";
import type { ProcessingStore } from "./processing-store.ts";
import { type FileReadAgain, type ReadAgainDeps, readAgain } from "./read-again.ts";
import { readAllPages } from "./stored-pages.ts";

export interface ReproduceDeps extends ReadAgainDeps {
  db: {
    documents: DocumentStore;
    processing: Pick<ProcessingStore, "findMeasure" | "listItems">;
    records: Pick<RecordStore, "findCompanyOf" | "findEnded" | "asStored">;
  };
  /** The offline engine. A model outside is not asked again: it need not say the same thing twice. */
  analyser: AssistingAnalyser;
}

export interface Reproduction {
  documentId: Id;
  /** Nothing here: the same bytes gave the same pages and the same findings. */
  differences: string[];
  /** What is worth knowing beside, such as another engine. */
  notes: string[];
  itemCount: number;
  /** Of those, judged by a model outside: composed again from its recorded verdicts, its quotes looked up again. */
  judgedExternally: number;
}

/** Reads and judges a document again from its stored bytes, and tells what is not as it was. Nothing stored is changed. */
export async function reproduceDocument(deps: ReproduceDeps, documentId: Id): Promise<Reproduction> {
  const { documents, processing, records } = deps.db;
  const companyId = await records.findCompanyOf(documentId);
  if (companyId === undefined) throw notFound("document");
  const document = await getDocument({ documents }, companyId, documentId);
  const ended = await records.findEnded(companyId, documentId);
  if (ended === undefined) throw new AppError("unprocessable", "The document has not ended yet.");
  const made = { documentId, itemCount: ended.items.length, judgedExternally: 0 };
  const stored = await documents.listStoredFiles(documentId);
  const sent = stored.filter(({ parentId }) => parentId === undefined);
  const areErased = stored.some(({ reading }) => reading.state === "read" && reading.pages?.areErased === true);
  if (areErased || sent.some(({ blobKey }) => blobKey === undefined))
    throw new AppError("unprocessable", "The document's files or pages were erased: their retention period is over.");
  const again = await readAgain({ ...deps, limits: limitsThen(deps, ended.engine) }, sent);
  const differences = await fileDifferences(deps, stored, again);
  const files = again.flatMap(({ subject }) => subject ?? []);
  if (files.length === 0 || ended.engine === null) {
    return { ...made, differences: [...differences, ...failureDifferences(ended, again)], notes: [] };
  }
  const measure = await processing.findMeasure(document);
  const listed = await processing.listItems(documentId);
  const measuredBy = { control: measure.control, items: listed.map(({ item }) => item) };
  const subject: Subject = { files, ...measuredBy, language: document.auditLanguage };
  const analysis = await deps.analyser.open(subject);
  try {
    const notes = settingNotes(ended.engine, { ...analysis.engine, catalogue: measure.catalogue });
    const items = new Map(listed.map(({ id, item }) => [id, item]));
    for (const was of ended.items) {
      const item = items.get(was.itemId);
      if (item === undefined) throw new Error(`item ${was.itemId} has lost its wording`);
      if (was.findings !== null && isJudgedExternally(was.findings)) made.judgedExternally += 1;
      const found = await itemDifferences(deps, subject, analysis, item, was);
      differences.push(...found.map((difference) => `${item.externalId}, ${item.name}: ${difference}`));
    }
    return { ...made, differences, notes };
  } finally {
    await analysis.close();
  }
}

/** What decided then how much of the document was read. */
function limitsThen({ limits }: ReproduceDeps, engine: JudgedBy | null): ReadAgainDeps["limits"] {
  const names = ["maxPages", "maxTextBytes", "maxUnpackedBytes", "maxDepth", "maxMembers"] as const;
  const then = names.flatMap((name) => {
    const value = engine?.settings[name];
    return typeof value === "number" ? [[name, value]] : [];
  });
  return { ...limits, ...Object.fromEntries(then) };
}

async function fileDifferences(
  { blobs, db }: { blobs: BlobStore; db: ReproduceDeps["db"] },
  stored: StoredFile[],
  again: FileReadAgain[],
): Promise<string[]> {
  const differences: string[] = [];
  const now = new Map(again.map((file) => [file.place, file]));
  for (const file of stored) {
    const { place, displayName, reading, sha256 } = file;
    const tell = (difference: string) => differences.push(`${displayName}: ${difference}`);
    const found = now.get(place);
    now.delete(place);
    if (found === undefined) {
      if (reading.state !== "unread") tell("was found in the document then and is not now");
      continue;
    }
    if (sha256 !== undefined && sha256.toString("hex") !== found.sha256) tell("its stored bytes were changed");
    if (reading.state === "failed" && reading.failureReason !== found.failureReason)
      tell(`could not be read then (${reading.failureReason}), and now: ${found.failureReason ?? "it can"}`);
    if (reading.state === "read" && found.failureReason !== undefined)
      tell(`was read then and cannot be now: ${found.failureReason}`);
    const [readable] = readableFiles([file]);
    if (readable === undefined || found.subject === undefined) continue;
    const { name: _, pages, ...facts } = db.records.asStored(found.subject);
    const { title, language } = readable.reading;
    if (canonicalJson(facts) !== canonicalJson({ title: title || undefined, language: language || undefined }))
      tell("its title or language is told otherwise");
    const before = await readAllPages(blobs, readable.reading.pages);
    const other = before.filter((page, at) => canonicalJson(db.records.asStored(page)) !== canonicalJson(pages[at]));
    if (other.length > 0) tell(`page ${other.map(({ label }) => label).join(", ")} is read otherwise`);
    if (before.length !== pages.length) tell(`had ${before.length} pages and has ${pages.length}`);
  }
  for (const { displayName } of now.values()) differences.push(`${displayName}: was not found in the document then`);
  return differences;
}

/** Of a document that was not judged. */
function failureDifferences({ status, failureReason }: EndedDocument, again: FileReadAgain[]): string[] {
  if (again.some(({ subject }) => subject !== undefined))
    return [`the document ${status} (${failureReason}) before it was judged, and can be read now`];
  const reason = whyNothingWasRead(
    again.map(({ displayName, failureReason: why, pageCount }) => ({
      displayName,
      reading:
        why === undefined ? { state: "unread", pagesDone: 0, pageCount } : { state: "failed", failureReason: why },
    })),
  );
  return reason === failureReason ? [] : [`failed because: ${failureReason} And now because: ${reason}`];
}

type Engine = Pick<JudgedBy, "name" | "version" | "modelSha256" | "catalogue">;

/** Another engine or catalogue may well find something else; that is told before anybody wonders. */
function settingNotes(then: Engine, now: Engine): string[] {
  const notes: string[] = [];
  // "1+2" is the second version of the offline engine under the first of what is asked of a model.
  const offlineThen = then.version.split("+").at(-1);
  if (offlineThen !== now.version)
    notes.push(`The engine was version ${offlineThen} and is ${now.version}: it may find something else.`);
  if (then.modelSha256 !== now.modelSha256)
    notes.push(`The models were ${then.modelSha256 ?? "absent"} and are ${now.modelSha256 ?? "absent"}.`);
  if (then.catalogue.frameworkSha256 !== now.catalogue.frameworkSha256)
    notes.push(
      `The catalogue was ${then.catalogue.frameworkCode} ${then.catalogue.frameworkVersion} and is ${now.catalogue.frameworkVersion}, or was changed: items keep the words they were judged by, the control's terms may differ.`,
    );
  return notes;
}

async function itemDifferences(
  { db }: Pick<ReproduceDeps, "db">,
  subject: Subject,
  analysis: AssistingAnalysis,
  item: ItemToJudge,
  was: EndedItem,
): Promise<string[]> {
  const { findings: before } = was;
  const judge = async (): Promise<ItemFindings> => {
    if (before === null || !isJudgedExternally(before)) return keepVerifiedQuotes(subject, await analysis.judge(item));
    const { findings } = await analysis.compose(item, recoverExternalVerdicts(item, before));
    return { ...keepVerifiedQuotes(subject, findings), units: before.units };
  };
  const outcome = await judgedOutcome(judge, new AbortController().signal, () => undefined);
  if (outcome.status === "failed")
    return was.failureReason === outcome.failureReason ? [] : [`cannot be judged now: ${outcome.failureReason}`];
  if (before === null) return [`could not be judged then (${was.failureReason}), and can be now`];
  return findingDifferences(withoutFallback(before), db.records.asStored(outcome.findings));
}

/** An item that a model outside did not judge was judged offline, and says why; the rest is the offline engine's. */
function withoutFallback(findings: ItemFindings): ItemFindings {
  return { ...findings, units: findings.units.filter(({ name }) => name !== "fallbackReason") };
}

function findingDifferences(before: ItemFindings, now: ItemFindings): string[] {
  if (canonicalJson(before) === canonicalJson(now)) return [];
  const differences: string[] = [];
  if (before.score !== now.score) differences.push(`its score was ${before.score} and is ${now.score}`);
  const verdicts = new Map(now.criteria.map(({ key, verdict }) => [key, verdict]));
  for (const { key, verdict } of before.criteria) {
    const again = verdicts.get(key);
    if (again !== verdict) differences.push(`${key} was ${verdict} and is ${again ?? "not asked for"}`);
  }
  if (differences.length > 0) return differences;
  const names = Object.keys(before) as (keyof ItemFindings)[];
  const other = names.filter((name) => canonicalJson(before[name]) !== canonicalJson(now[name]));
  return [`${other.join(", ")} ${other.length === 1 ? "differs" : "differ"}`];
}
