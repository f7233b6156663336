/** Two statements that share this part of their words say nearly the same. */
const minSimilarity = 0.8;
/** Comparisons for one statement; the rarest words come first, so that the nearest are among them. */
const maxCompared = 200;

const wordsOf = (statement: string) =>
  statement
    .toLowerCase()
    .normalize("NFKC")
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const figuresOf = (words: Iterable<string>) =>
  [...words]
    .filter((word) => /\p{N}/u.test(word))
    .sort()
    .join(" ");

/**
 * For each statement the first one before it that says nearly the same. Statements with different figures differ. Two that are
 * similar share one of their rarest words, so only those with such a word are compared.
 */
export function findDuplicates(statements: string[]): (number | undefined)[] {
  const sets = statements.map((statement) => new Set(wordsOf(statement)));
  const counts = new Map<string, number>();
  for (const word of sets.flatMap((set) => [...set])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const figures = sets.map(figuresOf);
  const byWord = new Map<string, number[]>();
  return sets.map((set, index) => {
    const rarest = [...set]
      .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1))
      .slice(0, set.size - Math.ceil(minSimilarity * set.size) + 1);
    const near = [...new Set(rarest.flatMap((word) => (byWord.get(word) ?? []).slice(0, maxCompared)))]
      .sort((a, b) => a - b)
      .slice(0, maxCompared);
    for (const word of rarest) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [index]);
      else if (known.length < maxCompared) known.push(index);
    }
    return near.find((other) => figures[other] === figures[index] && isSimilar(sets[other] ?? new Set(), set));
  });
}

function isSimilar(a: Set<string>, b: Set<string>): boolean {
  const shared = a.intersection(b).size;
  return shared > 0 && shared / (a.size + b.size - shared) >= minSimilarity;
}
