const callbackPath = "/portal/sign-in/callback";

let response = "";

/**
 * Takes the query with which an identity provider sent the browser back, before the router reads it as its own. The code in it
 * stays neither in the address nor in the history.
 */
export function takeProviderResponse(): void {
  if (location.pathname !== callbackPath) return;
  response = location.search.slice(1);
  history.replaceState(history.state, "", callbackPath);
}

export const providerResponse = (): string => response;
