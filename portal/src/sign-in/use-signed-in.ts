import type { Session } from "@assay/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { sessionQuery } from "../service/session-query.ts";

/** Goes on to the page that asked for signing in, or to the start page. */
export function useSignedIn(): (session: Session, from: string | undefined) => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async (session, from) => {
    queryClient.clear();
    queryClient.setQueryData(sessionQuery.queryKey, session);
    router.history.push(from === undefined ? "/portal/" : `/portal${from.replace(/^\/portal/, "")}`);
    await router.invalidate();
  };
}
