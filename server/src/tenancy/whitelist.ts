import type { Id } from "../platform/ids.ts";

/** What a partner and its companies may use. An absent list allows everything, including what is added later. */
export interface Whitelist {
  frameworkIds: Id[] | undefined;
  controlIds: Id[] | undefined;
}

export const everything: Whitelist = { frameworkIds: undefined, controlIds: undefined };
