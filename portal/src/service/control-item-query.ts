import { queryOptions } from "@tanstack/react-query";
import { assay } from "./assay.ts";

/** A control item as the catalogue states it now, with the links of its criteria. */
export const controlItemQuery = (itemId: string, language: string) =>
  queryOptions({
    queryKey: ["control-item", itemId, language],
    queryFn: ({ signal }) => assay.getControlItem(itemId, { language }, { signal }),
  });
