import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../service/session-query.ts";

/** Everybody of a company but its readers may decide; a key may, too. Whoever opened the link to a review only reads. */
export function useCanDecide(): boolean {
  const { data: session } = useQuery(sessionQuery);
  return session?.person?.role !== "company_reader" && (session?.reviewLink ?? null) === null;
}
