import { timingSafeEqual } from "node:crypto";
import { setBounded } from "../platform/bounded-map.ts";
import type { Clock } from "../platform/clock.ts";
import { type ApiKeyStore, hashKey, type KnownKey } from "./api-key.ts";

/** Cached keys are looked up again after this long: a revocation takes effect within a second even if its notification is lost. */
const cacheMilliseconds = 1000;
/** A key's last use is saved at most this often. */
const touchMilliseconds = 60_000;
const maxCachedKeys = 10_000;

/** True as well when the clock was set back; otherwise an entry would stay fresh for the length of the jump. */
function hasPassed(milliseconds: number, since: number, now: number): boolean {
  return now < since || now - since >= milliseconds;
}

const noHash = Buffer.alloc(32);

interface CachedKey {
  key: KnownKey;
  fetchedAt: number;
}

interface HashedKey {
  hash: Buffer;
  /** The hash as text, for map keys. */
  id: string;
}

/** Identifies the holder of a key. One per process, with a cache that lasts for a second. */
export interface Authenticator {
  /**
   * `beforeLookUp` is called before the look-up of a key that this node has never accepted; it may throw to prevent the
   * look-up. Returns synchronously when the key is cached.
   */
  authenticate(plainText: string, beforeLookUp: () => void): KnownKey | undefined | Promise<KnownKey | undefined>;
  /** For a session, which is bound to its key by the key's hash and ends when the key is revoked. */
  authenticateByHash(hash: Buffer): KnownKey | undefined | Promise<KnownKey | undefined>;
  /** The key as it was last accepted here, however long ago. Only for telling callers apart, never for access. */
  findCached(plainText: string): KnownKey | undefined;
  forget(hash: Buffer): void;
}

interface AuthenticatorDeps {
  apiKeys: Pick<ApiKeyStore, "findByHash" | "touch">;
  clock: Clock;
  onTouchFailed: (error: unknown) => void;
}

export function openAuthenticator({ apiKeys, clock, onTouchFailed }: AuthenticatorDeps): Authenticator {
  const cachedKeys = new Map<string, CachedKey>();
  const lastTouched = new Map<string, number>();
  const lookUps = new Map<string, Promise<KnownKey | undefined>>();
  // Saves hashing a busy key thousands of times a second. Holds only accepted keys, so that a guess is always hashed, and
  // no key for longer than a second.
  const hashes = new Map<string, HashedKey>();
  let hashesSince = 0;

  function hashOnce(plainText: string, now: number): HashedKey {
    if (hasPassed(cacheMilliseconds, hashesSince, now)) {
      hashes.clear();
      hashesSince = now;
    }
    const done = hashes.get(plainText);
    if (done !== undefined) return done;
    const hash = hashKey(plainText);
    return { hash, id: hash.toString("latin1") };
  }

  function lookUp({ id, hash }: HashedKey): Promise<KnownKey | undefined> {
    const running = lookUps.get(id);
    if (running !== undefined) return running;
    const fetchedAt = clock.now().getTime();
    const started = apiKeys
      .findByHash(hash)
      .then((key) => {
        // Only known keys are cached, because an unknown one may be issued in the next moment; and only if the key was
        // not revoked during the look-up.
        if (key !== undefined && lookUps.get(id) === started)
          setBounded(cachedKeys, id, { key, fetchedAt }, maxCachedKeys);
        return key;
      })
      .finally(() => lookUps.get(id) === started && lookUps.delete(id));
    lookUps.set(id, started);
    return started;
  }

  function accept({ id, hash }: HashedKey, key: KnownKey | undefined): KnownKey | undefined {
    // Takes the same time for a key that exists and for one that does not.
    const isKnown = timingSafeEqual(key?.hash ?? noHash, hash);
    if (key === undefined || !isKnown) return undefined;
    const now = clock.now();
    if (key.revokedAt !== undefined || (key.expiresAt !== undefined && key.expiresAt <= now)) return undefined;
    const touchedAt = lastTouched.get(id);
    if (touchedAt === undefined || hasPassed(touchMilliseconds, touchedAt, now.getTime())) {
      setBounded(lastTouched, id, now.getTime(), maxCachedKeys);
      apiKeys.touch(key.id, now).catch(onTouchFailed);
    }
    return key;
  }

  return {
    authenticate(plainText, beforeLookUp) {
      const now = clock.now().getTime();
      const given = hashOnce(plainText, now);
      const keep = (key: KnownKey | undefined) => {
        if (key !== undefined) hashes.set(plainText, given);
        return key;
      };
      const cached = cachedKeys.get(given.id);
      if (cached !== undefined && !hasPassed(cacheMilliseconds, cached.fetchedAt, now))
        return keep(accept(given, cached.key));
      if (!lastTouched.has(given.id)) beforeLookUp();
      return lookUp(given).then((key) => keep(accept(given, key)));
    },
    authenticateByHash(hash) {
      const given = { hash, id: hash.toString("latin1") };
      const cached = cachedKeys.get(given.id);
      const isFresh = cached !== undefined && !hasPassed(cacheMilliseconds, cached.fetchedAt, clock.now().getTime());
      return isFresh ? accept(given, cached.key) : lookUp(given).then((key) => accept(given, key));
    },
    findCached: (plainText) => cachedKeys.get(hashOnce(plainText, clock.now().getTime()).id)?.key,
    forget(hash) {
      const id = hash.toString("latin1");
      cachedKeys.delete(id);
      lastTouched.delete(id);
      lookUps.delete(id);
    },
  };
}
