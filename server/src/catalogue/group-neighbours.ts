/** No more than `most` groups and nothing left out: neighbours go together, as evenly as it comes out. */
export function groupNeighbours<T>(all: T[], most: number): T[][] {
  const count = Math.min(all.length, most);
  return Array.from({ length: count }, (_, at) =>
    all.slice(Math.floor((at * all.length) / count), Math.floor(((at + 1) * all.length) / count)),
  );
}
