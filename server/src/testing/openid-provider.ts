/// <reference path="./oidc-provider.d.ts" />
import assert from "node:assert/strict";
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import type { IdentityProvider } from "../people/identity-provider.ts";

export interface ProviderPerson {
  subject: string;
  claims: Record<string, unknown>;
}

type Claims = Record<string, unknown>;

/** A real OpenID provider on loopback that signs in whoever the test names, without asking. */
export interface OpenIdProvider {
  issuer: string;
  /** The settings of this service at the provider. */
  settings(fields?: Partial<IdentityProvider>): IdentityProvider;
  /** Who is signed in next. */
  person: ProviderPerson;
  /** Changes the claims of ID tokens; they are signed again by the provider's key. */
  tamper: ((claims: Claims) => Claims) | undefined;
  /** Signs ID tokens with a key that the provider does not publish. */
  signsWithOtherKey: boolean;
  /** Sends browsers back to another origin of this service. */
  serve(origin: string): void;
  /** New keys, under new names; the old ones are gone at once. */
  rotateKeys(): void;
  /** Goes through the provider's pages like a browser. Returns the query with which it sends the browser back. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

export const clientSecret = "a secret of the client at the provider";
const callback = "/portal/sign-in/callback";

interface SigningKey {
  kid: string;
  key: KeyObject;
}

let madeKeys = 0;
function newKey(): SigningKey {
  madeKeys += 1;
  return { kid: `key-${madeKeys}`, key: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey };
}

/** `origins` are where browsers are sent back to. */
export async function startOpenIdProvider(
  origins = ["http://localhost", "http://localhost:80"],
  options: { claimsIn?: "token" | "userinfo" } = {},
): Promise<OpenIdProvider> {
  let allowed = origins;
  let key = newKey();
  const otherKey = newKey();
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const started: OpenIdProvider = {
    issuer,
    person: { subject: "nobody", claims: {} },
    tamper: undefined,
    signsWithOtherKey: false,
    settings: (fields = {}) => ({
      ...{ id: "operator", organisation: "operator", partnerId: undefined, name: "Example Login", issuer },
      ...{ clientId: "assay", clientSecret, scope: "openid email profile groups", groupsClaim: "groups" },
      groupRoles: [{ group: "operators", role: "operator" }],
      ...fields,
    }),
    serve(origin) {
      allowed = [origin];
      handle = handlerOf();
    },
    rotateKeys() {
      key = newKey();
      handle = handlerOf();
    },
    visit: (url) => visit(issuer, url),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };

  function handlerOf(): typeof handle {
    const provider = makeProvider(issuer, { origins: allowed, key, started, claimsIn: options.claimsIn ?? "token" });
    const inner = provider.callback();
    return (request, response) => {
      if (request.url?.startsWith("/interaction/")) {
        const accountId = started.person.subject;
        provider.interactionFinished(request, response, { login: { accountId } }).catch((error: unknown) => {
          response.writeHead(500).end(String(error));
        });
        return;
      }
      if (request.url?.startsWith("/token"))
        signAgain(
          response,
          () => started,
          () => (started.signsWithOtherKey ? { ...otherKey, kid: key.kid } : key),
        );
      inner(request, response);
    };
  }
  handle = handlerOf();
  return started;
}

function makeProvider(
  issuer: string,
  given: { origins: string[]; key: SigningKey; started: OpenIdProvider; claimsIn: "token" | "userinfo" },
): Provider {
  const { origins, key, started } = given;
  const scopes = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] };
  const provider = new Provider(issuer, {
    clients: ["assay", "other"].map((clientId) => ({
      ...{ client_id: clientId, client_secret: clientSecret, grant_types: ["authorization_code"] },
      redirect_uris: origins.map((origin) => origin + callback),
      post_logout_redirect_uris: origins.map((origin) => `${origin}/portal/sign-in`),
    })),
    jwks: { keys: [{ ...key.key.export({ format: "jwk" }), kid: key.kid, use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key of cookies in tests"] },
    claims: scopes,
    conformIdTokenClaims: given.claimsIn === "userinfo",
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    // Nobody is asked for consent.
    async loadExistingGrant({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(Object.keys(scopes).join(" "));
      await grant.save();
      return grant;
    },
    findAccount: (_: unknown, subject: string) => ({
      accountId: subject,
      claims: async () => ({ sub: subject, ...started.person.claims }),
    }),
  });
  return provider;
}

/** Replaces the ID token in an answer of the token endpoint. */
function signAgain(response: ServerResponse, provider: () => OpenIdProvider, keyOf: () => SigningKey): void {
  const { tamper, signsWithOtherKey } = provider();
  if (tamper === undefined && !signsWithOtherKey) return;
  const end = response.end.bind(response);
  response.end = ((body?: unknown) => {
    const answer = JSON.parse(String(body)) as { id_token?: string };
    if (answer.id_token === undefined) return end(body as string);
    const claims = JSON.parse(Buffer.from(answer.id_token.split(".")[1] ?? "", "base64url").toString()) as Claims;
    const text = JSON.stringify({ ...answer, id_token: jwt(keyOf(), (tamper ?? ((same) => same))(claims)) });
    response.setHeader("content-length", Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

function jwt({ kid, key }: SigningKey, claims: Claims): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "RS256", typ: "JWT", kid })}.${part(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), createPrivateKey(key.export({ format: "pem", type: "pkcs8" }))).toString("base64url")}`;
}

const maxSteps = 10;

async function visit(issuer: string, start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = start;
  for (let step = 0; step < maxSteps; step += 1) {
    const answer = await fetch(at, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";", 1)[0]?.split("=", 2) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    assert.ok(location !== null, `${answer.status} ${await answer.text()}`);
    const next = new URL(location, at);
    if (next.origin !== issuer) return next.search.slice(1);
    at = next.href;
  }
  throw new Error("the provider does not send the browser back");
}
