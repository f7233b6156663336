/** The parts of a finding that are compared with an earlier finding about the same item. */
export interface JudgedGaps {
  /** Of another kind than the control expects. */
  isOtherKind: boolean;
  /** Keys of the criteria that are met. */
  metKeys: string[];
  /** Keys of the criteria that are not, in order. */
  openKeys: string[];
}

/** Keys of gaps: of criteria, or `otherKindKey`. */
export interface ChangedGaps {
  newGaps: string[];
  closedGaps: string[];
}

/** Never a criterion's key, because those have no capitals. */
export const otherKindKey = "otherKind";

/**
 * A gap is closed when its criterion is met, not when it is no longer mentioned. A document of another kind has a single
 * gap; what else it lacks is not new in the next document, and it closes nothing, because it meets a criterion only in
 * passing.
 */
export function compareGaps(now: JudgedGaps, then: JudgedGaps): ChangedGaps {
  const openBefore = new Set(then.isOtherKind ? [...then.openKeys, otherKindKey] : then.openKeys);
  const metNow = new Set(now.isOtherKind ? [] : [...now.metKeys, otherKindKey]);
  return {
    newGaps: gapsOf(now).filter((key) => !openBefore.has(key)),
    closedGaps: gapsOf(then).filter((key) => metNow.has(key)),
  };
}

const gapsOf = ({ isOtherKind, openKeys }: JudgedGaps) => (isOtherKind ? [otherKindKey] : openKeys);
