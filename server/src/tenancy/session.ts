import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";
import type { KnownKey } from "./api-key.ts";
import type { Authenticator } from "./authenticate.ts";

/** How long a browser stays signed in: while idle, and in total. */
export interface SessionSettings {
  idleSeconds: number;
  maxSeconds: number;
}

/** What a person signed in with. */
export type Credential = { tier: "admin" } | { tier: "partner" | "company"; key: KnownKey };

/** A browser that is signed in to the portal. */
export interface Session {
  id: Id;
  tier: "admin" | "partner" | "company";
  hash: Buffer;
  /** Hash of the key it was started with; absent for the administrator. */
  keyHash: Buffer | undefined;
  /** Ties the administrator's session to the administrator token. */
  tokenProof: Buffer | undefined;
  createdAt: Date;
  seenAt: Date;
  expiresAt: Date;
}

export interface SessionStore {
  insert(session: Session): Promise<void>;
  findByHash(hash: Buffer): Promise<Session | undefined>;
  touch(hash: Buffer, at: Date): Promise<void>;
  remove(hash: Buffer): Promise<void>;
  /** Removes all sessions of a key, or of the administrator when none is given. Returns their number. */
  removeAllOf(keyHash: Buffer | undefined): Promise<number>;
  removeEnded(now: Date, idleSince: Date): Promise<number>;
}

/** A valid session and its credential. */
export interface SignedIn {
  session: Session;
  credential: Credential;
}

interface SessionDeps {
  sessions: Pick<SessionStore, "findByHash" | "touch">;
  authenticator: Pick<Authenticator, "authenticateByHash">;
  adminToken: string;
  settings: SessionSettings;
  clock: Clock;
}

/** Finds out who is signed in. Sessions are not cached, so signing out takes effect at once. */
export interface SessionFinder {
  /**
   * `beforeLookUp` may throw to prevent the look-up of a session that this node has never seen valid. Background requests,
   * which a page sends without user interaction, do not keep the session from becoming idle.
   */
  find(secret: string, isBackground: boolean, beforeLookUp: () => void): Promise<SignedIn | undefined>;
}

const secretBytes = 32;
/** A session's last use is saved at most this often. */
const touchSeconds = 60;
/** Sessions that one node remembers as valid. */
const maxSeenSessions = 10_000;

export const hashOfSecret = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** Keyed by the secret: a plain hash of a short token could be guessed from a stolen database. */
const proofOf = (secret: string, adminToken: string): Buffer =>
  createHmac("sha256", secret).update(adminToken).digest();

/** Creates a session and its secret, which exists only in the browser's cookie. */
export function newSession(
  { clock, ids, adminToken, settings }: Pick<SessionDeps, "adminToken" | "settings"> & { clock: Clock; ids: IdSource },
  credential: Credential,
): { session: Session; secret: string } {
  const secret = randomBytes(secretBytes).toString("base64url");
  const now = clock.now();
  const session: Session = {
    id: ids.next(),
    tier: credential.tier,
    hash: hashOfSecret(secret),
    keyHash: credential.tier === "admin" ? undefined : credential.key.hash,
    tokenProof: credential.tier === "admin" ? proofOf(secret, adminToken) : undefined,
    createdAt: now,
    seenAt: now,
    expiresAt: secondsAfter(now, settings.maxSeconds),
  };
  return { session, secret };
}

export function openSessionFinder(deps: SessionDeps): SessionFinder {
  const { sessions, clock, settings } = deps;
  const seen = new Set<string>();

  async function credentialOf(session: Session, secret: string): Promise<Credential | undefined> {
    if (session.tier === "admin") {
      const proof = proofOf(secret, deps.adminToken);
      const isSame = session.tokenProof !== undefined && timingSafeEqual(session.tokenProof, proof);
      return isSame ? { tier: "admin" } : undefined;
    }
    const key = session.keyHash && (await deps.authenticator.authenticateByHash(session.keyHash));
    return key && { tier: session.tier, key };
  }

  return {
    async find(secret, isBackground, beforeLookUp) {
      const sessionHash = hashOfSecret(secret);
      const name = sessionHash.toString("latin1");
      if (!seen.has(name)) beforeLookUp();
      const session = await sessions.findByHash(sessionHash);
      const now = clock.now();
      const isValid =
        session !== undefined && now < session.expiresAt && now < secondsAfter(session.seenAt, settings.idleSeconds);
      const credential = isValid ? await credentialOf(session, secret) : undefined;
      if (session === undefined || credential === undefined) {
        seen.delete(name);
        return undefined;
      }
      seen.add(name);
      if (seen.size > maxSeenSessions) seen.clear();
      // At most a quarter of the idle time, so that the session of an active user never becomes idle.
      const isStale = now >= secondsAfter(session.seenAt, Math.min(touchSeconds, settings.idleSeconds / 4));
      if (isStale && !isBackground) await sessions.touch(sessionHash, now);
      return { session, credential };
    },
  };
}
