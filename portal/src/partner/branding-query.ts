import { queryOptions } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";

export const brandingQuery = queryOptions({
  queryKey: ["branding"],
  queryFn: ({ signal }) => assay.getBranding({ signal }),
});
