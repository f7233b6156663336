import type { Id } from "../platform/ids.ts";

/** A request that takes effect once, however often it is sent: the `Idempotency-Key` header and its owner. */
export interface IdempotentRequest {
  /** The owner of the API key, not the key itself: a retry after a key rotation is still the same request. */
  owner: string;
  key: string;
  /** Hash of method, URL and body: reusing an idempotency key for another request is refused. */
  fingerprint: Buffer;
}

/** Names of owners, by tier. */
export const idempotencyOwner = {
  company: (companyId: Id) => `company:${companyId}`,
  partner: (partnerId: Id) => `partner:${partnerId}`,
  /** Answers to the administrator may concern companies of any partner. */
  admin: "admin",
};

export interface RecordedAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  /** The company it concerns, where the answer itself does not contain its id. Erasing that company removes the answer. */
  companyId?: Id | undefined;
}

/** The outcome of a claim. Only `claimed` may proceed with the work. */
export type Claim =
  | { outcome: "claimed"; claimId: Id }
  | { outcome: "answered"; answer: RecordedAnswer }
  | { outcome: "running" }
  | { outcome: "other_request" };

export interface IdempotencyStore {
  claim(request: IdempotentRequest, claimId: Id, now: Date, leaseUntil: Date, expiresAt: Date): Promise<Claim>;
  /** Extends the lease while the work runs; a process that dies loses its claim when the lease ends. */
  extend(request: IdempotentRequest, claimId: Id, leaseUntil: Date): Promise<void>;
  /** Called in the transaction of the work itself. False when the claim was lost meanwhile: the work must not commit. */
  complete(request: IdempotentRequest, claimId: Id, answer: RecordedAnswer): Promise<boolean>;
  release(request: IdempotentRequest, claimId: Id): Promise<void>;
  /** Removes the owner's answers that contain the id. They are encrypted, so each one is decrypted and searched. */
  removeMentions(owner: string, id: Id): Promise<number>;
  removeExpired(now: Date): Promise<number>;
}

/** "same key and body within 24 h returns the first answer" */
export const answerRetentionSeconds = 24 * 3600;
/** Renewed while the work runs; after a crash, a retry has to wait this long. */
export const claimLeaseSeconds = 30;
