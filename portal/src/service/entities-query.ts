import { queryOptions } from "@tanstack/react-query";
import { assay } from "./assay.ts";

/** The company's business entities. */
export const entitiesQuery = queryOptions({
  queryKey: ["entities"],
  queryFn: ({ signal }) => assay.listBusinessEntities({}, { signal }),
});
