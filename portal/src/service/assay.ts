import { Assay } from "@assay/sdk";

/** The service this page came from, as whoever is signed in. The SDK tries again by itself where that is safe. */
export const assay = new Assay({ baseUrl: location.origin, session: true, retries: 2 });
