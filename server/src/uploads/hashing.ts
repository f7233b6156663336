import { createHash } from "node:crypto";
import { createSHA256 } from "hash-wasm";

/** The SHA-256 of bytes that come piece by piece. */
export interface Hashing {
  update(piece: Uint8Array): unknown;
  digest(): Uint8Array;
  /** From where another one can go on, on whichever machine; only of one that was begun so. */
  state(): Uint8Array;
}

export interface HashingStart {
  /** Slower, and made for files that arrive over hours: what has been hashed so far can be put aside. */
  isResumable: boolean;
  /** Where an earlier one was put aside. */
  state?: Uint8Array | undefined;
}

/** A state is tied to the build of the library that made it, and may be damaged: whether a hash can go on from this one. */
export async function canResumeFrom(state: Uint8Array): Promise<boolean> {
  const hash = await createSHA256();
  try {
    hash.load(state);
    return true;
  } catch {
    return false;
  }
}

export async function beginHashing({ isResumable, state }: HashingStart): Promise<Hashing> {
  if (!isResumable) {
    const hash = createHash("sha256");
    const unknown = () => {
      throw new Error("only a resumable hash can be put aside");
    };
    return { update: (piece) => hash.update(piece), digest: () => hash.digest(), state: unknown };
  }
  const hash = await createSHA256();
  if (state === undefined) hash.init();
  else hash.load(state);
  return { update: (piece) => hash.update(piece), digest: () => hash.digest("binary"), state: () => hash.save() };
}
