import { Assay, type ClientOptions } from "@assay/sdk";
import { People } from "@assay/sdk/people";

/** The service that served this page, with the session's rights. The SDK retries safe requests. */
export const ofSession: ClientOptions = { baseUrl: location.origin, session: true, retries: 2 };

/** For automatic refreshes: these requests do not extend the session. */
export const inBackground: ClientOptions = {
  ...ofSession,
  retries: 0,
  fetch: (address, init) => fetch(address, { ...init, headers: { ...init?.headers, "x-assay-background": "1" } }),
};

export const assay = new Assay(ofSession);

/** Accounts of people, their roles and invitations. */
export const people = new People(ofSession);

export const assayInBackground = new Assay(inBackground);
