import { Administration } from "@assay/sdk/administration";
import { inBackground, ofSession } from "./assay.ts";

/** What the service's operator may do, with the session's rights. */
export const administration = new Administration(ofSession);

/** For automatic refreshes. */
export const administrationInBackground = new Administration(inBackground);
