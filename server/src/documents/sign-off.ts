import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { DecisionAuthor } from "./decision.ts";

/** A person signed a review off. Until somebody reopens it, nothing is added to it and nothing decided in it. */
export interface SignOff {
  id: Id;
  companyId: Id;
  reviewId: Id;
  statement: string | undefined;
  /** Of the review at that time. */
  score: number | undefined;
  decidedScore: number | undefined;
  /** The documents that counted: their number, and the hash of their ids. */
  documentCount: number;
  documentsSha256: string;
  author: DecisionAuthor;
  signedOffAt: Date;
  reopened: Reopening | undefined;
}

export interface Reopening {
  at: Date;
  by: DecisionAuthor;
  reason: string;
}

/** A review as far as signing it off needs it. */
export interface SignableReview {
  score: number | undefined;
  decidedScore: number | undefined;
  /** The completed documents that count. */
  documentIds: Id[];
  /** Documents that are queued or being processed. */
  unfinished: number;
}

export interface SignOffStore {
  /** Waits for whatever changes the review, and blocks that until the transaction ends. Undefined: there is no such review. */
  lockReview(companyId: Id, reviewId: Id): Promise<SignableReview | undefined>;
  /** The current one, which stays so until the transaction ends: neither signing off nor reopening overtakes it. */
  findHeld(reviewId: Id): Promise<SignOff | undefined>;
  findCurrent(companyId: Id, reviewId: Id): Promise<SignOff | undefined>;
  /** All of a review, newest first. */
  list(companyId: Id, reviewId: Id): Promise<SignOff[]>;
  insert(signOff: SignOff): Promise<void>;
  reopen(id: Id, reopening: Reopening): Promise<void>;
}

/** Call in the transaction of whatever changes the content of a review or a decision in it, before it changes anything. */
export async function refuseSignedOff(signOffs: Pick<SignOffStore, "findHeld">, reviewId: Id): Promise<void> {
  const current = await signOffs.findHeld(reviewId);
  if (current === undefined) return;
  const { author, signedOffAt } = current;
  throw new AppError(
    "review_signed_off",
    `The review was signed off by ${author.name} on ${signedOffAt.toISOString().slice(0, 10)}. Reopen it first.`,
  );
}
