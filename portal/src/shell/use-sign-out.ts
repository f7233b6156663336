import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { people } from "../service/assay.ts";
import { sessionQuery } from "../service/session-query.ts";

/** Ends the session, also the one at an identity provider, and clears the cache. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ everywhere = false }: { everywhere?: boolean }) => {
      const session = queryClient.getQueryData(sessionQuery.queryKey);
      if (!everywhere && session?.hasProvider === true) return (await people.endSession()).url;
      await people.signOut({ everywhere });
      return null;
    },
    onSuccess: async (providerUrl) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      if (providerUrl === null) await navigate({ to: "/sign-in" });
      else location.assign(providerUrl);
    },
  });
}
