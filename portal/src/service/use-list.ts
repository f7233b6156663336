import { useInfiniteQuery } from "@tanstack/react-query";

/** Entries per page: a screenful and a bit. */
const pageLimit = 50;

interface PageOf<Entry> {
  entries: Entry[];
  nextCursor?: string | undefined;
}

/** A list of the service that is read on page by page. `data` are the entries of all pages read so far. */
export function useList<Entry>(
  queryKey: readonly unknown[],
  read: (query: { limit: number; cursor?: string | undefined }, signal: AbortSignal) => Promise<PageOf<Entry>>,
  options: { refetchInterval?: number } = {},
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ limit: pageLimit, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    ...options,
  });
}
