/** The names of the fields that a patch would really change, in the order the patch gives them. */
export function changesOf<T extends object>(current: T, patch: Partial<T>): (keyof T & string)[] {
  return (Object.keys(patch) as (keyof T & string)[]).filter((field) => patch[field] !== current[field]);
}
