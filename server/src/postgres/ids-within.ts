import { secondsAfter } from "../platform/clock.ts";
import { firstIdAt, type Id } from "../platform/ids.ts";
import { pastEveryId } from "./query.ts";

/** A row's id is generated a moment before its time is read, and a clock may be set back. */
const slackSeconds = 60;

/** The ids that rows of this time have at most, so that an index on ids skips all others; `before` is a page's end. */
export function idsWithin(since: Date | undefined, until: Date | undefined, before: Id): { first: Id; end: Id } {
  const last = until === undefined ? pastEveryId : firstIdAt(secondsAfter(until, slackSeconds));
  const first = since === undefined ? "" : firstIdAt(secondsAfter(since, -slackSeconds));
  return { first, end: last < before ? last : before };
}
