import { AssayError } from "@assay/sdk";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "./session-query.ts";

/** The first 401 shows the sign-in page: the session has expired or was ended elsewhere. */
function heed(error: unknown): void {
  if (!(error instanceof AssayError)) return;
  if (error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null);
  // The banner of the open client says that its access was switched off.
  if (error.code === "client_access_off") void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: heed }),
  mutationCache: new MutationCache({ onError: heed }),
  defaultOptions: {
    // The SDK has already retried.
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
