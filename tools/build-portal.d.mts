/** Yields whether portal/dist is there and fresh. */
export function buildPortal(): boolean;
