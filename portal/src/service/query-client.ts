import { AssayError } from "@assay/sdk";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "./session-query.ts";

/** A session that ended elsewhere is noticed by the first call that is refused: then the sign-in page is shown. */
function heed(error: unknown): void {
  if (error instanceof AssayError && error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: heed }),
  mutationCache: new MutationCache({ onError: heed }),
  defaultOptions: {
    // The SDK has tried again already.
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
