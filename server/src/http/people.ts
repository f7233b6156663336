import { type Static, Type } from "typebox";
import { mailInvitation } from "../notifications/mail-invitation.ts";
import { mailLanguages } from "../notifications/notification.ts";
import type { Invitation, Member } from "../people/account.ts";
import { organisationOf } from "../people/account.ts";
import { maxEmailLength } from "../people/email.ts";
import { acceptInvitation, invitePerson, readInvitation, withdrawInvitation } from "../people/invite-person.ts";
import { changeRole, removePerson, signOutPerson } from "../people/manage-people.ts";
import { maxPasswordLength } from "../people/password.ts";
import { resetSecondFactor, resetSecondFactorOfAccount } from "../people/second-factor.ts";
import { attemptSubject } from "../people/sign-in-with-password.ts";
import { AppError } from "../platform/app-error.ts";
import { toPageRequest } from "../platform/page.ts";
import { signInPolicy } from "../tenancy/rate-policy.ts";
import { roles } from "../tenancy/role.ts";
import { adminContext, peopleContext } from "./access.ts";
import { countAccountAttempt, countAddress } from "./count-requests.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { refuseOtherOrigins } from "./session-cookie.ts";
import {
  closed,
  dateTime,
  id,
  named,
  nameText,
  nextCursor,
  nullable,
  pageQuery,
  pathId,
  responses,
  toIsoOrNull,
  toListBody,
} from "./wire.ts";

const tags = ["People"];
export const roleField = named("PersonRole", Type.Enum([...roles]));
export const emailField = Type.String({ minLength: 3, maxLength: maxEmailLength, description: "An email address." });
/** Only its length is limited here: the message of a weak one says why it is refused. */
export const passwordField = (description: string) =>
  Type.String({ minLength: 1, maxLength: maxPasswordLength * 4, description });
export const codeField = Type.String({
  ...{ minLength: 1, maxLength: 40 },
  description: "Six digits of the authenticator app, or a recovery code.",
});
const tokenField = Type.String({ minLength: 1, maxLength: 200, description: "The part of the link after its #." });

const personBody = named(
  "Member",
  Type.Object({
    membershipId: id("Names the person in this organisation."),
    accountId: id(),
    name: Type.String(),
    email: Type.String(),
    role: roleField,
    joinedAt: dateTime(),
    lastSignedInAt: nullable(dateTime()),
    hasSecondFactor: Type.Boolean({ description: "Signing in needs a code of an authenticator app." }),
  }),
);

function toPersonBody({
  id,
  accountId,
  name,
  email,
  role,
  createdAt,
  lastSignedInAt,
  hasSecondFactor,
}: Member): Static<typeof personBody> {
  return {
    ...{ membershipId: id, accountId, name, email, role, hasSecondFactor },
    ...{ joinedAt: createdAt.toISOString(), lastSignedInAt: toIsoOrNull(lastSignedInAt) },
  };
}

const invitation = {
  invitationId: id(),
  email: Type.String(),
  name: Type.String(),
  role: roleField,
  createdAt: dateTime(),
  expiresAt: dateTime(),
};
const invitationBody = named("Invitation", Type.Object(invitation));
const issuedInvitationBody = named(
  "IssuedInvitation",
  Type.Object({
    ...invitation,
    isMailed: Type.Boolean({ description: "Whether the link is sent to the address by mail; then it is not shown." }),
    token: nullable(Type.String({ description: "Shown only here. Whoever has it can accept the invitation." })),
    path: nullable(Type.String({ description: "The path of the link on this service, with the token." })),
  }),
);

function toInvitationBody({ id, email, name, role, createdAt, expiresAt }: Invitation): Static<typeof invitationBody> {
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { invitationId: id, email, name, role, ...times };
}

/** The token is behind a #, so that it is in no request and no log. */
const linkPath = (token: string) => `/portal/invitation#${token}`;

function trimmedName(given: string): string {
  const name = given.trim();
  if (name === "") throw new AppError("invalid_request", "name must not be empty.");
  return name;
}

const personParams = Type.Object({ membershipId: id() });

export function peopleRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/people",
    {
      config: { access: "people" },
      schema: {
        operationId: "listPeople",
        tags,
        summary: "List the people of your organisation",
        description: "Of the operator, the partner or the company that you are signed in to. Newest first.",
        querystring: Type.Object(pageQuery),
        response: responses(200, Type.Object({ people: Type.Array(personBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { organisation } = organisationOf(peopleContext(request).actor);
      return toListBody(
        "people",
        await deps.db.people.listMembers(organisation, toPageRequest(request.query)),
        toPersonBody,
      );
    },
  );

  app.patch(
    "/v1/people/:membershipId",
    {
      config: { access: "people" },
      schema: {
        operationId: "changeRole",
        tags,
        summary: "Give a person another role",
        description: "Counts with the person's next request. The last owner keeps the role.",
        params: personParams,
        body: Type.Object({ role: roleField }, closed),
        response: responses(204, Type.Null(), 400, 401, 403, 404, 413, 415, 422),
      },
    },
    async (request, reply) => {
      const membershipId = pathId(request.params.membershipId, "person");
      await changeRole(deps, peopleContext(request), membershipId, request.body.role);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    "/v1/people/:membershipId",
    {
      config: { access: "people" },
      schema: {
        operationId: "removePerson",
        tags,
        summary: "Remove a person from your organisation",
        description: "Ends the person's sessions in this organisation at once.",
        params: personParams,
        response: responses(204, Type.Null(), 401, 403, 404, 413, 415, 422),
      },
    },
    async (request, reply) => {
      await removePerson(deps, peopleContext(request), pathId(request.params.membershipId, "person"));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    "/v1/people/:membershipId/sessions",
    {
      config: { access: "people" },
      schema: {
        operationId: "signOutPerson",
        tags,
        summary: "End a person's sessions in your organisation",
        params: personParams,
        response: responses(204, Type.Null(), 401, 403, 404, 413, 415),
      },
    },
    async (request, reply) => {
      await signOutPerson(deps, peopleContext(request), pathId(request.params.membershipId, "person"));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    "/v1/people/:membershipId/second-factor",
    {
      config: { access: "people" },
      schema: {
        operationId: "resetSecondFactor",
        tags,
        summary: "Remove the second factor of a person who has lost it",
        description:
          "Ends the person's sessions. Only for people who belong to no other organisation; the operator does it for them.",
        params: personParams,
        response: responses(204, Type.Null(), 401, 403, 404, 413, 415, 422),
      },
    },
    async (request, reply) => {
      await resetSecondFactor(deps, peopleContext(request), pathId(request.params.membershipId, "person"));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    "/v1/admin/accounts/:accountId/second-factor",
    {
      config: { access: "admin" },
      schema: {
        operationId: "resetSecondFactorOfAccount",
        tags: ["Administration"],
        summary: "Remove the second factor of any account",
        description: "Ends the account's sessions. The audit log names the id of an account.",
        params: Type.Object({ accountId: id() }),
        response: responses(204, Type.Null(), 400, 401, 403, 404, 413, 415, 422),
      },
    },
    async (request, reply) => {
      const accountId = pathId(request.params.accountId, "second factor");
      await resetSecondFactorOfAccount(deps, adminContext(request), accountId);
      return reply.code(204).send(null);
    },
  );

  invitationRoutes(app, deps);
  acceptanceRoutes(app, deps);
}

function invitationRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/invitations",
    {
      config: { access: "people" },
      schema: {
        operationId: "listInvitations",
        tags,
        summary: "List open invitations of your organisation",
        querystring: Type.Object(pageQuery),
        response: responses(200, Type.Object({ invitations: Type.Array(invitationBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { organisation } = organisationOf(peopleContext(request).actor);
      const page = await deps.db.people.listInvitations(organisation, deps.clock.now(), toPageRequest(request.query));
      return toListBody("invitations", page, toInvitationBody);
    },
  );

  app.post(
    "/v1/invitations",
    {
      config: { access: "people" },
      schema: {
        operationId: "invitePerson",
        tags,
        summary: "Invite a person to your organisation",
        description:
          "Sends a link by mail where a mail server is set, and otherwise returns it to hand over. It is valid once, for 7 days. Inviting the same address again replaces the earlier link.",
        body: Type.Object(
          {
            ...{ email: emailField, name: nameText("The person's name."), role: roleField },
            language: Type.Optional(Type.Enum([...mailLanguages], { description: "Of the mail; en by default." })),
          },
          closed,
        ),
        response: responses(201, issuedInvitationBody, 400, 401, 403, 409, 413, 415, 422),
      },
    },
    async (request, reply) =>
      once(deps, request, reply, (db) =>
        db.transaction(async (stores) => {
          const context = peopleContext(request);
          const { language = "en", ...given } = { ...request.body, name: trimmedName(request.body.name) };
          const { invitation, token } = await invitePerson(deps, stores, context, given);
          const { isMailOn: isMailed } = deps;
          if (isMailed) await mailInvitation(deps, stores, { invitationId: invitation.id, token, language });
          const link = isMailed ? { token: null, path: null } : { token, path: linkPath(token) };
          return { statusCode: 201, body: { ...toInvitationBody(invitation), isMailed, ...link } };
        }),
      ),
  );

  app.delete(
    "/v1/invitations/:invitationId",
    {
      config: { access: "people" },
      schema: {
        operationId: "withdrawInvitation",
        tags,
        summary: "Withdraw an invitation",
        params: Type.Object({ invitationId: id() }),
        response: responses(204, Type.Null(), 401, 403, 404, 413, 415),
      },
    },
    async (request, reply) => {
      await withdrawInvitation(deps, peopleContext(request), pathId(request.params.invitationId, "invitation"));
      return reply.code(204).send(null);
    },
  );
}

/** For whoever has the link. Counted like attempts to sign in. */
function acceptanceRoutes(app: Routes, deps: RouteDeps): void {
  app.post(
    "/v1/invitations/read",
    {
      config: { access: "public", counts: "nothing" },
      schema: {
        operationId: "readInvitation",
        tags,
        summary: "Read the invitation of a link",
        body: Type.Object({ token: tokenField }, closed),
        response: responses(
          200,
          Type.Object({
            email: Type.String(),
            name: Type.String(),
            role: roleField,
            organisationName: nullable(Type.String({ description: "The partner or company; null for the operator." })),
            expiresAt: dateTime(),
          }),
          ...([400, 404, 413, 415] as const),
        ),
      },
    },
    async (request, reply) => {
      await countAddress(deps, request, reply, signInPolicy(deps.limits));
      const found = await readInvitation({ clock: deps.clock, people: deps.db.people }, request.body.token);
      const { email, name, role, organisationName = null, expiresAt } = found;
      return { email, name, role, organisationName, expiresAt: expiresAt.toISOString() };
    },
  );

  app.post(
    "/v1/invitations/accept",
    {
      config: { access: "public", counts: "nothing" },
      schema: {
        operationId: "acceptInvitation",
        tags,
        summary: "Accept an invitation",
        description:
          "Creates the account with the given name and password, or adds the organisation to the account that this address has; the password must then be that account's. Sign in afterwards.",
        body: Type.Object(
          {
            token: tokenField,
            name: nameText("The person's name, as others will see it."),
            password: passwordField("12 to 200 characters, none of the most common ones."),
          },
          closed,
        ),
        response: responses(
          200,
          Type.Object({ email: Type.String({ description: "What to sign in with." }) }),
          ...([400, 401, 403, 404, 413, 415, 422] as const),
        ),
      },
    },
    async (request, reply) => {
      refuseOtherOrigins(request);
      await countAddress(deps, request, reply, signInPolicy(deps.limits));
      const people = deps.db.people;
      const { email } = await readInvitation({ clock: deps.clock, people }, request.body.token);
      await countAccountAttempt(deps, request, reply, attemptSubject(email));
      const given = { ...request.body, name: trimmedName(request.body.name) };
      return acceptInvitation({ ...deps, people }, { address: request.ip, requestId: request.id }, given);
    },
  );
}
