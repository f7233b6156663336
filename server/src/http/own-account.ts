import { Type } from "typebox";
import { changePassword, endOwnSession, getAccount } from "../people/own-account.ts";
import { attemptSubject } from "../people/sign-in-with-password.ts";
import { countAccountAttempt, personContext } from "./access.ts";
import { passwordField, roleField } from "./people.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, dateTime, id, nullable, pathId, responses, toIsoOrNull } from "./wire.ts";

const tags = ["People"];

const accountBody = Type.Object({
  accountId: id(),
  email: Type.String(),
  name: Type.String(),
  createdAt: dateTime(),
  passwordChangedAt: dateTime(),
  lastSignedInAt: nullable(dateTime()),
  memberships: Type.Array(
    Type.Object({
      membershipId: id(),
      role: roleField,
      organisationName: nullable(Type.String({ description: "The partner or company; null for the operator." })),
      isCurrent: Type.Boolean({ description: "The one that this session is in." }),
    }),
    { description: "The organisations of this account, newest first." },
  ),
});

const ownSessionBody = Type.Object({
  sessionId: id(),
  createdAt: dateTime(),
  seenAt: dateTime("The last use, to the minute."),
  expiresAt: dateTime(),
  address: nullable(Type.String({ description: "Where it was started from." })),
  browser: nullable(Type.String({ description: "The browser's User-Agent." })),
  isCurrent: Type.Boolean(),
});

export function ownAccountRoutes(app: Routes, deps: RouteDeps): void {
  const { people } = deps.db;
  const accountDeps = { ...deps, people };

  app.get(
    "/v1/account",
    {
      config: { access: "person" },
      schema: {
        operationId: "getAccount",
        tags,
        summary: "Read your own account",
        response: responses(200, accountBody, 401, 403),
      },
    },
    async (request) => {
      const { session } = personContext(request);
      const { accountId, membershipId } = session.person;
      const [account, memberships] = await Promise.all([
        getAccount({ people }, accountId),
        people.listMemberships(accountId),
      ]);
      const { email, name, createdAt, passwordChangedAt, lastSignedInAt } = account;
      return {
        ...{ accountId, email, name, createdAt: createdAt.toISOString() },
        ...{ passwordChangedAt: passwordChangedAt.toISOString(), lastSignedInAt: toIsoOrNull(lastSignedInAt) },
        memberships: memberships.map(({ id, role, organisationName = null }) => ({
          ...{ membershipId: id, role, organisationName, isCurrent: id === membershipId },
        })),
      };
    },
  );

  app.put(
    "/v1/account/password",
    {
      config: { access: "person" },
      schema: {
        operationId: "changePassword",
        tags,
        summary: "Change your password",
        description: "Ends all other sessions of the account. Counted like an attempt to sign in.",
        body: Type.Object(
          {
            currentPassword: passwordField("The password as it is."),
            newPassword: passwordField("12 to 200 characters, none of the most common ones."),
          },
          closed,
        ),
        response: responses(204, Type.Null(), 400, 401, 403, 413, 415, 422),
      },
    },
    async (request, reply) => {
      const { session, context } = personContext(request);
      await countAccountAttempt(deps, reply, attemptSubject(session.person.email));
      await changePassword(accountDeps, context, session, request.body);
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/v1/account/sessions",
    {
      config: { access: "person" },
      schema: {
        operationId: "listOwnSessions",
        tags,
        summary: "List where you are signed in",
        response: responses(200, Type.Object({ sessions: Type.Array(ownSessionBody) }), 401, 403),
      },
    },
    async (request) => {
      const { session } = personContext(request);
      const now = deps.clock.now();
      const found = await deps.db.sessions.listOfAccount(session.person.accountId);
      const idleMilliseconds = deps.session.idleSeconds * 1000;
      const isLive = (one: { seenAt: Date; expiresAt: Date }) =>
        now < one.expiresAt && now.getTime() < one.seenAt.getTime() + idleMilliseconds;
      return {
        sessions: found.filter(isLive).map(({ id, createdAt, seenAt, expiresAt, address = null, browser = null }) => ({
          ...{ sessionId: id, createdAt: createdAt.toISOString(), seenAt: seenAt.toISOString() },
          ...{ expiresAt: expiresAt.toISOString(), address, browser, isCurrent: id === session.id },
        })),
      };
    },
  );

  app.delete(
    "/v1/account/sessions/:sessionId",
    {
      config: { access: "person" },
      schema: {
        operationId: "endOwnSession",
        tags,
        summary: "End one of your sessions",
        params: Type.Object({ sessionId: id() }),
        response: responses(204, Type.Null(), 401, 403, 404),
      },
    },
    async (request, reply) => {
      const { session, context } = personContext(request);
      await endOwnSession(accountDeps, context, session, pathId(request.params.sessionId, "session"));
      return reply.code(204).send(null);
    },
  );
}
