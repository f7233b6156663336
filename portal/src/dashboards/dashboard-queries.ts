import { queryOptions } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";

const trendWeeks = 12;
const shownGaps = 10;
/** The most that the service lists. */
const shownCompanies = 200;

export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => assay.getDashboard({ weeks: trendWeeks }, { signal }),
});

export const heatMapQuery = queryOptions({
  queryKey: ["heat-map"],
  queryFn: ({ signal }) => assay.getHeatMap({ limit: shownCompanies }, { signal }),
});

export const gapsQuery = (language: string) =>
  queryOptions({
    queryKey: ["gaps", language],
    queryFn: ({ signal }) => assay.listFrequentGaps({ limit: shownGaps, language }, { signal }),
  });
