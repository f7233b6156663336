import { useInfiniteQuery } from "@tanstack/react-query";

/** Entries per page: slightly more than a screenful. */
const pageLimit = 50;

interface PageOf<Entry> {
  entries: Entry[];
  nextCursor?: string | undefined;
}

/** A paginated list. `data` holds the entries of all pages loaded so far. */
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
