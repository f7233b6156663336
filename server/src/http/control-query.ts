import { type CatalogueStore, findControl } from "../catalogue/catalogue.ts";
import { type Id, isId } from "../platform/ids.ts";

/** What a control may be named by, wherever a request names one. */
export const byIdOrCode = "by its id or code";

/** The control that a filter names by id or code. An unknown code stays what it is, and has no entries, like a malformed id. */
export async function readControlFilter(
  { catalogue }: { catalogue: Pick<CatalogueStore, "findControl"> },
  partnerId: Id,
  idOrCode: string | undefined,
): Promise<Id | undefined> {
  if (idOrCode === undefined || isId(idOrCode)) return idOrCode;
  return (await findControl({ catalogue }, partnerId, idOrCode))?.id ?? idOrCode;
}
