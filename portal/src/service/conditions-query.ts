import { queryOptions } from "@tanstack/react-query";
import { assay } from "./assay.ts";

/** The facts that can be stated about an entity. */
export const conditionsQuery = (language: string) =>
  queryOptions({
    queryKey: ["conditions", language],
    queryFn: ({ signal }) => assay.listConditions({ language }, { signal }),
  });
