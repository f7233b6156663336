import * as client from "openid-client";
import {
  type ExpectedResponse,
  type IdentityProvider,
  type OpenIdConnect,
  type ProviderClaims,
  ProviderProblem,
} from "../people/identity-provider.ts";
import { readGroups } from "./read-groups.ts";

interface OpenIdOptions {
  /** Connects only to addresses that may be called. */
  fetch: (url: string, init: client.CustomFetchOptions) => Promise<Response>;
  /** http issuers are allowed. */
  isHttpAllowed: boolean;
}

const timeoutSeconds = 10;

/**
 * Nothing is kept between two sign-ins: metadata and keys are read each time, so that a provider's new keys count at once.
 */
export function openOpenIdConnect({ fetch, isHttpAllowed }: OpenIdOptions): OpenIdConnect {
  async function discover({ issuer, clientId, clientSecret }: IdentityProvider): Promise<client.Configuration> {
    return client.discovery(new URL(issuer), clientId, undefined, authenticationOf(clientSecret), {
      [client.customFetch]: fetch,
      timeout: timeoutSeconds,
      execute: [
        // The signature of the ID token is checked although the token comes over TLS from the provider itself.
        client.enableNonRepudiationChecks,
        ...(isHttpAllowed ? [client.allowInsecureRequests] : []),
      ],
    });
  }

  return {
    async begin(provider, redirectUri) {
      const config = await discover(provider).catch(unreachable);
      const expected: ExpectedResponse = {
        redirectUri,
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: provider.scope,
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(expected.codeVerifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, expected };
    },
    async finish(provider, expected, response) {
      const { redirectUri, state, nonce, codeVerifier } = expected;
      const config = await discover(provider).catch(unreachable);
      const current = new URL(redirectUri);
      current.search = response;
      try {
        const tokens = await client.authorizationCodeGrant(config, current, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true },
        });
        return await readClaims(config, provider, tokens);
      } catch (error) {
        throw new ProviderProblem(reasonOf(error), false, error);
      }
    },
    async endSessionUrl(provider, idToken, returnTo) {
      const config = await discover(provider).catch(unreachable);
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href;
    },
  };
}

/** With a secret, in the way that OpenID Connect Discovery calls the default, or in the only one that the provider takes. */
function authenticationOf(secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None();
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, metadata, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isPostOnly = supported.includes("client_secret_post") && !supported.includes("client_secret_basic");
    return (isPostOnly ? post : basic)(server, metadata, body, headers);
  };
}

const unreachable = (error: unknown): never => {
  throw new ProviderProblem(reasonOf(error), true, error);
};

/** The library's own code; never a text of the provider. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return /^[A-Z_]{3,60}$/.test(code) ? code.toLowerCase() : "unknown";
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

/** Some providers put claims into the ID token, others answer them at the userinfo endpoint only. */
async function readClaims(
  config: client.Configuration,
  { groupsClaim }: IdentityProvider,
  tokens: Tokens,
): Promise<ProviderClaims> {
  const fromToken = tokens.claims();
  if (fromToken === undefined || tokens.id_token === undefined) throw new Error("there is no ID token");
  const isComplete = fromToken["email"] !== undefined && readGroups(fromToken, groupsClaim) !== undefined;
  const hasMore = !isComplete && config.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasMore ? await client.fetchUserInfo(config, tokens.access_token, fromToken.sub) : {};
  // The signed token counts more.
  const claims: Record<string, unknown> = { ...more, ...fromToken };
  const textOf = (name: string) => (typeof claims[name] === "string" ? claims[name] : undefined);
  return {
    subject: fromToken.sub,
    email: textOf("email"),
    // From where the address is: each says it of its own.
    isEmailVerified: (fromToken["email"] === undefined ? claims : fromToken)["email_verified"] === true,
    name: textOf("name") ?? textOf("preferred_username"),
    groups: readGroups(claims, groupsClaim) ?? [],
    idToken: tokens.id_token,
  };
}
