import { createHash } from "node:crypto";
import { createSHA256 } from "hash-wasm";

/** Computes the SHA-256 of bytes that arrive in pieces. */
export interface Hashing {
  update(piece: Uint8Array): unknown;
  digest(): Uint8Array;
  /** Another hash can resume from it, on any machine. Only for a resumable hash. */
  state(): Uint8Array;
}

export interface HashingStart {
  /** Whether the state can be saved between chunks. Slower than the native hash, which cannot do that. */
  isResumable: boolean;
  /** The state to resume from. */
  state?: Uint8Array | undefined;
}

/** False if the state is damaged, or comes from another version of the library. */
export async function canResumeFrom(state: Uint8Array): Promise<boolean> {
  const hash = await createSHA256();
  try {
    hash.load(state);
    return true;
  } catch {
    return false;
  }
}

export async function beginHashing({ isResumable, state: saved }: HashingStart): Promise<Hashing> {
  if (!isResumable) {
    const hash = createHash("sha256");
    const state = () => {
      throw new Error("only a resumable hash has a state");
    };
    return { update: (piece) => hash.update(piece), digest: () => hash.digest(), state };
  }
  const hash = await createSHA256();
  if (saved === undefined) hash.init();
  else hash.load(saved);
  return { update: (piece) => hash.update(piece), digest: () => hash.digest("binary"), state: () => hash.save() };
}
