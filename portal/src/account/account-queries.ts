import type { Answer } from "@assay/sdk";
import { queryOptions } from "@tanstack/react-query";
import { people } from "../service/assay.ts";

export type Account = Answer<"getAccount">;
export type OwnSession = Answer<"listOwnSessions">["sessions"][number];

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => people.getAccount({ signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: async ({ signal }) => (await people.listOwnSessions({ signal })).sessions,
});
