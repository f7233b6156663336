/** A change an administrator makes to a part of the catalogue. */
export type CatalogueChange = { clusterId: string; isArchived: boolean } | { itemId: string; isObsolete: boolean };
