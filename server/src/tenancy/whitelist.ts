import type { Id } from "../platform/ids.ts";

/** What a partner, and so its companies, may reference. Absent lists leave nothing out, also of what is added later. */
export interface Whitelist {
  frameworkIds: Id[] | undefined;
  controlIds: Id[] | undefined;
}

export const everything: Whitelist = { frameworkIds: undefined, controlIds: undefined };
