import { Type } from "typebox";
import { changePassword, endOwnSession, getAccount } from "../people/own-account.ts";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from "../people/second-factor.ts";
import { personContext } from "./access.ts";
import { countOwnAttempt } from "./count-requests.ts";
import { codeField, passwordField, roleField } from "./people.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, dateTime, id, named, nullable, pathId, responses, toIsoOrNull } from "./wire.ts";

const tags = ["People"];

const accountBody = named(
  "Account",
  Type.Object({
    accountId: id(),
    email: Type.String(),
    name: Type.String(),
    createdAt: dateTime(),
    passwordChangedAt: dateTime(),
    lastSignedInAt: nullable(dateTime()),
    hasSecondFactor: Type.Boolean(),
    recoveryCodesLeft: Type.Integer({ description: "Each is valid once." }),
    memberships: Type.Array(
      Type.Object({
        membershipId: id(),
        role: roleField,
        organisationName: nullable(Type.String({ description: "The partner or company; null for the operator." })),
        isCurrent: Type.Boolean({ description: "The one that this session is in." }),
      }),
      { description: "The organisations of this account, newest first." },
    ),
  }),
);

const ownSessionBody = named(
  "OwnSession",
  Type.Object({
    sessionId: id(),
    createdAt: dateTime(),
    seenAt: dateTime("The last use, to the minute."),
    expiresAt: dateTime(),
    address: nullable(Type.String({ description: "Where it was started from." })),
    browser: nullable(Type.String({ description: "The browser's User-Agent." })),
    isCurrent: Type.Boolean(),
  }),
);

export function ownAccountRoutes(app: Routes, deps: RouteDeps): void {
  const { people, secondFactors } = deps.db;
  const accountDeps = { ...deps, people, secondFactors };

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
      const [account, memberships, factor, recoveryCodesLeft] = await Promise.all([
        getAccount({ people }, accountId),
        people.listMemberships(accountId),
        secondFactors.find(accountId),
        secondFactors.countRecoveryCodes(accountId),
      ]);
      const { email, name, createdAt, passwordChangedAt, lastSignedInAt } = account;
      return {
        ...{ accountId, email, name, createdAt: createdAt.toISOString() },
        ...{ passwordChangedAt: passwordChangedAt.toISOString(), lastSignedInAt: toIsoOrNull(lastSignedInAt) },
        ...{ hasSecondFactor: factor?.confirmedAt !== undefined, recoveryCodesLeft },
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
        description: "Ends all other sessions of the account. Attempts are limited for each account.",
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
      await countOwnAttempt(deps, reply, session);
      await changePassword(accountDeps, context, session, request.body);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/v1/account/second-factor",
    {
      config: { access: "person" },
      schema: {
        operationId: "beginSecondFactor",
        tags,
        summary: "Begin to use an authenticator app",
        description:
          "Counts once a code of the app is entered (PUT) within 15 minutes. Attempts are limited for each account.",
        body: Type.Object({ password: passwordField("The account's password.") }, closed),
        response: responses(
          200,
          Type.Object({
            secret: Type.String({ description: "In base32, to type into the app. Shown only here." }),
            uri: Type.String({ description: "The same as an otpauth address, for a QR code." }),
          }),
          ...([400, 401, 403, 413, 415, 422] as const),
        ),
      },
    },
    async (request, reply) => {
      const { session } = personContext(request);
      await countOwnAttempt(deps, reply, session);
      return beginSecondFactor(accountDeps, session, request.body.password);
    },
  );

  app.put(
    "/v1/account/second-factor",
    {
      config: { access: "person" },
      schema: {
        operationId: "confirmSecondFactor",
        tags,
        summary: "Confirm the authenticator app with a code",
        description:
          "From then on signing in needs a code. All other sessions of the account end. Attempts are limited for each account.",
        body: Type.Object({ code: codeField }, closed),
        response: responses(
          200,
          Type.Object({
            recoveryCodes: Type.Array(Type.String(), {
              description: "Ten codes for when the device is lost, each valid once. Shown only here.",
            }),
          }),
          ...([400, 401, 403, 413, 415, 422] as const),
        ),
      },
    },
    async (request, reply) => {
      const { session, context } = personContext(request);
      await countOwnAttempt(deps, reply, session);
      return { recoveryCodes: await confirmSecondFactor(accountDeps, context, session, request.body.code) };
    },
  );

  app.post(
    "/v1/account/second-factor/remove",
    {
      config: { access: "person" },
      schema: {
        operationId: "removeSecondFactor",
        tags,
        summary: "Stop using an authenticator app",
        description: "Its recovery codes end with it. Attempts are limited for each account.",
        body: Type.Object({ password: passwordField("The account's password.") }, closed),
        response: responses(204, Type.Null(), 400, 401, 403, 404, 413, 415, 422),
      },
    },
    async (request, reply) => {
      const { session, context } = personContext(request);
      await countOwnAttempt(deps, reply, session);
      await removeSecondFactor(accountDeps, context, session, request.body.password);
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
        response: responses(204, Type.Null(), 401, 403, 404, 413, 415),
      },
    },
    async (request, reply) => {
      const { session, context } = personContext(request);
      await endOwnSession(accountDeps, context, session, pathId(request.params.sessionId, "session"));
      return reply.code(204).send(null);
    },
  );
}
