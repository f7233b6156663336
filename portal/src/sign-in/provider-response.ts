const callbackPath = "/portal/sign-in/callback";
const fromKey = "assay.sign-in.from";

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

/** The page that asked for signing in, for when the browser comes back. */
export const keepFrom = (from: string | undefined): void =>
  from === undefined ? sessionStorage.removeItem(fromKey) : sessionStorage.setItem(fromKey, from);

export const keptFrom = (): string | undefined => sessionStorage.getItem(fromKey) ?? undefined;
