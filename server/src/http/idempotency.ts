import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../audit/audit-context.ts";
import type { Database, OpenTransaction, Stores } from "../database.ts";
import { AppError } from "../platform/app-error.ts";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import {
  answerRetentionSeconds,
  claimLeaseSeconds,
  type IdempotentRequest,
  idempotencyOwner,
  type RecordedAnswer,
} from "../tenancy/idempotent-request.ts";

export interface Answer {
  statusCode: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Set for an administrator's request about a company: the recorded answer is erased with the company. */
  companyId?: Id;
}

/** Delay between attempts to release a claim. */
const releaseRetryMilliseconds = 1000;

interface OnceDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
}

/**
 * Every POST goes through here. With an `Idempotency-Key`, the work and its recorded answer commit in one transaction,
 * so that a crash cannot leave work that a retry would repeat. `content` distinguishes two requests with the same key;
 * it is the body, unless the body is not JSON.
 */
export async function once(
  deps: OnceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (db: Transactional<Stores>) => Promise<Answer>,
  content: unknown = request.body,
): Promise<FastifyReply> {
  const key = readKey(request);
  if (key === undefined) return send(reply, record(reply, await work(deps.db)));

  const idempotent: IdempotentRequest = {
    owner: ownerOf(request.actor),
    key,
    fingerprint: fingerprintOf(request, content),
  };
  const now = deps.clock.now();
  const claimId = deps.ids.next();
  const claim = await deps.db.idempotency.claim(
    idempotent,
    claimId,
    now,
    secondsAfter(now, claimLeaseSeconds),
    secondsAfter(now, answerRetentionSeconds),
  );
  switch (claim.outcome) {
    case "answered":
      return send(reply.header("idempotency-replayed", "true"), claim.answer);
    case "running":
      throw new AppError(
        "request_in_progress",
        "The first request with this Idempotency-Key is still being processed; try again shortly.",
        {
          retryAfterSeconds: 1,
        },
      );
    case "other_request":
      throw new AppError(
        "idempotency_key_reused",
        "This Idempotency-Key was used for a different request; use a new key for a new request.",
      );
    case "claimed":
      return send(reply, await workOnClaim(deps, reply, idempotent, claimId, work));
  }
}

async function workOnClaim(
  deps: OnceDeps,
  reply: FastifyReply,
  idempotent: IdempotentRequest,
  claimId: Id,
  work: (db: Transactional<Stores>) => Promise<Answer>,
): Promise<RecordedAnswer> {
  const { idempotency } = deps.db;
  const renewal = setInterval(
    () =>
      idempotency.extend(idempotent, claimId, secondsAfter(deps.clock.now(), claimLeaseSeconds)).catch(() => undefined),
    (claimLeaseSeconds * 1000) / 3,
  );
  let open: OpenTransaction | undefined;
  const held: Transactional<Stores> = {
    async transaction(steps) {
      open ??= await deps.db.begin();
      return steps(open.stores);
    },
  };
  try {
    const answer = record(reply, await work(held));
    const completed = await (open?.stores.idempotency ?? idempotency).complete(idempotent, claimId, answer);
    if (!completed)
      throw new AppError("request_in_progress", "Another request with this Idempotency-Key has taken over.", {
        retryAfterSeconds: 1,
      });
    await open?.commit();
    return answer;
  } catch (error) {
    await open?.rollback();
    // The failed request has changed nothing, so the key can be used again.
    const isReleased = await release(deps, idempotent, claimId);
    if (!isReleased) releaseLater(deps, idempotent, claimId, claimLeaseSeconds);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

function release({ db }: OnceDeps, idempotent: IdempotentRequest, claimId: Id): Promise<boolean> {
  return db.idempotency.release(idempotent, claimId).then(
    () => true,
    () => false,
  );
}

/** Retries while the database is unavailable, so that the caller need not wait for the lease of its first attempt. */
function releaseLater(deps: OnceDeps, idempotent: IdempotentRequest, claimId: Id, attemptsLeft: number): void {
  if (attemptsLeft === 0) return;
  setTimeout(() => {
    void release(deps, idempotent, claimId).then(
      (isReleased) => isReleased || releaseLater(deps, idempotent, claimId, attemptsLeft - 1),
    );
  }, releaseRetryMilliseconds).unref();
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError("invalid_request", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
  }
  return key;
}

function ownerOf(actor: Actor | undefined): string {
  if (actor?.tier === "company") return idempotencyOwner.company(actor.companyId);
  if (actor?.tier === "partner") return idempotencyOwner.partner(actor.partnerId);
  if (actor?.tier === "admin") return idempotencyOwner.admin;
  throw new Error("an idempotent route must not be public");
}

function fingerprintOf(request: FastifyRequest, content: unknown): Buffer {
  return createHash("sha256")
    .update(`${request.method} ${request.url}\n${JSON.stringify(sortMembers(content) ?? null)}`)
    .digest();
}

/** Sorts members: some clients serialize the same object in varying order. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]));
}

function record(reply: FastifyReply, { statusCode, body, headers = {}, companyId }: Answer): RecordedAnswer {
  return { statusCode, headers, body: reply.code(statusCode).serialize(body) as string, companyId };
}

function send(reply: FastifyReply, { statusCode, headers, body }: RecordedAnswer): FastifyReply {
  return reply.code(statusCode).headers(headers).type("application/json; charset=utf-8").send(body);
}
