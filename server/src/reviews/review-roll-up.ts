import type { ItemToRender } from "../analysis/catalogue-texts.ts";
import { type ComplianceLevel, levelOf } from "../analysis/findings/findings.ts";
import { formatsOf } from "../analysis/findings/render/language-format.ts";
import { toPageRefs } from "../analysis/findings/render/places.ts";
import { renderTopics } from "../analysis/findings/render/render-findings.ts";
import type { Language } from "../analysis/language/words.ts";
import { type Doubt, doubtOf, type JudgedCriterion, type JudgedItem } from "../analysis/verdict/confidence.ts";
import type { CatalogueStore, Cluster, ControlItem } from "../catalogue/catalogue.ts";
import type { CatalogueLanguage } from "../catalogue/catalogue-format.ts";
import type { DecidedOutcome } from "../documents/decision.ts";
import type { Document } from "../documents/document.ts";
import { labelOfPage, type StoredRange } from "../documents/document-file.ts";
import { forEachBatch } from "../platform/for-each-batch.ts";
import type { Id } from "../platform/ids.ts";
import { type ChangedGaps, compareGaps, type JudgedGaps, otherKindKey } from "./compare-gaps.ts";
import type { Review } from "./review.ts";

/** The best finding of an item in its subject; of several subjects, the one with the lowest score. */
export interface ShownFinding {
  /** Id of the document's item. */
  id: Id;
  controlItemId: Id;
  documentId: Id;
  score: number;
  /** Null in findings of the earlier form. */
  level: ComplianceLevel | null;
  /** The language that the document's findings are read in. */
  language: Language;
  /** The file and the page of each quote. */
  quotedFiles: number[];
  quotedPages: number[];
  criteria: JudgedCriterion[] | null;
  conditions: JudgedItem["conditions"] | null;
  /** With the decisions in effect; null without any. */
  decidedLevel: ComplianceLevel | null;
  /** Decisions that have not ended, and those of them that ask to be looked at again. */
  decisionCount: number;
  lookAgainCount: number;
  /** Whether a decision about the item itself, not only about its criteria, is in effect. */
  isDecided: boolean;
}

/** The names and page labels of a document's analysed files, in the order in which findings number them. */
export interface CitedNames {
  documentId: Id;
  displayNames: string[];
  pageRanges: StoredRange[][];
}

/** The catalogue's words for an item and its criteria. */
export interface ItemNames extends Pick<ItemToRender, "name" | "objective" | "translations"> {
  controlItemId: Id;
  language: Language;
  catalogueLanguage: Language;
}

export interface NewVersion {
  documentId: Id;
  fileName: string;
  previousDocumentId: Id;
  previousFileName: string;
}

export interface ItemScore extends JudgedGaps {
  documentId: Id;
  controlItemId: Id;
  score: number;
}

/** Documents of a review that are judged together. */
export interface Subject {
  /** As submitted; undefined where documents are judged together without regard to their subjects. */
  name: string | undefined;
  /** The newest of its documents. */
  documentId: Id;
  fileName: string;
  documentCount: number;
  /** The mean of the best scores of its items. */
  score: number | undefined;
  judgedItemCount: number;
}

export interface RollUpStore {
  countDocuments(companyId: Id, reviewId: Id): Promise<Partial<Record<Document["status"], number>>>;
  listShown(companyId: Id, reviewId: Id): Promise<ShownFinding[]>;
  /** Lowest score first, those without one last. */
  listSubjects(companyId: Id, reviewId: Id): Promise<Subject[]>;
  /** With the decisions of people; undefined where none is in effect. */
  findDecidedScore(companyId: Id, reviewId: Id): Promise<{ score: number | undefined } | undefined>;
  /** As listShown, the lowest of the subjects' best scores, with the decisions of people; null where none counts. */
  listDecidedScores(companyId: Id, reviewId: Id): Promise<{ controlItemId: Id; score: number | null }[]>;
  /** The means over the subjects. */
  listClusterScores(companyId: Id, reviewId: Id): Promise<{ clusterId: Id; score: number }[]>;
  listFileNames(documentIds: Id[]): Promise<CitedNames[]>;
  /** The newest document that is a new version, and the version before it. */
  findNewVersion(companyId: Id, reviewId: Id): Promise<NewVersion | undefined>;
  /** Of the items that apply. */
  listScores(documentIds: Id[]): Promise<ItemScore[]>;
  listTopics(documentId: Id, controlItemIds: Id[]): Promise<ItemNames[]>;
}

export interface Evidence extends Doubt {
  documentId: Id;
  documentItemId: Id;
  score: number;
  level: ComplianceLevel;
  /** With the decisions of people. Absent without any in effect, so that older reports keep their digest. */
  decided?: DecidedOutcome;
  /** Decisions that have not ended, and those of them that ask to be looked at again. */
  decisions?: { count: number; toLookAtAgain: number; isDecided: boolean };
  pageRefs: { documentId: Id; documentName: string; pages: string[] }[];
}

/** An item of the review with its evidence, of several subjects the weakest; undefined when it was never judged. */
export interface RolledItem {
  item: ControlItem;
  evidence: Evidence | undefined;
}

export interface RolledCluster {
  cluster: Cluster;
  counts: Record<ComplianceLevel | "notJudged", number>;
  itemsToReview: number;
  /** The mean over the judged items, and over the subjects if there are several. */
  score: number | undefined;
}

/** New gaps are named by their topics in the newer document's language, closed ones in the older's. */
export interface ItemChange extends ChangedGaps {
  controlItemId: Id;
  score: number;
  previousScore: number;
}

/** How a document differs from its version before, in the items that both were judged by. */
export interface Change extends NewVersion {
  improved: number;
  worsened: number;
  unchanged: number;
  /** Only items whose score or gaps differ. */
  items: ItemChange[];
}

export interface RollUp {
  documentCounts: Record<Document["status"], number>;
  /** The mean of the subjects' scores. */
  score: number | undefined;
  level: ComplianceLevel | undefined;
  /** With the decisions of people; absent without any in effect. */
  decided?: { score: number | undefined; level: ComplianceLevel };
  /** Items of the evidence shown about which people decided, and those where they are to look again; absent without any. */
  decisions?: { itemCount: number; toLookAtAgain: number };
  /** Lowest score first. */
  subjects: Subject[];
  /** The subject with the lowest score, of at least two. */
  worst: Subject | undefined;
  /** Of the evidence shown. */
  review: { below: number; itemCount: number; criterionCount: number };
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
export async function rollUpReview(
  { rollUps, catalogue }: RollUpDeps,
  review: Review,
  reviewBelow: number,
  /** Of the catalogue's texts. */
  language?: CatalogueLanguage,
): Promise<RollUp> {
  const { companyId, id, controlId } = review;
  const [counts, newVersion, clusters] = await Promise.all([
    rollUps.countDocuments(companyId, id),
    rollUps.findNewVersion(companyId, id),
    catalogue.listClusters(controlId, language),
  ]);
  const items = await catalogue.listItems(controlId, language);
  const shown = await rollUps.listShown(companyId, id);
  const subjects = await rollUps.listSubjects(companyId, id);
  const scored = subjects.filter(({ score }) => score !== undefined);
  // With one subject the items themselves have its scores.
  const clusterScores = scored.length > 1 ? await rollUps.listClusterScores(companyId, id) : undefined;
  const fileNames = await rollUps.listFileNames([...new Set(shown.map(({ documentId }) => documentId))]);
  const namesOf = new Map(fileNames.map((one) => [one.documentId, one]));
  const decidedScore = await rollUps.findDecidedScore(companyId, id);
  // Without decisions in effect, the machine's scores are the decided ones.
  const decidedScores =
    decidedScore && new Map((await rollUps.listDecidedScores(companyId, id)).map((one) => [one.controlItemId, one]));
  const rolled = await rollItems(items, clusters, shown, (finding) => {
    const ofItem = decidedScores?.get(finding.controlItemId);
    return toEvidence(finding, namesOf.get(finding.documentId), reviewBelow, ofItem);
  });
  const score = meanOf(scored.map((subject) => subject.score ?? 0));
  const decisions = countDecisions(rolled);
  return {
    documentCounts: { queued: 0, processing: 0, completed: 0, failed: 0, ...counts },
    score,
    level: score === undefined ? undefined : levelOf(score),
    ...(decidedScore !== undefined && { decided: toDecidedReview(decidedScore.score) }),
    ...(decisions.itemCount > 0 && { decisions }),
    subjects,
    worst: scored.length > 1 ? scored[0] : undefined,
    review: countReviews(rolled, reviewBelow),
    items: rolled,
    clusters: rollClusters(
      clusters,
      rolled,
      clusterScores && new Map(clusterScores.map((one) => [one.clusterId, one.score])),
    ),
    missing: rolled.filter(({ evidence }) => evidence === undefined || evidence.level === "non_compliant"),
    change: newVersion && (await compareVersions(rollUps, newVersion)),
  };
}

/** The items of a submission without a selection, and any others that were judged. */
async function rollItems(
  items: ControlItem[],
  clusters: Cluster[],
  shown: ShownFinding[],
  evidenceOf: (finding: ShownFinding) => Evidence,
): Promise<RolledItem[]> {
  const archived = new Set(clusters.filter(({ isArchived }) => isArchived).map(({ id }) => id));
  const shownOf = new Map(shown.map((finding) => [finding.controlItemId, finding]));
  const rolled: RolledItem[] = [];
  await forEachBatch(items, itemsPerBatch, (batch) => {
    for (const item of batch) {
      const finding = shownOf.get(item.id);
      if (finding === undefined && (item.isObsolete || archived.has(item.clusterId))) continue;
      rolled.push({ item, evidence: finding && evidenceOf(finding) });
    }
  });
  return rolled;
}

function toEvidence(
  finding: ShownFinding,
  cited: CitedNames | undefined,
  reviewBelow: number,
  decided: { score: number | null } | undefined,
): Evidence {
  const { decisionCount, lookAgainCount, isDecided } = finding;
  const { id, documentId, score, level, language, quotedFiles, quotedPages } = finding;
  const files = (cited?.displayNames ?? []).map((name, file) => ({
    name,
    labelOf: (page: number) => labelOfPage({ ranges: cited?.pageRanges[file] ?? [] }, page),
  }));
  const quotes = quotedFiles.map((file, at) => ({ file, page: quotedPages[at] ?? 1 }));
  const refs = toPageRefs({ files, wording: formatsOf(language) }, quotes);
  return {
    documentId,
    documentItemId: id,
    score,
    level: level ?? levelOf(score),
    ...(decided !== undefined && { decided: toDecided(finding, decided.score) }),
    ...(decisionCount > 0 && { decisions: { count: decisionCount, toLookAtAgain: lookAgainCount, isDecided } }),
    ...toDoubt(finding, reviewBelow),
    pageRefs: refs.map(({ file, pages }) => ({ documentId, documentName: files[file]?.name ?? "", pages })),
  };
}

/** An item that counts in no mean has the level of the shown finding. */
const toDecided = ({ score, level, decidedLevel }: ShownFinding, decided: number | null): DecidedOutcome =>
  decided === null
    ? { score: undefined, level: decidedLevel ?? level ?? levelOf(score) }
    : { score: decided, level: levelOf(decided) };

const toDecidedReview = (score: number | undefined): NonNullable<RollUp["decided"]> => ({
  score,
  level: score === undefined ? "not_applicable" : levelOf(score),
});

function countDecisions(items: RolledItem[]): NonNullable<RollUp["decisions"]> {
  const made = items.flatMap(({ evidence }) => evidence?.decisions ?? []);
  return { itemCount: made.length, toLookAtAgain: made.filter(({ toLookAtAgain }) => toLookAtAgain > 0).length };
}

/** Findings of the earlier form have no probabilities. */
function toDoubt({ level, criteria, conditions }: ShownFinding, reviewBelow: number): Doubt {
  const judged = criteria ?? [];
  if (level !== null) return doubtOf({ level, criteria: judged, conditions: conditions ?? [] }, reviewBelow);
  const unknown = judged.map((one) => ({ ...one, facts: {}, probabilities: null }));
  return doubtOf({ level: "non_compliant", criteria: unknown }, reviewBelow);
}

function countReviews(items: RolledItem[], below: number): RollUp["review"] {
  const evidences = items.flatMap(({ evidence }) => evidence ?? []);
  return {
    below,
    itemCount: evidences.filter(({ needsReview }) => needsReview).length,
    criterionCount: evidences.reduce((sum, { criteriaToReview }) => sum + criteriaToReview, 0),
  };
}

function meanScore(items: RolledItem[]): number | undefined {
  // "It counts in no mean."
  const counted = items.filter(({ evidence }) => evidence?.level !== "not_applicable");
  return meanOf(counted.flatMap(({ evidence }) => (evidence === undefined ? [] : [evidence.score])));
}

function meanOf(scores: number[]): number | undefined {
  if (scores.length === 0) return undefined;
  return Math.round((10 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 10;
}

function rollClusters(clusters: Cluster[], items: RolledItem[], scores: Map<Id, number> | undefined): RolledCluster[] {
  return clusters.flatMap((cluster) => {
    const own = items.filter(({ item }) => item.clusterId === cluster.id);
    if (own.length === 0) return [];
    const counts = { compliant: 0, partially_compliant: 0, non_compliant: 0, not_applicable: 0, notJudged: 0 };
    for (const { evidence } of own) counts[evidence?.level ?? "notJudged"] += 1;
    const itemsToReview = own.filter(({ evidence }) => evidence?.needsReview === true).length;
    const score = scores === undefined ? meanScore(own) : scores.get(cluster.id);
    return [{ cluster, counts, itemsToReview, score }];
  });
}

async function compareVersions(rollUps: RollUpStore, newVersion: NewVersion): Promise<Change> {
  const { documentId, previousDocumentId } = newVersion;
  const scores = await rollUps.listScores([documentId, previousDocumentId]);
  const previous = new Map(
    scores.filter((one) => one.documentId === previousDocumentId).map((one) => [one.controlItemId, one]),
  );
  const change: Change = { ...newVersion, improved: 0, worsened: 0, unchanged: 0, items: [] };
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
  await nameGaps(rollUps, change);
  return change;
}

/** Replaces the keys of the gaps by their topics. */
async function nameGaps(rollUps: Pick<RollUpStore, "listTopics">, change: Change): Promise<void> {
  const nameIn = async (documentId: Id, gaps: "newGaps" | "closedGaps") => {
    const changed = change.items.filter((one) => one[gaps].length > 0);
    if (changed.length === 0) return;
    const ids = changed.map(({ controlItemId }) => controlItemId);
    const names = new Map((await rollUps.listTopics(documentId, ids)).map((one) => [one.controlItemId, one]));
    for (const one of changed) {
      const item = names.get(one.controlItemId);
      if (item === undefined) continue;
      const { otherKind, topicOf } = renderTopics(item, item.language, item.catalogueLanguage);
      one[gaps] = one[gaps].map((key) => (key === otherKindKey ? otherKind : topicOf(key)));
    }
  };
  await nameIn(change.documentId, "newGaps");
  await nameIn(change.previousDocumentId, "closedGaps");
}
