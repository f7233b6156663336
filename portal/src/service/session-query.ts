import { AssayError, type Session } from "@assay/sdk";
import { queryOptions } from "@tanstack/react-query";
import { people } from "./assay.ts";

export type Role = Session["role"];

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await people.getSession({ signal });
    } catch (error) {
      if (error instanceof AssayError && error.status === 401) return null;
      throw error;
    }
  },
});
