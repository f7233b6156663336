import type { CriterionFinding, Verdict } from "../analysis/findings/findings.ts";
import type { Day } from "../documents/document-dates.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest, SortedPageRequest } from "../platform/page.ts";

/**
 * A criterion that is not met by what is judged as one: the versions of a document, a subject, or the documents of a review
 * together. The row stays the same from version to version, so that owner, date and comments stay with it.
 */

/** `accepted` follows from a decision that accepts the risk; people set the others, and the service closes and reopens. */
export const gapStatuses = ["open", "in_progress", "fixed", "accepted"] as const;
export type GapStatus = (typeof gapStatuses)[number];
export const givenStatuses = ["open", "in_progress", "fixed"] as const satisfies GapStatus[];
export type GivenStatus = (typeof givenStatuses)[number];

/** From the lowest; stored as 1 to 4. */
export const gapSeverities = ["low", "medium", "high", "critical"] as const;
export type GapSeverity = (typeof gapSeverities)[number];

/**
 * Why a gap is closed: the criterion is met, it does not apply, a person decided so, no document counts any more, or a person
 * set the status.
 */
export const closedReasons = ["met", "not_applicable", "decided", "not_counted", "person"] as const;
export type ClosedReason = (typeof closedReasons)[number];

/** What is judged as one. */
export interface GapSubject {
  companyId: Id;
  reviewId: Id;
  /** Unique within the review. */
  subjectKey: string;
}

export interface Gap extends GapSubject {
  id: Id;
  businessEntityId: Id;
  controlId: Id;
  controlItemId: Id;
  criterionKey: string;
  /** The criterion, in the catalogue's own language. */
  statement: string;
  /** The finding that counts now. */
  documentId: Id;
  itemId: Id;
  /** With the decision of a person about the criterion. */
  verdict: Verdict;
  level: CriterionFinding["level"];
  status: GapStatus;
  severity: GapSeverity;
  /** As it follows from level, weight and verdict. */
  foundSeverity: GapSeverity;
  /** Whether a person gave the severity. */
  isSeverityGiven: boolean;
  /** The owner's membership. */
  ownerId: Id | undefined;
  dueOn: Day | undefined;
  changedAt: Date;
  closedAt: Date | undefined;
  closedReason: ClosedReason | undefined;
  /** The document that met the criterion. */
  closedByDocumentId: Id | undefined;
}

/** A gap with the names of what it is about. */
export interface NamedGap extends Gap {
  reviewName: string;
  businessEntityName: string;
  controlCode: string;
  itemName: string;
  externalId: string;
  fileName: string;
  subject: string | undefined;
  ownerAccountId: Id | undefined;
  ownerName: string | undefined;
  closedByFileName: string | undefined;
  commentCount: number;
}

export const entryKinds = ["comment", "changed", "closed", "reopened", "accepted"] as const;
export type GapEntryKind = (typeof entryKinds)[number];

/** A comment, or what happened to a gap. */
export interface GapEntry {
  id: Id;
  gapId: Id;
  kind: GapEntryKind;
  /** Undefined for a key and for the service. */
  accountId: Id | undefined;
  keyId: Id | undefined;
  text: string | undefined;
  documentId: Id | undefined;
  changes: GapChanges | undefined;
  createdAt: Date;
}

/** What a person changed; null: taken away. */
export interface GapChanges {
  status?: GivenStatus | undefined;
  severity?: GapSeverity | null | undefined;
  /** The owner's account. */
  ownerId?: Id | null | undefined;
  dueOn?: Day | null | undefined;
}

export interface NamedGapEntry extends GapEntry {
  /** The person's name as it is now, or what is shown of the key. */
  authorName: string | undefined;
  fileName: string | undefined;
}

/** A person of the company. */
export interface GapPerson {
  membershipId: Id;
  accountId: Id;
  name: string;
}

export interface DueGap {
  id: Id;
  companyId: Id;
  reviewId: Id;
  dueOn: Day;
  ownerAccountId: Id | undefined;
}

/** An absent field does not filter. */
export interface GapFilter {
  /** Open or in progress. */
  isUnresolved?: boolean | undefined;
  status?: GapStatus | undefined;
  severity?: GapSeverity | undefined;
  /** An account; null: without an owner. */
  ownerAccountId?: Id | null | undefined;
  reviewId?: Id | undefined;
  controlId?: Id | undefined;
  businessEntityId?: Id | undefined;
  documentId?: Id | undefined;
  dueBefore?: Day | undefined;
  text?: string | undefined;
}

export const gapSort = { severity: "number", dueOn: "time", changedAt: "time" } as const;
export type GapSort = keyof typeof gapSort;

/** The finding of an item that counts for a subject. */
export interface JudgedItem {
  itemId: Id;
  documentId: Id;
  controlItemId: Id;
  itemName: string;
  externalId: string;
  fileName: string;
  applies: boolean;
  criteria: Pick<CriterionFinding, "key" | "statement" | "level" | "weight" | "verdict">[];
  decisions: JudgedDecision[];
}

/** A decision in effect. */
export interface JudgedDecision {
  criterionKey: string | undefined;
  kind: "confirm" | "override" | "not_applicable" | "accept_risk";
  verdict: Verdict | undefined;
  level: string | undefined;
}

/** A document whose result the register does not have yet. */
export interface StaleDocument extends GapSubject {
  id: Id;
  businessEntityId: Id;
  controlId: Id;
}

export interface GapStore {
  /**
   * Locks a document whose result the register does not have, and marks it. Of one company, it waits for a process that refreshes
   * the same; of all, it leaves out what is locked.
   */
  takeStale(companyId: Id | undefined): Promise<StaleDocument | undefined>;
  /** Only one process refreshes the gaps of a review at a time. */
  lockReview(reviewId: Id): Promise<void>;
  /** Gaps of the document that were filed under another subject come with it. */
  moveToSubject(documentId: Id, subject: GapSubject): Promise<void>;
  /** For each item the finding that counts for the subject. */
  listJudged(subject: GapSubject): Promise<JudgedItem[]>;
  /** Whether a completed document of the subject is left that is not deleted. */
  hasDocuments(subject: GapSubject): Promise<boolean>;
  removeOf(subject: GapSubject): Promise<void>;
  listOf(subject: GapSubject): Promise<Gap[]>;
  insert(gap: Gap, searchText: string): Promise<void>;
  update(gap: Gap): Promise<void>;
  addEntry(entry: GapEntry): Promise<void>;

  list(companyId: Id, filter: GapFilter, page: SortedPageRequest<GapSort>, language: string): Promise<Page<NamedGap>>;
  find(companyId: Id, id: Id, language: string): Promise<NamedGap | undefined>;
  /** Locked until the transaction ends, in the order of their ids. */
  lock(companyId: Id, ids: Id[]): Promise<Gap[]>;
  listEntries(gapId: Id, page: PageRequest): Promise<Page<NamedGapEntry>>;
  /** Those of the accounts that belong to the company's people. */
  listPeople(companyId: Id, accountIds: Id[]): Promise<GapPerson[]>;

  /** Unresolved gaps that are due from `today` to `until`; each due date of a gap is taken once, by one process. */
  takeDue(today: Day, until: Day, limit: number): Promise<DueGap[]>;
  /** Unresolved gaps that were due before `today`. */
  takeOverdue(today: Day, limit: number): Promise<DueGap[]>;

  findIssueLink(companyId: Id): Promise<string | undefined>;
  /** Undefined: the operator's, if there is one. */
  saveIssueLink(companyId: Id, issueLink: string | undefined): Promise<void>;
}
