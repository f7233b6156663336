/** Words per sequence: long enough that two texts rarely share one by chance. */
const sequenceLength = 5;
/** The share of common sequences is then known to within about ±0.09 (two standard errors). */
export const sketchSize = 128;
/** A few common sequences of a very short text prove nothing. */
const minSequences = 20;
const bytesPerHash = 4;

/**
 * Collects the smallest hashes of all sequences of five words (a bottom-k sketch), of which the share of sequences that two
 * texts have in common can be estimated without reading them again. The text cannot be restored from it.
 */
export class TextSketch {
  #smallest = new Set<number>();
  #limit = 2 ** 32;
  /** Hashes of the latest words. */
  readonly #recent: number[] = [];

  add(text: string): void {
    for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) this.#addWord(word.toLowerCase());
  }

  #addWord(word: string): void {
    this.#recent.push(hashOf(word));
    if (this.#recent.length < sequenceLength) return;
    const hash = this.#recent.reduce((sum, one) => mix(Math.imul(sum, 31) + one), 0);
    this.#recent.shift();
    if (hash >= this.#limit) return;
    this.#smallest.add(hash);
    if (this.#smallest.size >= 2 * sketchSize) this.#shrink();
  }

  #shrink(): void {
    const kept = [...this.#smallest].sort((a, b) => a - b).slice(0, sketchSize);
    this.#smallest = new Set(kept);
    if (kept.length === sketchSize) this.#limit = kept.at(-1) ?? this.#limit;
  }

  /** Undefined for a text of a few words. */
  toBytes(): Buffer | undefined {
    this.#shrink();
    if (this.#smallest.size < minSequences) return undefined;
    const bytes = Buffer.alloc(this.#smallest.size * bytesPerHash);
    [...this.#smallest].forEach((hash, at) => {
      bytes.writeUInt32BE(hash, at * bytesPerHash);
    });
    return bytes;
  }
}

/** The share of all sequences of two texts that is in both, 0 to 1. */
export function overlapOf(one: Buffer, other: Buffer): number {
  const [left, right] = [readHashes(one), readHashes(other)];
  const rightSet = new Set(right);
  const leftSet = new Set(left);
  const sample = [...new Set([...left, ...right])].sort((a, b) => a - b).slice(0, sketchSize);
  const common = sample.filter((hash) => leftSet.has(hash) && rightSet.has(hash)).length;
  return sample.length === 0 ? 0 : Math.round((common / sample.length) * 100) / 100;
}

const readHashes = (bytes: Buffer) =>
  Array.from({ length: Math.floor(bytes.length / bytesPerHash) }, (_, at) => bytes.readUInt32BE(at * bytesPerHash));

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return mix(hash);
}

/** The finaliser of MurmurHash3: every bit of the input changes half of the output's. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
