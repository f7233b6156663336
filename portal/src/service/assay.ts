import { Assay } from "@assay/sdk";

/** The service this page came from, as whoever is signed in. The SDK tries again by itself where that is safe. */
export const assay = new Assay({ baseUrl: location.origin, session: true, retries: 2 });

/** For figures that a page refreshes by itself: these calls do not keep the session of somebody who has left. */
export const assayInBackground = new Assay({
  baseUrl: location.origin,
  session: true,
  retries: 0,
  fetch: (address, init) => fetch(address, { ...init, headers: { ...init?.headers, "x-assay-background": "1" } }),
});
