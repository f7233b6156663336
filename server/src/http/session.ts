import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { closeClient, openClient } from "../people/open-client.ts";
import { chooseOrganisation } from "../people/own-account.ts";
import { attemptSubject, signInWithPassword } from "../people/sign-in-with-password.ts";
import { AppError } from "../platform/app-error.ts";
import { openReviewLink } from "../tenancy/open-review-link.ts";
import type { Person } from "../tenancy/person.ts";
import { signInPolicy } from "../tenancy/rate-policy.ts";
import { type PersonSession, tierOf } from "../tenancy/session.ts";
import { refuseSignIn, signIn, signOut } from "../tenancy/sign-in.ts";
import { findCredentialOfKey, personContext, sessionContext } from "./access.ts";
import { countAccountAttempt, countAddress } from "./count-requests.ts";
import { codeField, emailField, passwordField } from "./people.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { sessionBody, toSessionBody } from "./session-body.ts";
import { readSessionCookie, refuseForgery, refuseOtherOrigins, sessionCookie } from "./session-cookie.ts";
import { closed, id, pathId, responses } from "./wire.ts";

type SessionRouteDeps = Pick<
  RouteDeps,
  | "db"
  | "clock"
  | "ids"
  | "authenticator"
  | "limiter"
  | "limits"
  | "adminToken"
  | "adminTokens"
  | "session"
  | "passwords"
>;

const originOf = ({ ip, id }: FastifyRequest) => ({ address: ip, requestId: id });

export function sessionRoutes(app: Routes, deps: SessionRouteDeps): void {
  const { session: settings } = deps;
  const tags = ["Session"];
  const signInDeps = { ...deps, settings };
  const toBodyOf = (session: PersonSession, person: Person) =>
    toSessionBody(deps, session, { tier: tierOf(person), person });
  const personDeps = { ...signInDeps, people: deps.db.people };

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

  app.post(
    "/v1/session/password",
    {
      // Counted in the handler, against the limits for signing in.
      config: { access: "public", counts: "nothing" },
      schema: {
        operationId: "signInWithPassword",
        tags,
        summary: "Sign in to the portal as a person",
        description:
          "Sets a cookie like signing in with a key. With several organisations, the session begins in the one that was joined last. An unknown address and a wrong password give the same answer. An account with a second factor needs `code`, too: without it the answer is 401 with the code second_factor_required.",
        body: Type.Object(
          {
            email: emailField,
            password: passwordField("The account's password."),
            code: Type.Optional(codeField),
          },
          closed,
        ),
        response: responses(200, sessionBody, 400, 401, 403, 413, 415),
      },
    },
    async (request, reply) => {
      refuseOtherOrigins(request);
      await countAddress(deps, request, reply, signInPolicy(deps.limits));
      const { email, password, code } = request.body;
      await countAccountAttempt(deps, request, reply, attemptSubject(email));
      const browser = request.headers["user-agent"];
      const attempt = { email, password, code, browser, earlierSecret: readSessionCookie(request) };
      const { session, secret } = await signInWithPassword(personDeps, originOf(request), attempt);
      reply.header("set-cookie", sessionCookie(request, secret, settings.maxSeconds));
      return toSessionBody(deps, session, { tier: session.tier, person: session.person });
    },
  );

  app.post(
    "/v1/session/review-link",
    {
      // Counted in the handler, against the limit for signing in.
      config: { access: "public", counts: "nothing" },
      schema: {
        operationId: "openReviewLink",
        tags,
        summary: "Open the link to a review",
        description:
          "Sets a cookie like signing in. It reads the link's review, its documents, findings, evidence and reports, and nothing else, until the link expires or is revoked. Every opening and every read is logged.",
        body: Type.Object(
          { token: Type.String({ minLength: 1, maxLength: 200, description: "The part of the link after its #." }) },
          closed,
        ),
        response: responses(200, sessionBody, 400, 401, 403, 413, 415),
      },
    },
    async (request, reply) => {
      refuseOtherOrigins(request);
      await countAddress(deps, request, reply, signInPolicy(deps.limits));
      const { token } = request.body;
      const opened = await openReviewLink(signInDeps, originOf(request), token, readSessionCookie(request));
      const { session, secret } = opened;
      reply
        .header("set-cookie", sessionCookie(request, secret, settings.maxSeconds))
        .header("x-robots-tag", "noindex, nofollow");
      return toSessionBody(deps, session, { tier: session.tier, link: session.link });
    },
  );

  app.put(
    "/v1/session/organisation",
    {
      config: { access: "person" },
      schema: {
        operationId: "switchOrganisation",
        tags,
        summary: "Go on in another organisation of your account",
        body: Type.Object({ membershipId: id("One of your memberships, from your account.") }, closed),
        response: responses(200, sessionBody, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const { session, context } = personContext(request);
      const membershipId = pathId(request.body.membershipId, "membership");
      const { role, partnerId, companyId } = await chooseOrganisation(personDeps, context, session, membershipId);
      const organisation = { membershipId, role, partnerId, companyId, client: undefined };
      return toBodyOf(session, { ...session.person, ...organisation });
    },
  );

  app.put(
    "/v1/session/client",
    {
      config: { access: "person" },
      schema: {
        operationId: "openClient",
        tags,
        summary: "Open a client's work as its consultant",
        description:
          "For people of a partner. From the next request on, the session reads, decides and submits in that company, which sees it in its audit log. 403 with the code client_access_off: the company has switched this off.",
        body: Type.Object({ companyId: id("A company of your partner.") }, closed),
        response: responses(200, sessionBody, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const { session } = personContext(request);
      const companyId = pathId(request.body.companyId, "company");
      return toBodyOf(session, await openClient(personDeps, originOf(request), session, companyId));
    },
  );

  app.delete(
    "/v1/session/client",
    {
      config: { access: "person" },
      schema: {
        operationId: "closeClient",
        tags,
        summary: "Go back from a client's work to your partner",
        response: responses(200, sessionBody, 400, 401, 403, 413, 415),
      },
    },
    async (request) => {
      const { session } = personContext(request);
      return toBodyOf(session, await closeClient(personDeps, originOf(request), session));
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
            Type.Enum(["true", "false"], { description: "true: every session of this key or account ends." }),
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
