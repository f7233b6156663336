import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import { type ApiKeyStore, hashKey, type KnownKey } from "./api-key.ts";

/** Keys are looked up again after this long, so a revocation that a node did not hear of acts within a second all the same. */
const cacheMilliseconds = 1000;
/** How often a key's last use is written down, at most. */
const touchMilliseconds = 60_000;
/** Keys remembered by one node; beyond it the oldest goes. */
const rememberedKeys = 10_000;

const noHash = Buffer.alloc(32);

interface Remembered {
  key: Promise<KnownKey | undefined>;
  fetchedAt: number;
}

/** Tells who holds a key. One per process: it remembers keys for a second at most. */
export interface Authenticator {
  authenticate(plainText: string): Promise<KnownKey | undefined>;
  /** True when this node has seen the key be valid before; told without a look-up. */
  hasAccepted(plainText: string): boolean;
  forget(hash: Buffer): void;
}

interface AuthenticatorDeps {
  apiKeys: Pick<ApiKeyStore, "findByHash" | "touch">;
  clock: Clock;
  onTouchFailed: (error: unknown) => void;
}

export function openAuthenticator({ apiKeys, clock, onTouchFailed }: AuthenticatorDeps): Authenticator {
  const remembered = new Map<string, Remembered>();
  const accepted = new Map<string, number>();

  function lookUp(id: string, hash: Buffer, now: number): Promise<KnownKey | undefined> {
    const found = remembered.get(id);
    if (found !== undefined && now - found.fetchedAt < cacheMilliseconds) return found.key;
    const key = apiKeys.findByHash(hash);
    remember(remembered, id, { key, fetchedAt: now });
    // Only valid keys stay: an unknown one may be issued in the next moment, and a failed look-up says nothing.
    key.then(
      (known) => known === undefined && remembered.delete(id),
      () => remembered.delete(id),
    );
    return key;
  }

  function touch(id: string, key: KnownKey, now: Date): void {
    const last = accepted.get(id);
    if (last !== undefined && now.getTime() - last < touchMilliseconds) return;
    remember(accepted, id, now.getTime());
    apiKeys.touch(key.id, now).catch(onTouchFailed);
  }

  return {
    async authenticate(plainText) {
      const now = clock.now();
      const hash = hashKey(plainText);
      const id = hash.toString("latin1");
      const key = await lookUp(id, hash, now.getTime());
      // The same work is done for a key that exists and for one that does not.
      const isKnown = timingSafeEqual(key?.hash ?? noHash, hash);
      if (key === undefined || !isKnown) return undefined;
      if (key.revokedAt !== undefined || (key.expiresAt !== undefined && key.expiresAt <= now)) return undefined;
      touch(id, key, now);
      return key;
    },
    hasAccepted: (plainText) => accepted.has(hashKey(plainText).toString("latin1")),
    forget(hash) {
      const id = hash.toString("latin1");
      remembered.delete(id);
      accepted.delete(id);
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
