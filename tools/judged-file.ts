import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { EngineRecord, StatedFacts, Subject, SubjectFile } from "../server/src/analysis/analyser.ts";
import type { ItemFindings } from "../server/src/analysis/findings/findings.ts";
import { openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import type {
  AssistingAnalyser,
  AssistingAnalysis,
  Retrieved,
} from "../server/src/analysis/verdict/external-verdict.ts";
import type { ControlDocument, ItemDocument } from "../server/src/catalogue/catalogue-format.ts";
import { type CompleteItem, completeItem } from "../server/src/catalogue/complete-item.ts";
import { openModels } from "../server/src/encoder/open-models.ts";
import { extractDocument } from "../server/src/extraction/extract-document.ts";
import { ExtractionChildren } from "../server/src/extraction/extraction-children.ts";
import { defaultExtractionLimits as limits } from "../server/src/extraction/extraction-limits.ts";
import { flattenMembers } from "../server/src/extraction/file-outcome.ts";
import { readPageRanges } from "../server/src/extraction/page-ranges.ts";

/** A file with the findings of every item of a control. */
export interface JudgedFile {
  path: string;
  sha256: string;
  engine: EngineRecord;
  /** The file itself, or the files inside it: evidence refers to them by their index. */
  files: SubjectFile[];
  items: JudgedItem[];
}

export interface JudgedItem {
  item: CompleteItem;
  findings: ItemFindings;
  retrieved?: Retrieved;
  /** By an external model, if there is one. */
  externalFindings?: ItemFindings;
}

/** An external model that judges beside the engine. */
export type ExternalJudge = (offline: AssistingAnalyser) => AssistingAnalyser;

export interface JudgeOptions {
  /** Absent: those of the control that are not obsolete. */
  items?: ItemDocument[];
  /** By the keys of the control's conditions. */
  facts?: StatedFacts;
  /** Also the clauses that search brings up for each item. */
  retrieves?: boolean;
  external?: ExternalJudge | undefined;
}

export interface FileJudge {
  /** Throws an error with the reason when the file cannot be read. */
  judge(path: string, control: ControlDocument, options?: JudgeOptions): Promise<JudgedFile>;
  close(): Promise<void>;
}

/** Reads and judges files as the service does, without a database. Models and extraction stay warm between files. */
export function openFileJudge({ byWordsAlone = false } = {}): FileJudge {
  const children = new ExtractionChildren(limits);
  const analyser = openOfflineAnalyser({
    models: async () =>
      byWordsAlone
        ? undefined
        : openModels(availableParallelism(), () =>
            console.error("The models cannot be loaded; judging by words alone."),
          ),
  });
  return {
    async judge(path, control, { items: chosen = listItems(control), facts = {}, retrieves = false, external } = {}) {
      const [sha256, files] = await Promise.all([hashFile(path), readFile(children, path)]);
      const items = chosen.map((item) => completeItem(control, item));
      const subject = { files, control, items, facts };
      const analysis = await analyser.open(subject);
      try {
        const judged: JudgedItem[] = [];
        for (const item of items) {
          const retrieved = retrieves ? { retrieved: await analysis.retrieve(item) } : {};
          judged.push({ item, findings: await analysis.judge(item), ...retrieved });
        }
        if (external !== undefined) await judgeExternally(external, subject, analysis, judged);
        return { path, sha256, engine: analysis.engine, files, items: judged };
      } finally {
        await analysis.close();
      }
    },
    async close() {
      await analyser.close();
      await children.close();
    },
  };
}

/** The engine's own analysis finds the clauses, so that the document is not read twice. */
async function judgeExternally(
  external: ExternalJudge,
  subject: Subject,
  analysis: AssistingAnalysis,
  judged: JudgedItem[],
): Promise<void> {
  const outside = await external({ open: async () => analysis, close: async () => undefined }).open(subject);
  const waiting = judged.values();
  const judgeWaiting = async () => {
    for (const one of waiting) one.externalFindings = await outside.judge(one.item);
  };
  await Promise.all(Array.from({ length: outside.itemsAtOnce ?? 1 }, judgeWaiting));
}

const listItems = ({ clusters }: ControlDocument) =>
  clusters.flatMap(({ items }) => items).filter(({ isObsolete }) => isObsolete !== true);

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** A container has no pages of its own, but its members have. */
async function readFile(children: ExtractionChildren, path: string): Promise<SubjectFile[]> {
  const outFolder = await mkdtemp(join(tmpdir(), "assay-judge-"));
  try {
    const extracted = await extractDocument(
      { children, limits },
      {
        files: [{ path: resolve(path), fileName: basename(path) }],
        outFolder,
        onFault: (message) => console.error(message),
      },
    );
    const all = extracted.flatMap(flattenMembers);
    const files: SubjectFile[] = [];
    for (const { displayName, facts, pages } of all) {
      if (facts === undefined || pages.length === 0) continue;
      const { title, language } = facts;
      files.push({
        name: displayName,
        ...(title !== undefined && { title }),
        ...(language !== undefined && { language }),
        pages: await Array.fromAsync(readPageRanges(pages)),
      });
    }
    if (files.length > 0) return files;
    throw new Error(all.find(({ failureReason }) => failureReason !== undefined)?.failureReason ?? "It has no pages.");
  } finally {
    await rm(outFolder, { recursive: true, force: true });
  }
}
