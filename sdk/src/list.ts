import type { PageQuery } from "./operation-types.ts";

/** A list: `await` it for one page, or iterate over the entries of all pages with `for await`. */
export type List<Page, Entry> = Promise<Page> & AsyncIterable<Entry>;

/** Requests the first page once, whether the list is awaited, iterated or both. */
export function paginate<Name extends string, Entry, Page extends Record<Name, Entry[]> & { nextCursor?: string }>(
  name: Name,
  query: PageQuery,
  read: (query: PageQuery) => Promise<Page>,
): List<Page, Page[Name][number]> {
  const first = read(query);
  // A failure reaches callers who await or iterate. Without either it must not be an unhandled rejection.
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
