import { queryOptions } from "@tanstack/react-query";
import { administration } from "../service/administration.ts";

export const frameworksQuery = queryOptions({
  queryKey: ["admin", "frameworks"],
  queryFn: async ({ signal }) => (await administration.listFrameworks({ signal })).frameworks,
});

export const partnerQuery = (partnerId: string) =>
  queryOptions({
    queryKey: ["admin", "partner", partnerId],
    queryFn: ({ signal }) => administration.getPartner(partnerId, { signal }),
  });

/** Fills a select box; the largest page the API returns. */
export const everyPartnerQuery = queryOptions({
  queryKey: ["admin", "partners", "all"],
  queryFn: async ({ signal }) => (await administration.listPartners({}, { signal })).partners,
});

export const controlQuery = (controlId: string) =>
  queryOptions({
    queryKey: ["admin", "control", controlId],
    queryFn: ({ signal }) => administration.describeControl(controlId, { signal }),
  });

const progressMilliseconds = 3000;

export const affectedQuery = (controlId: string) =>
  queryOptions({
    queryKey: ["admin", "affected", controlId],
    queryFn: ({ signal }) => administration.listEveryAffectedDocument(controlId, { limit: 1 }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.bulkJudgement?.status === "running" ? progressMilliseconds : false,
  });
