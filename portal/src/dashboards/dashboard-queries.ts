import { queryOptions } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";

const trendWeeks = 12;
const shownGaps = 10;
/** The most that the service lists. */
const shownCompanies = 200;

export const dashboardQuery = (language: string) =>
  queryOptions({
    queryKey: ["dashboard", language],
    queryFn: ({ signal }) => assay.getDashboard({ weeks: trendWeeks, language }, { signal }),
  });

export const heatMapQuery = (language: string) =>
  queryOptions({
    queryKey: ["heat-map", language],
    queryFn: ({ signal }) => assay.getHeatMap({ limit: shownCompanies, language }, { signal }),
  });

export const gapsQuery = (language: string) =>
  queryOptions({
    queryKey: ["gaps", language],
    queryFn: ({ signal }) => assay.listFrequentGaps({ limit: shownGaps, language }, { signal }),
  });
