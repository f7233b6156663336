import { type ComplianceLevel, levelOf, type PageRef } from "../analysis/findings/findings.ts";
import { wordingOf } from "../analysis/findings/render/wording-by-language.ts";
import type { Language } from "../analysis/language/words.ts";
import type { CatalogueStore, Cluster, ControlItem } from "../catalogue/catalogue.ts";
import type { Document } from "../documents/document.ts";
import { forEachBatch } from "../platform/for-each-batch.ts";
import type { Id } from "../platform/ids.ts";
import { type ChangedGaps, compareGaps, type JudgedGaps } from "./compare-gaps.ts";
import type { Review } from "./review.ts";

/** The finding with an item's best score in all documents of a review. */
export interface BestFinding {
  /** Id of the document's item. */
  id: Id;
  controlItemId: Id;
  documentId: Id;
  score: number;
  /** The language of the finding. */
  language: Language;
  pageRefs: PageRef[];
}

export interface ItemScore extends JudgedGaps {
  documentId: Id;
  controlItemId: Id;
  score: number;
}

export interface RollUpStore {
  countDocuments(companyId: Id, reviewId: Id): Promise<Partial<Record<Document["status"], number>>>;
  listBest(companyId: Id, reviewId: Id): Promise<BestFinding[]>;
  /** The names of each document's analysed files, in the order in which findings number them. */
  listFileNames(documentIds: Id[]): Promise<{ documentId: Id; displayNames: string[] }[]>;
  /** Completed documents, newest first. */
  listNewest(companyId: Id, reviewId: Id, limit: number): Promise<Id[]>;
  listScores(documentIds: Id[]): Promise<ItemScore[]>;
}

export interface Evidence {
  documentId: Id;
  documentItemId: Id;
  score: number;
  level: ComplianceLevel;
  pageRefs: { documentId: Id; documentName: string; pages: string[] }[];
}

/** An item of the review with its best evidence; undefined when it was never judged. */
export interface RolledItem {
  item: ControlItem;
  evidence: Evidence | undefined;
}

export interface RolledCluster {
  cluster: Cluster;
  counts: Record<ComplianceLevel | "notJudged", number>;
  /** The mean over the judged items. */
  score: number | undefined;
}

export interface ItemChange extends ChangedGaps {
  controlItemId: Id;
  score: number;
  previousScore: number;
}

/** How the newest document differs from the one before it, in the items that both were judged by. */
export interface Change {
  documentId: Id;
  previousDocumentId: Id;
  improved: number;
  worsened: number;
  unchanged: number;
  /** Only items whose score or gaps differ. */
  items: ItemChange[];
}

export interface RollUp {
  documentCounts: Record<Document["status"], number>;
  /** The mean of the best scores. */
  score: number | undefined;
  level: ComplianceLevel | undefined;
  items: RolledItem[];
  clusters: RolledCluster[];
  missing: RolledItem[];
  change: Change | undefined;
}

interface RollUpDeps {
  rollUps: RollUpStore;
  catalogue: Pick<CatalogueStore, "listItems" | "listClusters">;
}

/** A review may have thousands of items; this many are processed before yielding to the event loop. */
const itemsPerBatch = 100;

/**
 * Takes a handful of queries, however many documents the review has. Those with a row for each item run one after another,
 * because in parallel one caller could keep every core of a small machine busy.
 */
export async function rollUpReview({ rollUps, catalogue }: RollUpDeps, review: Review): Promise<RollUp> {
  const { companyId, id, controlId } = review;
  const [counts, newest, clusters] = await Promise.all([
    rollUps.countDocuments(companyId, id),
    rollUps.listNewest(companyId, id, 2),
    catalogue.listClusters(controlId),
  ]);
  const items = await catalogue.listItems(controlId);
  const best = await rollUps.listBest(companyId, id);
  const fileNames = await rollUps.listFileNames([...new Set(best.map(({ documentId }) => documentId))]);
  const namesOf = new Map(fileNames.map((one) => [one.documentId, one.displayNames]));
  const rolled = await rollItems(items, clusters, best, namesOf);
  const score = meanScore(rolled);
  return {
    documentCounts: { queued: 0, processing: 0, completed: 0, failed: 0, ...counts },
    score,
    level: score === undefined ? undefined : levelOf(score),
    items: rolled,
    clusters: rollClusters(clusters, rolled),
    missing: rolled.filter(({ evidence }) => evidence === undefined || evidence.level === "non_compliant"),
    change: await compareNewest(rollUps, newest),
  };
}

/** The items of a submission without a selection, and any others that were judged. */
async function rollItems(
  items: ControlItem[],
  clusters: Cluster[],
  best: BestFinding[],
  fileNames: Map<Id, string[]>,
): Promise<RolledItem[]> {
  const archived = new Set(clusters.filter(({ isArchived }) => isArchived).map(({ id }) => id));
  const bestOf = new Map(best.map((finding) => [finding.controlItemId, finding]));
  const rolled: RolledItem[] = [];
  await forEachBatch(items, itemsPerBatch, (batch) => {
    for (const item of batch) {
      const finding = bestOf.get(item.id);
      if (finding === undefined && (item.isObsolete || archived.has(item.clusterId))) continue;
      rolled.push({ item, evidence: finding && toEvidence(finding, fileNames.get(finding.documentId) ?? []) });
    }
  });
  return rolled;
}

function toEvidence({ id, documentId, score, language, pageRefs }: BestFinding, names: string[]): Evidence {
  const { page } = wordingOf(language);
  return {
    documentId,
    documentItemId: id,
    score,
    level: levelOf(score),
    pageRefs: pageRefs.map(({ file, pages }) => ({
      documentId,
      documentName: names[file] ?? "",
      pages: pages.map(page),
    })),
  };
}

function meanScore(items: RolledItem[]): number | undefined {
  const scores = items.flatMap(({ evidence }) => (evidence === undefined ? [] : [evidence.score]));
  if (scores.length === 0) return undefined;
  return Math.round((10 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 10;
}

function rollClusters(clusters: Cluster[], items: RolledItem[]): RolledCluster[] {
  return clusters.flatMap((cluster) => {
    const own = items.filter(({ item }) => item.clusterId === cluster.id);
    if (own.length === 0) return [];
    const counts = { compliant: 0, partially_compliant: 0, non_compliant: 0, notJudged: 0 };
    for (const { evidence } of own) counts[evidence?.level ?? "notJudged"] += 1;
    return [{ cluster, counts, score: meanScore(own) }];
  });
}

async function compareNewest(
  rollUps: RollUpStore,
  [documentId, previousDocumentId]: Id[],
): Promise<Change | undefined> {
  if (documentId === undefined || previousDocumentId === undefined) return undefined;
  const scores = await rollUps.listScores([documentId, previousDocumentId]);
  const previous = new Map(
    scores.filter((one) => one.documentId === previousDocumentId).map((one) => [one.controlItemId, one]),
  );
  const change: Change = { documentId, previousDocumentId, improved: 0, worsened: 0, unchanged: 0, items: [] };
  const compare = (now: ItemScore, then: ItemScore) => {
    const difference = now.score - then.score;
    change[difference > 0 ? "improved" : difference < 0 ? "worsened" : "unchanged"] += 1;
    const { newGaps, closedGaps } = compareGaps(now, then);
    if (difference === 0 && newGaps.length === 0 && closedGaps.length === 0) return;
    const { controlItemId, score } = now;
    change.items.push({ controlItemId, score, previousScore: then.score, newGaps, closedGaps });
  };
  await forEachBatch(scores, itemsPerBatch, (batch) => {
    for (const now of batch) {
      const then = now.documentId === documentId ? previous.get(now.controlItemId) : undefined;
      if (then !== undefined) compare(now, then);
    }
  });
  return change;
}
