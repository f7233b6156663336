import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "./session-query.ts";

/** Whether somebody opened the link to a review, who reads that and nothing else. */
export function useIsShared(): boolean {
  const { data: session } = useQuery(sessionQuery);
  return (session?.reviewLink ?? null) !== null;
}
