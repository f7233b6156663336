/** Splits a list into at most `maxGroups` groups of adjacent entries, whose sizes differ by at most one. */
export function splitEvenly<T>(all: T[], maxGroups: number): T[][] {
  const count = Math.min(all.length, maxGroups);
  return Array.from({ length: count }, (_, at) =>
    all.slice(Math.floor((at * all.length) / count), Math.floor(((at + 1) * all.length) / count)),
  );
}
