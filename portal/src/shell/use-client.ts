import type { Session } from "@assay/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { people } from "../service/assay.ts";
import { sessionQuery } from "../service/session-query.ts";
import { destinations } from "./navigation.ts";

/** Opens a client's work by its id, or goes back without one. What was read before belongs to another organisation. */
export function useClient() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: async (companyId: string | undefined): Promise<Session> => {
      const session = await (companyId === undefined ? people.closeClient() : people.openClient(companyId));
      // Before the session changes, because the page that is shown is not for the other role.
      await router.preloadRoute({ to: destinations[session.role][0].to });
      return session;
    },
    onSuccess: async (session) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, session);
      await router.navigate({ to: destinations[session.role][0].to });
    },
  });
}
