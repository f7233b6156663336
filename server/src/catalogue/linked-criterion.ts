import type { Id } from "../platform/ids.ts";
import type { CatalogueLanguage } from "./catalogue-format.ts";
import type { Crosswalk, LinkType } from "./crosswalk.ts";

export interface CriterionName {
  itemId: Id;
  criterion: string;
}

/** A criterion of a live item, as the current revision states it. */
export interface LinkedCriterion extends CriterionName {
  controlId: Id;
  controlCode: string;
  controlName: string;
  externalId: string;
  statement: string;
  /** Keys of the conditions under which it applies: the item's and its own. */
  appliesWhen: string[];
}

export interface CrosswalkStore {
  /** Those of the criteria that live items have, of controls that the partner may reference. */
  listCriteria(partnerId: Id, names: CriterionName[], language: CatalogueLanguage): Promise<LinkedCriterion[]>;
  /** How many criteria the live items of each control have. */
  countCriteria(controlIds: Id[]): Promise<{ controlId: Id; count: number }[]>;
  /** The criteria that a document meets; a person's decision about one comes before the verdict. */
  listMet(companyId: Id, documentId: Id): Promise<CriterionName[]>;
}

export interface ResolvedLink {
  /** From which the link is seen. */
  criterion: CriterionName;
  type: LinkType;
  other: LinkedCriterion;
}

const keyOf = ({ itemId, criterion }: CriterionName) => `${itemId} ${criterion}`;

/** The links of the criteria with the criteria at their other ends, as far as the partner may reference them. */
export async function resolveLinks(
  { crosswalk, links: store }: { crosswalk: Crosswalk; links: Pick<CrosswalkStore, "listCriteria"> },
  partnerId: Id,
  isFrom: { itemIds: Id[]; includes(name: CriterionName): boolean },
  language: CatalogueLanguage,
): Promise<ResolvedLink[]> {
  const found = isFrom.itemIds.flatMap((itemId) =>
    (crosswalk.get(itemId) ?? [])
      .map(({ criterion, type, other }) => ({ criterion: { itemId, criterion }, type, other }))
      .filter(({ criterion }) => isFrom.includes(criterion)),
  );
  if (found.length === 0) return [];
  const names = [...new Map(found.map(({ other }) => [keyOf(other), other])).values()];
  const others = new Map((await store.listCriteria(partnerId, names, language)).map((one) => [keyOf(one), one]));
  return found.flatMap(({ other, ...link }) => {
    const resolved = others.get(keyOf(other));
    return resolved === undefined ? [] : [{ ...link, other: resolved }];
  });
}
