import type { PageQuery } from "./operation-types.ts";

/**
 * A list: `await` it for one page, or walk through all entries of all pages with `for await`.
 */
export type List<Page, Entry> = Promise<Page> & AsyncIterable<Entry>;

/** The page is asked for once, whether it is awaited, walked through or both. */
export function listOf<Name extends string, Entry, Page extends Record<Name, Entry[]> & { nextCursor?: string }>(
  name: Name,
  query: PageQuery,
  read: (query: PageQuery) => Promise<Page>,
): List<Page, Page[Name][number]> {
  const first = read(query);
  // Whoever awaits or walks hears of a failure; one who does neither is not ended by it.
  first.catch(() => undefined);
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      for (let page = await first; ; page = await read({ ...query, cursor: page.nextCursor })) {
        yield* page[name];
        if (page.nextCursor === undefined) return;
      }
    },
  });
}
