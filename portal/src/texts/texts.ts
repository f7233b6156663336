import type { en } from "./en.ts";

/** Every word of the portal. English sets the shape; a language in which one is missing does not compile. */
export type Texts = typeof en;
