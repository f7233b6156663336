import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import { type ApiKeyStore, hashKey, type KnownKey } from "./api-key.ts";

/** Keys are looked up again after this long, so a revocation that a node did not hear of acts within a second all the same. */
const cacheMilliseconds = 1000;
/** How often a key's last use is written down, at most. */
const touchMilliseconds = 60_000;
/** Keys remembered by one node; beyond it the oldest goes. */
const rememberedKeys = 10_000;

/** Whether so much time has passed; a clock that was put back counts as well, or a moment would last as long as the jump. */
function hasPassed(milliseconds: number, since: number, now: number): boolean {
  return now < since || now - since >= milliseconds;
}

const noHash = Buffer.alloc(32);

interface Remembered {
  key: KnownKey;
  fetchedAt: number;
}

/** A key as everything here knows it: by its hash, and by that as a text. */
interface Hashed {
  hash: Buffer;
  id: string;
}

/** Tells who holds a key. One per process: it remembers keys for a second at most. */
export interface Authenticator {
  /**
   * `beforeLookUp` is called when the key has never been seen valid here and so must be looked up; it may throw to
   * prevent that. The answer comes at once when the key is remembered.
   */
  authenticate(plainText: string, beforeLookUp: () => void): KnownKey | undefined | Promise<KnownKey | undefined>;
  /** For a session, which is bound to a key by its hash: the same look-up, and the same end when the key is revoked. */
  authenticateByHash(hash: Buffer): KnownKey | undefined | Promise<KnownKey | undefined>;
  /** The key as it was last seen to be valid here, however long ago: tells callers apart, and opens nothing. */
  findRemembered(plainText: string): KnownKey | undefined;
  forget(hash: Buffer): void;
}

interface AuthenticatorDeps {
  apiKeys: Pick<ApiKeyStore, "findByHash" | "touch">;
  clock: Clock;
  onTouchFailed: (error: unknown) => void;
}

export function openAuthenticator({ apiKeys, clock, onTouchFailed }: AuthenticatorDeps): Authenticator {
  const remembered = new Map<string, Remembered>();
  const lastTouched = new Map<string, number>();
  const lookUps = new Map<string, Promise<KnownKey | undefined>>();
  // Hashing is a good part of admitting a request, and a busy key comes thousands of times a second. Only keys that were
  // accepted get in here, so a guess is always hashed; and none stays in memory for longer than a second.
  const hashes = new Map<string, Hashed>();
  let hashesSince = 0;

  function hashed(plainText: string, now: number): Hashed {
    if (hasPassed(cacheMilliseconds, hashesSince, now)) {
      hashes.clear();
      hashesSince = now;
    }
    const done = hashes.get(plainText);
    if (done !== undefined) return done;
    const hash = hashKey(plainText);
    return { hash, id: hash.toString("latin1") };
  }

  function lookUp({ id, hash }: Hashed): Promise<KnownKey | undefined> {
    const running = lookUps.get(id);
    if (running !== undefined) return running;
    const fetchedAt = clock.now().getTime();
    const started = apiKeys
      .findByHash(hash)
      .then((key) => {
        // An unknown key may be issued in the next moment, so only known ones are remembered; and not when the key was
        // revoked while the look-up was under way.
        if (key !== undefined && lookUps.get(id) === started) remember(remembered, id, { key, fetchedAt });
        return key;
      })
      .finally(() => lookUps.get(id) === started && lookUps.delete(id));
    lookUps.set(id, started);
    return started;
  }

  function accept({ id, hash }: Hashed, key: KnownKey | undefined): KnownKey | undefined {
    // The same work is done for a key that exists and for one that does not.
    const isKnown = timingSafeEqual(key?.hash ?? noHash, hash);
    if (key === undefined || !isKnown) return undefined;
    const now = clock.now();
    if (key.revokedAt !== undefined || (key.expiresAt !== undefined && key.expiresAt <= now)) return undefined;
    const touchedAt = lastTouched.get(id);
    if (touchedAt === undefined || hasPassed(touchMilliseconds, touchedAt, now.getTime())) {
      remember(lastTouched, id, now.getTime());
      apiKeys.touch(key.id, now).catch(onTouchFailed);
    }
    return key;
  }

  return {
    authenticate(plainText, beforeLookUp) {
      const now = clock.now().getTime();
      const given = hashed(plainText, now);
      const keep = (key: KnownKey | undefined) => {
        if (key !== undefined) hashes.set(plainText, given);
        return key;
      };
      const known = remembered.get(given.id);
      if (known !== undefined && !hasPassed(cacheMilliseconds, known.fetchedAt, now))
        return keep(accept(given, known.key));
      if (!lastTouched.has(given.id)) beforeLookUp();
      return lookUp(given).then((key) => keep(accept(given, key)));
    },
    authenticateByHash(hash) {
      const given = { hash, id: hash.toString("latin1") };
      const known = remembered.get(given.id);
      const isFresh = known !== undefined && !hasPassed(cacheMilliseconds, known.fetchedAt, clock.now().getTime());
      return isFresh ? accept(given, known.key) : lookUp(given).then((key) => accept(given, key));
    },
    findRemembered: (plainText) => remembered.get(hashed(plainText, clock.now().getTime()).id)?.key,
    forget(hash) {
      const id = hash.toString("latin1");
      remembered.delete(id);
      lastTouched.delete(id);
      lookUps.delete(id);
    },
  };
}

function remember<T>(map: Map<string, T>, id: string, value: T): void {
  map.delete(id);
  map.set(id, value);
  if (map.size > rememberedKeys) {
    const oldest = map.keys().next();
    if (!oldest.done) map.delete(oldest.value);
  }
}
