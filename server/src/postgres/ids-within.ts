import { secondsAfter } from "../platform/clock.ts";
import { firstIdAt, type Id } from "../platform/ids.ts";
import type { SortedPageRequest } from "../platform/page.ts";
import { pastEveryId } from "./query.ts";

/** A row's id is generated a moment before its time is read, and a clock may be set back. */
const slackSeconds = 60;

/**
 * The ids between which a page's rows of this time are, so that an index on ids skips all others. Ids begin with their time, so
 * a range of time is also a range of ids.
 */
export function idsWithin(
  since: Date | undefined,
  until: Date | undefined,
  { by, isDescending, after }: SortedPageRequest<string>,
): { above: Id; below: Id } {
  const last = until === undefined ? pastEveryId : firstIdAt(secondsAfter(until, slackSeconds));
  const first = since === undefined ? "" : firstIdAt(secondsAfter(since, -slackSeconds));
  const id = by === "createdAt" ? after?.id : undefined;
  return {
    above: !isDescending && id !== undefined && id > first ? id : first,
    below: isDescending && id !== undefined && id < last ? id : last,
  };
}
