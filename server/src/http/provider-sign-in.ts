import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { type IdentityProvider, operatorProviderId } from "../people/identity-provider.ts";
import { challengeSeconds } from "../people/sign-in-challenge.ts";
import { beginProviderSignIn, endProviderSession, finishProviderSignIn } from "../people/sign-in-with-provider.ts";
import { notFound } from "../platform/app-error.ts";
import { signInPolicy } from "../tenancy/rate-policy.ts";
import { signOut } from "../tenancy/sign-in.ts";
import { sessionContext } from "./access.ts";
import { countAddress } from "./count-requests.ts";
import { publicOrigin } from "./public-origin.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { sessionBody, toSessionBody } from "./session-body.ts";
import {
  readSessionCookie,
  readSignInCookie,
  refuseForgery,
  refuseOtherOrigins,
  sessionCookie,
  signInCookie,
} from "./session-cookie.ts";
import { closed, nullable, responses } from "./wire.ts";

const tags = ["Session"];
const providerIdField = Type.String({
  minLength: 1,
  maxLength: 40,
  description: "Its id; `operator` is the instance's.",
});
/** A code, a state and an issuer. */
const maxResponseLength = 8192;

/** The page of the portal that providers send the browser back to. */
const callbackPath = "/portal/sign-in/callback";
const signInPath = "/portal/sign-in";

export function providerSignInRoutes(app: Routes, deps: RouteDeps): void {
  const signInDeps = {
    ...deps,
    ...{ settings: deps.session, challenges: deps.db.challenges, identities: deps.db.identities },
  };
  const findProvider = async (id: string): Promise<IdentityProvider | undefined> =>
    id === operatorProviderId ? deps.operatorProvider : undefined;
  const originOf = ({ ip, id }: FastifyRequest) => ({ address: ip, requestId: id });

  app.get(
    "/v1/session/providers",
    {
      config: { access: "public" },
      schema: {
        operationId: "listSignInProviders",
        tags,
        summary: "List the identity providers of a sign-in page",
        response: responses(
          200,
          Type.Object({
            providers: Type.Array(
              Type.Object({ providerId: providerIdField, name: Type.String({ description: "For a button." }) }),
            ),
          }),
        ),
      },
    },
    async () => {
      const { operatorProvider } = deps;
      return {
        providers:
          operatorProvider === undefined ? [] : [{ providerId: operatorProvider.id, name: operatorProvider.name }],
      };
    },
  );

  app.post(
    "/v1/session/provider",
    {
      // Counted in the handler, against the limit for signing in.
      config: { access: "public", counts: "nothing" },
      schema: {
        operationId: "beginProviderSignIn",
        tags,
        summary: "Begin to sign in with an identity provider",
        description:
          "Returns the address to send the browser to, and sets a cookie that only this browser has. The provider sends the browser back to /portal/sign-in/callback, with a response that is valid once, within 10 minutes.",
        body: Type.Object(
          {
            providerId: providerIdField,
            page: Type.Optional(
              Type.String({
                ...{ pattern: "^/([^/\\\\].*)?$", maxLength: 500 },
                description: "A page of the portal to go on with, such as /system. The response to the sign-in has it.",
              }),
            ),
          },
          closed,
        ),
        response: responses(200, Type.Object({ url: Type.String() }), 400, 403, 404, 413, 415),
      },
    },
    async (request, reply) => {
      refuseOtherOrigins(request);
      await countAddress(deps, request, reply, signInPolicy(deps.limits));
      const provider = await findProvider(request.body.providerId);
      if (provider === undefined) throw notFound("identity provider");
      const redirectUri = publicOrigin(deps, request) + callbackPath;
      const { url, secret } = await beginProviderSignIn(signInDeps, provider, redirectUri, request.body.page);
      reply.header("set-cookie", signInCookie(request, secret, challengeSeconds));
      return { url };
    },
  );

  app.post(
    "/v1/session/provider/response",
    {
      config: { access: "public", counts: "nothing" },
      schema: {
        operationId: "finishProviderSignIn",
        tags,
        summary: "Sign in with the response of an identity provider",
        description:
          "Sets the session cookie. A person whom the provider puts in a group with a role gets an account with the first sign-in, if the provider has verified the email address. The session is in the provider's organisation only.",
        body: Type.Object(
          {
            response: Type.String({
              ...{ minLength: 1, maxLength: maxResponseLength },
              description: "The query with which the provider sent the browser back.",
            }),
          },
          closed,
        ),
        response: responses(
          200,
          Type.Object({ session: sessionBody, page: nullable(Type.String({ description: "Where to go on." })) }),
          ...([400, 401, 403, 413, 415, 422] as const),
        ),
      },
    },
    async (request, reply) => {
      refuseOtherOrigins(request);
      await countAddress(deps, request, reply, signInPolicy(deps.limits));
      const {
        session,
        secret,
        page = null,
      } = await finishProviderSignIn(signInDeps, originOf(request), findProvider, {
        ...{ secret: readSignInCookie(request), response: request.body.response },
        ...{ browser: request.headers["user-agent"], earlierSecret: readSessionCookie(request) },
      });
      reply.header("set-cookie", [
        sessionCookie(request, secret, deps.session.maxSeconds),
        signInCookie(request, "", 0),
      ]);
      return { session: await toSessionBody(deps, session, { tier: session.tier, person: session.person }), page };
    },
  );

  app.post(
    "/v1/session/end",
    {
      config: { access: "session", isBodyOptional: true },
      schema: {
        operationId: "endSession",
        tags,
        summary: "Sign out, and learn where to sign out of the identity provider",
        description:
          "Like DELETE /v1/session. If the session began with an identity provider that has such a page, `url` is where the browser ends its session there.",
        response: responses(200, Type.Object({ url: nullable(Type.String()) }), 401, 403, 413, 415),
      },
    },
    async (request, reply) => {
      refuseForgery(request);
      const { signedIn, context } = sessionContext(request);
      const { session } = signedIn;
      const end = () => signOut(signInDeps, context, session, false);
      const returnTo = publicOrigin(deps, request) + signInPath;
      let url: string | undefined;
      if ("person" in session) url = await endProviderSession(signInDeps, session, findProvider, end, returnTo);
      else await end();
      reply.header("set-cookie", sessionCookie(request, "", 0));
      return { url: url ?? null };
    },
  );
}
