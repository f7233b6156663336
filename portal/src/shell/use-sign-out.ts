import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { assay } from "../service/assay.ts";
import { sessionQuery } from "../service/session-query.ts";

/** Ends the session and clears the cache. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ everywhere = false }: { everywhere?: boolean }) => assay.signOut({ everywhere }),
    onSuccess: async () => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      await navigate({ to: "/sign-in" });
    },
  });
}
