/** What a company has stated about an entity, by the keys of the catalogue's conditions. */
export type StatedFacts = Record<string, boolean>;
/** A fact that is null is withdrawn; null instead of all withdraws all of them. */
export type FactsPatch = Record<string, boolean | null> | null;

/** Returns the same object if nothing changes. */
export function patchFacts(facts: StatedFacts, patch: FactsPatch): StatedFacts {
  const changed = patch === null ? {} : { ...facts, ...patch };
  const stated = Object.entries(changed).filter((entry): entry is [string, boolean] => entry[1] !== null);
  const isSame = stated.length === Object.keys(facts).length && stated.every(([key, value]) => facts[key] === value);
  return isSame ? facts : Object.fromEntries(stated.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
