import { openOpenIdConnect } from "./oidc/openid-connect.ts";
import { openGuardedFetch } from "./outbound/guarded-fetch.ts";
import { buildOutboundRules } from "./outbound/outbound.ts";
import type { OpenIdConnect } from "./people/identity-provider.ts";

/** What talks to identity providers, by the rules that webhooks obey, with a setting of its own for private addresses. */
export function openIssuers(settings: { arePrivateAllowed: boolean; port: number }): {
  openId: OpenIdConnect;
  close(): Promise<void>;
} {
  const { rules, resolve } = buildOutboundRules(settings);
  const guarded = openGuardedFetch({ rules, resolve });
  const openId = openOpenIdConnect({
    fetch: (url, init) => guarded.fetch(url, init),
    isHttpAllowed: settings.arePrivateAllowed,
  });
  return { openId, close: () => guarded.close() };
}
