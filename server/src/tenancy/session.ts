import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id, IdSource } from "../platform/ids.ts";
import type { KnownKey } from "./api-key.ts";
import type { Authenticator } from "./authenticate.ts";
import type { Person } from "./person.ts";
import type { ReviewGrant } from "./review-link.ts";
import { type RoleTier, tierOfRole } from "./role.ts";

/** How long a browser stays signed in: while idle, and in total. */
export interface SessionSettings {
  idleSeconds: number;
  maxSeconds: number;
}

/** Who signed in: the holder of a key or of the administrator token. */
export type KeyCredential = { tier: "admin" } | { tier: "partner" | "company"; key: KnownKey };
/** Or a person with an account. */
export type Credential =
  | KeyCredential
  | { tier: "admin" | "partner" | "company"; person: Person }
  /** Or somebody who opened the link to a review. */
  | { tier: "company"; link: ReviewGrant };

interface AnySession {
  id: Id;
  tier: "admin" | "partner" | "company";
  hash: Buffer;
  createdAt: Date;
  seenAt: Date;
  expiresAt: Date;
}

/** A browser that was signed in with a key or the administrator token. */
export interface KeySession extends AnySession {
  /** Hash of the key it was started with; absent for the administrator. */
  keyHash: Buffer | undefined;
  /** Ties the administrator's session to the administrator token. */
  tokenProof: Buffer | undefined;
}

/** A browser in which a person signed in. The person is read with each request, so that a change of the role counts at once. */
export interface PersonSession extends AnySession {
  person: Person;
  /** Whose identity provider it began with: it may be in no other organisation. Undefined for a sign-in of the account itself. */
  providerOrganisation: string | undefined;
}

/** A browser in which somebody opened the link to a review. It ends with the link. */
export interface LinkSession extends AnySession {
  tier: "company";
  link: ReviewGrant;
}

export type Session = KeySession | PersonSession | LinkSession;

/** What is stored of a person's session. */
export interface NewPersonSession extends Omit<AnySession, "tier"> {
  accountId: Id;
  membershipId: Id;
  address: string | undefined;
  /** The browser's User-Agent, shortened. */
  browser: string | undefined;
}

export interface SessionStore {
  insert(session: KeySession): Promise<void>;
  insertOfPerson(session: NewPersonSession): Promise<void>;
  insertOfLink(session: LinkSession): Promise<void>;
  findByHash(hash: Buffer): Promise<Session | undefined>;
  touch(session: Session, at: Date): Promise<void>;
  remove(hash: Buffer): Promise<void>;
  /** Removes all sessions of a key, or of the administrator when none is given. Returns their number. */
  removeAllOf(keyHash: Buffer | undefined): Promise<number>;
  /** Removes all sessions of an account but one. Returns their number. */
  removeAllOfAccount(accountId: Id, except?: Id): Promise<number>;
  removeAllOfMembership(membershipId: Id): Promise<number>;
  /** False if the account has no such session. */
  removeOfAccount(accountId: Id, sessionId: Id): Promise<boolean>;
  listOfAccount(accountId: Id): Promise<NewPersonSession[]>;
  /** Opens a client's work in a session, or closes it. */
  setClient(sessionId: Id, companyId: Id | undefined): Promise<void>;
  /** Moves a session to another organisation of its account, and closes the client's work. */
  moveTo(sessionId: Id, membershipId: Id): Promise<void>;
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

/** With a client's work open, a person of a partner calls what companies call. */
export const tierOf = ({ role, client }: Person): RoleTier => (client === undefined ? tierOfRole(role) : "company");

export const hashOfSecret = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** Keyed by the secret: a plain hash of a short token could be guessed from a stolen database. */
const proofOf = (secret: string, adminToken: string): Buffer =>
  createHmac("sha256", secret).update(adminToken).digest();

type NewSessionDeps = Pick<SessionDeps, "settings"> & { clock: Clock; ids: IdSource };

/** A secret, which exists only in the browser's cookie, and what every session has. */
export function newSecret({ clock, ids, settings }: NewSessionDeps): {
  secret: string;
  base: Omit<AnySession, "tier">;
} {
  const secret = randomBytes(secretBytes).toString("base64url");
  const now = clock.now();
  const expiresAt = secondsAfter(now, settings.maxSeconds);
  return { secret, base: { id: ids.next(), hash: hashOfSecret(secret), createdAt: now, seenAt: now, expiresAt } };
}

export function newSession(
  deps: NewSessionDeps & Pick<SessionDeps, "adminToken">,
  credential: KeyCredential,
): { session: KeySession; secret: string } {
  const { secret, base } = newSecret(deps);
  const session: KeySession = {
    ...base,
    tier: credential.tier,
    keyHash: credential.tier === "admin" ? undefined : credential.key.hash,
    tokenProof: credential.tier === "admin" ? proofOf(secret, deps.adminToken) : undefined,
  };
  return { session, secret };
}

export function openSessionFinder(deps: SessionDeps): SessionFinder {
  const { sessions, clock, settings } = deps;
  const seen = new Set<string>();

  async function credentialOf(session: Session, secret: string): Promise<Credential | undefined> {
    if ("person" in session) return { tier: tierOf(session.person), person: session.person };
    if ("link" in session) return { tier: session.tier, link: session.link };
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
      if (isStale && !isBackground) await sessions.touch(session, now);
      return { session, credential };
    },
  };
}
