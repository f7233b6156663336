/** The names of the fields that the patch changes, in the order of the patch. */
export function changedFields<T extends object>(current: T, patch: Partial<T>): (keyof T & string)[] {
  return (Object.keys(patch) as (keyof T & string)[]).filter((field) => patch[field] !== current[field]);
}
