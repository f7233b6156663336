import { hash, randomBytes } from "node:crypto";
import { type Clock, secondsAfter } from "../platform/clock.ts";

/** What a browser has to answer to sign in. */
export interface SignInChallenge {
  /** Of the secret in the browser's cookie. */
  hash: Buffer;
  /** JSON; stored encrypted. */
  data: string;
  expiresAt: Date;
}

export interface SignInChallengeStore {
  insert(challenge: SignInChallenge): Promise<void>;
  /** Removes it, so that it is valid once. */
  take(hash: Buffer): Promise<SignInChallenge | undefined>;
  removeExpired(now: Date): Promise<number>;
}

interface ChallengeDeps {
  clock: Clock;
  challenges: SignInChallengeStore;
}

const secretBytes = 32;
/** Time to sign in at a provider, with a second factor there. */
export const challengeSeconds = 10 * 60;

const hashSecret = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** Returns the secret for the browser's cookie: only the browser that began can go on. */
export async function beginChallenge({ clock, challenges }: ChallengeDeps, data: object): Promise<string> {
  const secret = randomBytes(secretBytes).toString("base64url");
  const expiresAt = secondsAfter(clock.now(), challengeSeconds);
  await challenges.insert({ hash: hashSecret(secret), data: JSON.stringify(data), expiresAt });
  return secret;
}

/** Undefined if there is none of this browser, or it was answered or has expired. It cannot be taken again. */
export async function takeChallenge<Data>(
  { clock, challenges }: ChallengeDeps,
  secret: string | undefined,
): Promise<Data | undefined> {
  const found = secret === undefined ? undefined : await challenges.take(hashSecret(secret));
  if (found === undefined || found.expiresAt <= clock.now()) return undefined;
  return JSON.parse(found.data) as Data;
}
