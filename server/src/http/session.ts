import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { AppError } from "../platform/app-error.ts";
import { signInPolicy } from "../tenancy/rate-policy.ts";
import type { Credential, Session } from "../tenancy/session.ts";
import { refuseSignIn, signIn, signOut } from "../tenancy/sign-in.ts";
import { countAddress, findCredentialOfKey, sessionContext } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { readSessionCookie, refuseForgery, refuseOtherOrigins, sessionCookie } from "./session-cookie.ts";
import { closed, dateTime, id, nullable, responses } from "./wire.ts";

const sessionBody = Type.Object({
  role: Type.Enum(["admin", "partner", "company"]),
  name: nullable(Type.String({ description: "The partner's or company's name; null for the administrator." })),
  partnerId: nullable(id()),
  companyId: nullable(id()),
  keyId: nullable(id("The key that was used to sign in.")),
  createdAt: dateTime(),
  expiresAt: dateTime("When the session ends, even if it is used."),
  idleSeconds: Type.Integer({ description: "The session ends earlier after this many seconds without a request." }),
});

type SessionRouteDeps = Pick<
  RouteDeps,
  "db" | "clock" | "ids" | "authenticator" | "limiter" | "limits" | "adminToken" | "adminTokens" | "session"
>;

async function toSessionBody(
  { db, session: settings }: SessionRouteDeps,
  session: Session,
  credential: Credential,
): Promise<Static<typeof sessionBody>> {
  const times = {
    createdAt: session.createdAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    idleSeconds: settings.idleSeconds,
  };
  if (credential.tier === "admin")
    return { role: "admin", name: null, partnerId: null, companyId: null, keyId: null, ...times };
  const { id: keyId, partnerId, companyId } = credential.key;
  const owner =
    companyId === undefined ? await db.partners.find(partnerId) : await db.companies.find({ companyId, partnerId });
  return {
    ...{ role: credential.tier, name: owner?.name ?? null, partnerId, companyId: companyId ?? null, keyId },
    ...times,
  };
}

const originOf = ({ ip, id }: FastifyRequest) => ({ address: ip, requestId: id });

export function sessionRoutes(app: Routes, deps: SessionRouteDeps): void {
  const { session: settings } = deps;
  const tags = ["Session"];
  const signInDeps = { ...deps, settings };

  app.post(
    "/v1/session",
    {
      // Counted in the handler, against the limit for signing in.
      config: { access: "public", counts: "nothing" },
      schema: {
        operationId: "signIn",
        tags,
        summary: "Sign in to the portal",
        description:
          "Sets a cookie that authenticates like the key until the cookie or the key expires. For browsers; programs send the key itself.",
        body: Type.Object(
          { key: Type.String({ minLength: 1, maxLength: 500, description: "The administrator token or a key." }) },
          closed,
        ),
        response: responses(200, sessionBody, 400, 401, 403, 413, 415),
      },
    },
    async (request, reply) => {
      refuseOtherOrigins(request);
      await countAddress(deps, request, reply, signInPolicy(deps.limits));
      const credential = await findCredentialOfKey(deps, request, reply, request.body.key);
      if (credential === undefined) {
        await refuseSignIn(signInDeps, originOf(request));
        throw new AppError("unauthenticated", "This key is not recognised or is no longer valid.");
      }
      const { session, secret } = await signIn(signInDeps, originOf(request), credential, readSessionCookie(request));
      reply.header("set-cookie", sessionCookie(request, secret, settings.maxSeconds));
      return toSessionBody(deps, session, credential);
    },
  );

  app.get(
    "/v1/session",
    {
      config: { access: "session" },
      schema: {
        operationId: "getSession",
        tags,
        summary: "Read who is signed in",
        response: responses(200, sessionBody, 401),
      },
    },
    async (request) => {
      const { session, credential } = sessionContext(request).signedIn;
      return toSessionBody(deps, session, credential);
    },
  );

  app.delete(
    "/v1/session",
    {
      config: { access: "session" },
      schema: {
        operationId: "signOut",
        tags,
        summary: "Sign out",
        querystring: Type.Object({
          everywhere: Type.Optional(
            Type.Enum(["true", "false"], { description: "true: every session of this key ends." }),
          ),
        }),
        response: responses(204, Type.Null({ description: "Signed out." }), 400, 401, 403, 413, 415),
      },
    },
    async (request, reply) => {
      refuseForgery(request);
      const { signedIn, context } = sessionContext(request);
      await signOut(signInDeps, context, signedIn.session, request.query.everywhere === "true");
      reply.header("set-cookie", sessionCookie(request, "", 0));
      return reply.code(204).send(null);
    },
  );
}
