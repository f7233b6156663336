import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";
import type { KnownKey } from "./api-key.ts";
import type { Authenticator } from "./authenticate.ts";

/** How long a browser stays signed in: without doing anything, and at most. */
export interface SessionSettings {
  idleSeconds: number;
  longestSeconds: number;
}

/** With what somebody signed in. */
export type Credential = { tier: "admin" } | { tier: "partner" | "company"; key: KnownKey };

/** A browser that is signed in to the portal. */
export interface Session {
  id: Id;
  tier: "admin" | "partner" | "company";
  hash: Buffer;
  /** Of the key it was started with; absent for the administrator. */
  keyHash: Buffer | undefined;
  /** Ties the administrator's session to the token it was started with. */
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
  /** Every session of a key, or with none given of the administrator. Yields how many there were. */
  removeAllOf(keyHash: Buffer | undefined): Promise<number>;
  removeEnded(now: Date, idleSince: Date): Promise<number>;
}

/** A session that still holds, and whose it is. */
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

/** Tells who is signed in. Nothing is remembered about a session but that it was once valid: its end acts at once. */
export interface SessionFinder {
  /**
   * `beforeLookUp` may throw to prevent the look-up of a session that was never seen valid here. What a page asks by
   * itself, nobody having touched it, is background and does not keep the session from falling idle.
   */
  find(secret: string, isBackground: boolean, beforeLookUp: () => void): Promise<SignedIn | undefined>;
}

const secretBytes = 32;
/** How often a session's last use is written down, at most. */
const touchSeconds = 60;
/** Sessions one node remembers to have seen. */
const rememberedSessions = 10_000;

const hashOf = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** A hash of the token alone could be guessed at from a stolen database: a token need not be long. */
const proofOf = (secret: string, adminToken: string): Buffer =>
  createHmac("sha256", secret).update(adminToken).digest();

/** The session and the secret that opens it, which exists only in the browser's cookie. */
export function newSession(
  { clock, ids, adminToken, settings }: Pick<SessionDeps, "adminToken" | "settings"> & { clock: Clock; ids: IdSource },
  credential: Credential,
): { session: Session; secret: string } {
  const secret = randomBytes(secretBytes).toString("base64url");
  const now = clock.now();
  const session: Session = {
    id: ids.next(),
    tier: credential.tier,
    hash: hashOf(secret),
    keyHash: credential.tier === "admin" ? undefined : credential.key.hash,
    tokenProof: credential.tier === "admin" ? proofOf(secret, adminToken) : undefined,
    createdAt: now,
    seenAt: now,
    expiresAt: secondsAfter(now, settings.longestSeconds),
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
      const sessionHash = hashOf(secret);
      const name = sessionHash.toString("latin1");
      if (!seen.has(name)) beforeLookUp();
      const session = await sessions.findByHash(sessionHash);
      const now = clock.now();
      const isHeld =
        session !== undefined && now < session.expiresAt && now < secondsAfter(session.seenAt, settings.idleSeconds);
      const credential = isHeld ? await credentialOf(session, secret) : undefined;
      if (session === undefined || credential === undefined) {
        seen.delete(name);
        return undefined;
      }
      seen.add(name);
      if (seen.size > rememberedSessions) seen.clear();
      // A quarter of a short idle time, so that use always comes in time to keep the session.
      const isStale = now >= secondsAfter(session.seenAt, Math.min(touchSeconds, settings.idleSeconds / 4));
      if (isStale && !isBackground) await sessions.touch(sessionHash, now);
      return { session, credential };
    },
  };
}
