import type { ComplianceLevel, ItemFindings, ReadVerdict, Verdict } from "../analysis/findings/findings.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, SortedPageRequest } from "../platform/page.ts";

/**
 * What a person decided about a finding: about an item, or about one of its criteria. The machine's verdict stays as it is;
 * the decision stands beside it.
 */

export const decisionKinds = ["confirm", "override", "not_applicable", "accept_risk"] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/**
 * `in_effect` counts. `look_again` was carried over to a new version whose deciding passages changed; it counts only once it
 * is decided again. The others have ended.
 */
export const decisionStates = ["in_effect", "look_again", "replaced", "withdrawn", "expired"] as const;
export type DecisionState = (typeof decisionStates)[number];
export type EndedState = Exclude<DecisionState, "in_effect" | "look_again">;

/** Who decided: a person with an account, or the holder of a key. */
export interface DecisionAuthor {
  kind: "key" | "account";
  id: Id;
  /** As it was then: the person's name, or what is shown of the key. */
  name: string;
}

/** A passage of the document that the person marked. */
export interface MarkedPassage {
  fileId: Id;
  pageNumber: number;
  /** page.text.slice(start, end) === text */
  start: number;
  end: number;
  text: string;
}

export interface Decision {
  id: Id;
  /** Undefined: about the item as a whole. */
  criterionKey: string | undefined;
  kind: DecisionKind;
  /** Of an overridden criterion. */
  verdict: ReadVerdict | undefined;
  /** Of an overridden item. */
  level: ComplianceLevel | undefined;
  /** Of an accepted risk. */
  acceptedUntil: Date | undefined;
  reason: string;
  evidence: MarkedPassage | undefined;
  /** What the engine had found: a criterion's verdict or an item's level. Absent where nobody decided anew. */
  found?: Verdict | ComplianceLevel | undefined;
  author: DecisionAuthor;
  decidedAt: Date;
  state: DecisionState;
  /** The decision about the version before that this one continues. */
  carriedFrom: Id | undefined;
  endedAt: Date | undefined;
  /** Undefined where the service ended it, and while it has not ended. */
  endedBy: DecisionAuthor | undefined;
}

/** A decision with what it is about. */
export interface PlacedDecision extends Decision {
  companyId: Id;
  reviewId: Id;
  documentId: Id;
  itemId: Id;
  controlItemId: Id;
}

/** What a decision is about: an item of a document, or one of its criteria. */
export interface DecisionSubject {
  documentId: Id;
  itemId: Id;
  criterionKey: string | undefined;
}

/** An item with its outcome and the decisions that have not ended. */
export interface DecidableItem {
  id: Id;
  controlItemId: Id;
  /** The catalogue's revision that it was judged by, and the criteria of that. */
  revision: number;
  definedCriteria: { key: string }[];
  /** Undefined unless the item is completed. */
  findings: ItemFindings | undefined;
  decisions: Decision[];
}

/** An item's outcome with the decisions in effect. */
export interface DecidedOutcome {
  /** Undefined: it counts in no mean, because it does not apply or its risk is accepted. */
  score: number | undefined;
  level: ComplianceLevel;
}

/** An absent field does not filter. */
export interface DecisionFilter {
  reviewId?: Id | undefined;
  documentId?: Id | undefined;
  itemId?: Id | undefined;
  kind?: DecisionKind | undefined;
  state?: DecisionState | undefined;
}

export interface DecisionStore {
  insert(decision: PlacedDecision): Promise<void>;
  find(companyId: Id, id: Id): Promise<PlacedDecision | undefined>;
  list(companyId: Id, filter: DecisionFilter, page: SortedPageRequest<never>): Promise<Page<PlacedDecision>>;
  /** Ends a decision that has not ended. */
  end(id: Id, state: EndedState, at: Date, by: DecisionAuthor | undefined): Promise<void>;
  findItem(documentId: Id, itemId: Id): Promise<DecidableItem | undefined>;
  /** The items that have decisions that have not ended. */
  listDecidedItems(documentId: Id): Promise<DecidableItem[]>;
  /** Completed items with these control items. */
  listItemsOf(documentId: Id, controlItemIds: Id[]): Promise<DecidableItem[]>;
  /** Undefined: no decision about the item is in effect. */
  saveOutcome(documentId: Id, itemId: Id, outcome: DecidedOutcome | undefined): Promise<void>;
  /** Of the document and its review, from the stored outcomes. */
  saveScores(documentId: Id, at: Date): Promise<void>;
  /** Accepted risks of documents that are not deleted, whose time is over, the oldest first. */
  listDue(now: Date, limit: number): Promise<PlacedDecision[]>;
}
