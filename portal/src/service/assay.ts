import { Assay } from "@assay/sdk";
import { People } from "@assay/sdk/people";

/** The API of the service that served this page, with the session's rights. The SDK retries safe requests. */
export const assay = new Assay({ baseUrl: location.origin, session: true, retries: 2 });

/** Accounts of people, their roles and invitations. */
export const people = new People({ baseUrl: location.origin, session: true, retries: 2 });

/** For automatic refreshes: these requests do not extend the session. */
export const assayInBackground = new Assay({
  baseUrl: location.origin,
  session: true,
  retries: 0,
  fetch: (address, init) => fetch(address, { ...init, headers: { ...init?.headers, "x-assay-background": "1" } }),
});
