import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { assay, people } from "../service/assay.ts";
import type { GapSearch } from "./gap-filter.ts";

export type GapChanges = Parameters<typeof assay.changeGap>[1];

const register = "gap-register";
const entriesShown = 100;
const peopleListed = 100;

export const listKey = (search: GapSearch, language: string) => [register, search, language];

export const toFilter = ({ status = "unresolved", severity, owner, review, text, sort = "-severity" }: GapSearch) => ({
  ...(status !== "all" && { status }),
  ...{ severity, ownerId: owner, complianceReviewId: review, text, sort },
});

export const gapQuery = (gapId: string, language: string) =>
  queryOptions({
    queryKey: [register, "one", gapId, language],
    queryFn: ({ signal }) => assay.getGap(gapId, { language }, { signal }),
  });

export const entriesQuery = (gapId: string) =>
  queryOptions({
    queryKey: [register, "entries", gapId],
    queryFn: async ({ signal }) => (await assay.listGapEntries(gapId, { limit: entriesShown }, { signal })).entries,
  });

/** Who may own gaps and be mentioned. A consultant of the partner does not see the company's people, and assigns nobody. */
export const peopleQuery = queryOptions({
  queryKey: [register, "people"],
  queryFn: async ({ signal }) =>
    people.listPeople({ limit: peopleListed }, { signal }).then(
      ({ people: found }) => found,
      () => [],
    ),
});

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [register] });
}

export function useChangeGaps(gaps: string[]) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (changes: GapChanges) => assay.changeGaps({ gaps, ...changes }),
    onSuccess: refresh,
  });
}

export function useComment(gapId: string) {
  const refresh = useRefresh();
  return useMutation({ mutationFn: (text: string) => assay.commentOnGap(gapId, { text }), onSuccess: refresh });
}
