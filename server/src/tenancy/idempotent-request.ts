import type { Id } from "../platform/ids.ts";

/** A request that must happen once however often it is sent: the `Idempotency-Key` header and whose it is. */
export interface IdempotentRequest {
  /** The key's owner, not the key: a retry after a key rotation is still the same request. */
  owner: string;
  key: string;
  /** Hash of method, address and body: the same key with another request is a mistake worth telling. */
  fingerprint: Buffer;
}

/** How owners are written down, by tier. */
export const idempotencyOwner = {
  company: (companyId: Id) => `company:${companyId}`,
  partner: (partnerId: Id) => `partner:${partnerId}`,
  /** Whose answers may speak of companies of any partner. */
  admin: "admin",
};

export interface RecordedAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  /** The company it is about, where nothing in the answer itself tells: it goes when that company is erased. */
  companyId?: Id | undefined;
}

/** What a claim finds. Only `claimed` may go on and do the work. */
export type Claim =
  | { outcome: "claimed"; claimId: Id }
  | { outcome: "answered"; answer: RecordedAnswer }
  | { outcome: "running" }
  | { outcome: "other_request" };

export interface IdempotencyStore {
  claim(request: IdempotentRequest, claimId: Id, now: Date, leaseUntil: Date, expiresAt: Date): Promise<Claim>;
  /** A claim lives as long as its process says so; a dead process loses it when the lease runs out. */
  extend(request: IdempotentRequest, claimId: Id, leaseUntil: Date): Promise<void>;
  /** Called in the transaction of the work itself. False when the claim was lost meanwhile: the work must not commit. */
  complete(request: IdempotentRequest, claimId: Id, answer: RecordedAnswer): Promise<boolean>;
  release(request: IdempotentRequest, claimId: Id): Promise<void>;
  /** Of that owner, the answers that speak of something; they are sealed, so each is opened and looked at. */
  removeThatName(owner: string, id: Id): Promise<number>;
  removeExpired(now: Date): Promise<number>;
}

/** "same key and body within 24 h returns the first answer" */
export const answersKeptSeconds = 24 * 3600;
/** Renewed while the work goes on; this is how long a retry waits after a crash. */
export const claimLeaseSeconds = 30;
