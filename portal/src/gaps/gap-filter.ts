export const gapStatusFilters = ["unresolved", "open", "in_progress", "fixed", "accepted", "all"] as const;
export const gapSeverities = ["critical", "high", "medium", "low"] as const;
export const gapSorts = ["-severity", "dueOn", "-changedAt", "-createdAt"] as const;

/** Kept in the URL, so that a filtered register can be shared and a mail can lead to a gap. */
export interface GapSearch {
  /** Unresolved if absent. */
  status?: (typeof gapStatusFilters)[number];
  severity?: (typeof gapSeverities)[number];
  /** An account, or none. */
  owner?: string;
  review?: string;
  text?: string;
  /** The most severe first if absent. */
  sort?: (typeof gapSorts)[number];
  /** The gap that is shown beside the list. */
  gap?: string;
}

const isOneOf = <Choice extends string>(choices: readonly Choice[], value: unknown): value is Choice =>
  choices.includes(value as Choice);
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

export function readGapSearch(search: Record<string, unknown>): GapSearch {
  const { status, severity, owner, review, text, sort, gap } = search;
  return {
    ...(isOneOf(gapStatusFilters, status) && status !== "unresolved" && { status }),
    ...(isOneOf(gapSeverities, severity) && { severity }),
    ...(isText(owner) && { owner }),
    ...(isText(review) && { review }),
    // The router parses a search text of digits as a number.
    ...((isText(text) || typeof text === "number") && { text: String(text) }),
    ...(isOneOf(gapSorts, sort) && sort !== "-severity" && { sort }),
    ...(isText(gap) && { gap }),
  };
}
