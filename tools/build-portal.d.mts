/** Returns whether portal/dist exists and is fresh. */
export function buildPortal(): boolean;
