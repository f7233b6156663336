import { assay, assayInBackground } from "./assay.ts";

export const pollMilliseconds = 1500;

/** Only the first request counts as user activity; automatic refreshes do not extend the session. */
export const askAs = (isSeen: boolean) => (isSeen ? assayInBackground : assay);
