import { getOrCreate } from "../platform/get-or-create.ts";
import { type Clause, keyOf } from "./clauses.ts";

/** Indexes of clauses; undefined for one that was added or removed. */
export interface Match {
  before: number | undefined;
  after: number | undefined;
  isReworded: boolean;
  isMoved: boolean;
}

/** A shorter text that stands elsewhere, such as "Not applicable", was not moved: it is another one. A heading may be short. */
const minMovedLength = 40;
/** Share of common words from which two clauses are one that was reworded: more words stay than change. */
const minSimilarity = 0.5;
/** Words and pairs of words in more clauses than this distinguish nothing and would make the time quadratic. */
const maxPostings = 16;
const maxCandidates = 3;

/**
 * Which clause of one version is which of the other. Every step takes time linear in the text, or linear times a logarithm:
 * long clauses that occur once in both versions are found first, the longest run of them in the same order is the frame, and
 * what lies outside of it was moved. The rest is compared by its rare words.
 */
export function matchClauses(before: Words[], after: Words[]): Match[] {
  const matcher = new Matcher(before.map(toKey), after.map(toKey));
  matcher.matchUnique();
  matcher.matchWithinGaps();
  matcher.matchMoved();
  matcher.matchReworded();
  return matcher.toMatches();
}

type Words = Pick<Clause, "text" | "isHeading">;

const headingMark = "# ";
const toKey = ({ text, isHeading }: Words) => (isHeading ? headingMark : "") + keyOf(text);
const canMove = (key: string) => key.length >= minMovedLength || key.startsWith(headingMark);

interface Pair {
  before: number;
  after: number;
}

class Matcher {
  readonly #before: string[];
  readonly #after: string[];
  /** By index of the other version. */
  readonly #ofAfter = new Map<number, number>();
  readonly #ofBefore = new Map<number, number>();
  readonly #moved = new Set<number>();
  /** By index of the newer version. */
  readonly #reworded = new Set<number>();
  /** Pairs in the same order in both versions. */
  #frame: Pair[] = [];

  constructor(before: string[], after: string[]) {
    this.#before = before;
    this.#after = after;
  }

  #pair(before: number, after: number): void {
    this.#ofBefore.set(before, after);
    this.#ofAfter.set(after, before);
  }

  #isFreePair(before: number, after: number): boolean {
    return (
      before >= 0 &&
      after >= 0 &&
      before < this.#before.length &&
      after < this.#after.length &&
      !this.#ofBefore.has(before) &&
      !this.#ofAfter.has(after) &&
      this.#before[before] === this.#after[after]
    );
  }

  /** Long clauses that occur once in both, and equal neighbours of those in the frame. */
  matchUnique(): void {
    const once = (keys: string[]) => {
      const places = new Map<string, number>();
      keys.forEach((key, at) => {
        if (canMove(key)) places.set(key, places.has(key) ? -1 : at);
      });
      return places;
    };
    const placesBefore = once(this.#before);
    const pairs = [...once(this.#after)].flatMap(([key, after]): Pair[] => {
      const before = placesBefore.get(key) ?? -1;
      return before >= 0 && after >= 0 ? [{ before, after }] : [];
    });
    const frame = longestRun(pairs);
    const inFrame = new Set(frame);
    for (const pair of pairs) {
      this.#pair(pair.before, pair.after);
      if (!inFrame.has(pair)) this.#moved.add(pair.after);
    }
    this.#frame = frame;
    for (const { before, after } of frame)
      for (const step of [1, -1])
        for (let by = step; this.#isFreePair(before + by, after + by); by += step) this.#pair(before + by, after + by);
    this.#restoreFrame();
  }

  /** All pairs that are not moved are in the same order. */
  #restoreFrame(): void {
    this.#frame = [...this.#ofAfter]
      .filter(([after]) => !this.#moved.has(after))
      .map(([after, before]) => ({ before, after }))
      .sort((a, b) => a.after - b.after);
  }

  *#gaps(): Generator<{ before: [number, number]; after: [number, number] }> {
    let last = { before: -1, after: -1 };
    for (const pair of [...this.#frame, { before: this.#before.length, after: this.#after.length }]) {
      yield { before: [last.before + 1, pair.before], after: [last.after + 1, pair.after] };
      last = pair;
    }
  }

  /** Equal clauses between two pairs of the frame, in their order. */
  matchWithinGaps(): void {
    for (const { before, after } of this.#gaps()) {
      const places = new Map<string, number[]>();
      for (let at = before[1] - 1; at >= before[0]; at--)
        if (!this.#ofBefore.has(at)) getOrCreate(places, this.#before[at] ?? "", () => []).push(at);
      let last = -1;
      for (let at = after[0]; at < after[1]; at++) {
        const waiting = this.#ofAfter.has(at) ? undefined : places.get(this.#after[at] ?? "");
        while (waiting !== undefined && (waiting.at(-1) ?? last) < last) waiting.pop();
        const found = waiting?.pop();
        if (found === undefined) continue;
        this.#pair(found, at);
        last = found;
      }
    }
    this.#restoreFrame();
  }

  /** What is equal but stands elsewhere. */
  matchMoved(): void {
    const places = new Map<string, number[]>();
    for (let at = this.#before.length - 1; at >= 0; at--)
      if (!this.#ofBefore.has(at)) getOrCreate(places, this.#before[at] ?? "", () => []).push(at);
    this.#after.forEach((key, after) => {
      if (this.#ofAfter.has(after) || !canMove(key)) return;
      const before = places.get(key)?.pop();
      if (before === undefined) return;
      this.#pair(before, after);
      this.#moved.add(after);
    });
  }

  /** Pairs what is left by its words, the most similar first. */
  matchReworded(): void {
    const gapOfBefore = new Map<number, number>();
    const gapOfAfter = new Map<number, number>();
    /** The n-th that is left of a gap stands for the n-th of the other version. */
    const neighbours = new Map<number, number>();
    let gap = 0;
    for (const { before, after } of this.#gaps()) {
      const left = (of: [number, number], matched: Map<number, number>) =>
        Array.from({ length: of[1] - of[0] }, (_, at) => of[0] + at).filter((at) => !matched.has(at));
      const [leftBefore, leftAfter] = [left(before, this.#ofBefore), left(after, this.#ofAfter)];
      for (const at of leftBefore) gapOfBefore.set(at, gap);
      leftAfter.forEach((at, nth) => {
        gapOfAfter.set(at, gap);
        const other = leftBefore[nth];
        if (other !== undefined) neighbours.set(at, other);
      });
      gap += 1;
    }
    const words = new Map([...gapOfBefore.keys()].map((at) => [at, countWords(this.#before[at] ?? "")]));
    const index = new Map<string, number[]>();
    for (const [at, { features }] of words)
      for (const feature of features) {
        const places = getOrCreate(index, feature, () => []);
        if (places.length <= maxPostings) places.push(at);
      }
    const candidates: (Pair & { similarity: number })[] = [];
    for (const after of gapOfAfter.keys()) {
      const own = countWords(this.#after[after] ?? "");
      const common = new Map<number, number>();
      for (const feature of own.features) {
        const places = index.get(feature) ?? [];
        if (places.length > maxPostings) continue;
        for (const before of places) common.set(before, (common.get(before) ?? 0) + 1);
      }
      const best = [...common].sort((a, b) => b[1] - a[1]).slice(0, maxCandidates);
      const tried = new Set(best.map(([before]) => before));
      const neighbour = neighbours.get(after);
      if (neighbour !== undefined) tried.add(neighbour);
      const isFixed = !canMove(this.#after[after] ?? "");
      for (const before of tried) {
        if (isFixed && gapOfBefore.get(before) !== gapOfAfter.get(after)) continue;
        const other = words.get(before);
        const similarity = other === undefined ? 0 : similarityOf(own, other);
        if (similarity >= minSimilarity) candidates.push({ before, after, similarity });
      }
    }
    candidates.sort((a, b) => b.similarity - a.similarity || a.after - b.after);
    for (const { before, after } of candidates) {
      if (this.#ofBefore.has(before) || this.#ofAfter.has(after)) continue;
      this.#pair(before, after);
      this.#reworded.add(after);
      if (gapOfBefore.get(before) !== gapOfAfter.get(after)) this.#moved.add(after);
    }
  }

  /** In the order of the newer version; what was removed stands where it was. */
  toMatches(): Match[] {
    const removedAfter = new Map<number, number[]>();
    let latest = -1;
    this.#before.forEach((_, at) => {
      const pair = this.#ofBefore.get(at);
      if (pair === undefined) getOrCreate(removedAfter, latest, () => []).push(at);
      else if (!this.#moved.has(pair)) latest = pair;
    });
    const removedAt = (at: number) =>
      (removedAfter.get(at) ?? []).map(
        (one): Match => ({
          ...{ before: one, after: undefined, isReworded: false, isMoved: false },
        }),
      );
    return [
      ...removedAt(-1),
      ...this.#after.flatMap((_, at): Match[] => [
        {
          before: this.#ofAfter.get(at),
          after: at,
          isReworded: this.#reworded.has(at),
          isMoved: this.#moved.has(at),
        },
        ...removedAt(at),
      ]),
    ];
  }
}

/** Of pairs in the order of `after`, the longest part that is in the order of `before`, too. */
function longestRun(pairs: Pair[]): Pair[] {
  /** The last pair of the best run of each length, and each pair's predecessor in its run. */
  const ends: Pair[] = [];
  const previous = new Map<Pair, Pair | undefined>();
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.before ?? 0) < pair.before) low = middle + 1;
      else high = middle;
    }
    previous.set(pair, ends[low - 1]);
    ends[low] = pair;
  }
  const run: Pair[] = [];
  for (let pair = ends.at(-1); pair !== undefined; pair = previous.get(pair)) run.push(pair);
  return run.reverse();
}

interface WordCounts {
  counts: Map<string, number>;
  total: number;
  /** Words and pairs of words. */
  features: Set<string>;
}

function countWords(text: string): WordCounts {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) as string[];
  const counts = new Map<string, number>();
  const features = new Set<string>();
  words.forEach((word, at) => {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    features.add(word);
    if (at > 0) features.add(`${words[at - 1]} ${word}`);
  });
  return { counts, total: words.length, features };
}

/** The share of words that two clauses have in common, 0 to 1 (Dice's coefficient). */
function similarityOf(one: WordCounts, other: WordCounts): number {
  const [small, large] = one.counts.size < other.counts.size ? [one, other] : [other, one];
  let common = 0;
  for (const [word, count] of small.counts) common += Math.min(count, large.counts.get(word) ?? 0);
  return one.total + other.total === 0 ? 0 : (2 * common) / (one.total + other.total);
}
