import type { ComplianceLevel, ItemFindings, Verdict } from "../analysis/findings/findings.ts";
import type { DecisionKind, MarkedPassage } from "../documents/decision.ts";
import type { DocumentStore } from "../documents/document.ts";
import { readableFiles, type StoredFile } from "../documents/document-file.ts";
import type { Id } from "../platform/ids.ts";

/** A decision with what its label takes from the catalogue and the result. */
export interface LabelSource {
  decisionId: Id;
  documentId: Id;
  framework: string;
  control: string;
  externalId: string;
  criterionKey: string | undefined;
  revision: number;
  kind: Exclude<DecisionKind, "accept_risk">;
  found: string;
  verdict: string | undefined;
  level: string | undefined;
  reason: string;
  evidence: MarkedPassage | undefined;
  findings: ItemFindings | undefined;
  decidedAt: Date;
}

/**
 * What a person decided, for whoever improves the engine. `control`, `externalId`, `key`, `sha256`, `verdict`, `level`, `start`,
 * `end` and `reason` mean the same as in the labels of bench/real, but offsets are within the text of a page.
 */
export interface Label {
  framework: string;
  control: string;
  externalId: string;
  /** The criterion; null for the level of the whole item. */
  key: string | null;
  /** The catalogue's revision of the item. */
  revision: number;
  documentId: Id;
  /** Of the file with the passage, or of the only file; null where a document has several and no passage decides. */
  sha256: string | null;
  /** The right one of a criterion. */
  verdict?: Verdict;
  /** The right one of an item. */
  level?: ComplianceLevel;
  /** What the engine had found. */
  found: string;
  decision: LabelSource["kind"];
  page?: number;
  start?: number;
  end?: number;
  reason: string;
  decidedAt: string;
}

export interface LabelStore {
  /** Decisions that people made and that count, newest first, before a decision. Without a company, of all. */
  list(companyId: Id | undefined, before: Id | undefined, limit: number): Promise<LabelSource[]>;
}

interface LabelDeps {
  labels: LabelStore;
  documents: Pick<DocumentStore, "listStoredFiles">;
}

const perPage = 100;

/** Pages of labels, read as fast as they are taken. */
export async function* exportLabels(
  { labels, documents }: LabelDeps,
  companyId: Id | undefined,
): AsyncGenerator<Label[]> {
  for (let before: Id | undefined; ; ) {
    const sources = await labels.list(companyId, before, perPage);
    const files = new Map<Id, StoredFile[]>();
    for (const { documentId } of sources)
      if (!files.has(documentId)) files.set(documentId, await documents.listStoredFiles(documentId));
    yield sources.map((source) => toLabel(source, files.get(source.documentId) ?? []));
    before = sources.at(-1)?.decisionId;
    if (sources.length < perPage) return;
  }
}

function toLabel(source: LabelSource, files: StoredFile[]): Label {
  const { framework, control, externalId, criterionKey, revision, documentId, kind, found, reason, decidedAt } = source;
  const right =
    kind === "confirm" ? found : kind === "not_applicable" ? kind : (source.verdict ?? source.level ?? found);
  const passage = source.evidence ?? (kind === "confirm" ? quotedBy(source, files) : undefined);
  const submitted = files.filter(({ parentId }) => parentId === undefined);
  const file = passage === undefined && submitted.length > 1 ? undefined : findFile(files, passage?.fileId);
  return {
    ...{ framework, control, externalId, key: criterionKey ?? null, revision, documentId },
    sha256: file?.sha256?.toString("hex") ?? null,
    ...(criterionKey === undefined ? { level: right as ComplianceLevel } : { verdict: right as Verdict }),
    ...{ found, decision: kind },
    ...(passage !== undefined && { page: passage.pageNumber, start: passage.start, end: passage.end }),
    ...{ reason, decidedAt: decidedAt.toISOString() },
  };
}

/** The engine's own evidence, which the person confirmed with the verdict. */
function quotedBy({ findings, criterionKey }: LabelSource, files: StoredFile[]) {
  const [quote] = findings?.criteria.find(({ key }) => key === criterionKey)?.evidence ?? [];
  const file = quote && readableFiles(files)[quote.file];
  return quote && file && { fileId: file.id, pageNumber: quote.page, start: quote.start, end: quote.end };
}

/** The hash of a file that was found inside another is that of the submitted one. */
function findFile(files: StoredFile[], fileId: Id | undefined): StoredFile | undefined {
  const file = files.find(({ id }) => id === fileId) ?? files[0];
  return file?.parentId === undefined ? file : findFile(files, file.parentId);
}
