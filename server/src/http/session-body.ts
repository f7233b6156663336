import { type Static, Type } from "typebox";
import type { Id } from "../platform/ids.ts";
import { actingRole } from "../tenancy/person.ts";
import { actingRoles } from "../tenancy/role.ts";
import type { Credential, Session } from "../tenancy/session.ts";
import type { RouteDeps } from "./routes.ts";
import { dateTime, id, named, nullable } from "./wire.ts";

/** Who is signed in. */
export const sessionBody = named(
  "Session",
  Type.Object({
    role: Type.Enum(["admin", "partner", "company"]),
    name: nullable(Type.String({ description: "The partner's or company's name; null for the administrator." })),
    partnerId: nullable(id()),
    companyId: nullable(id()),
    keyId: nullable(id("The key that was used to sign in; null for the administrator and for a person.")),
    person: nullable(
      Type.Object(
        {
          accountId: id(),
          membershipId: id(),
          name: Type.String(),
          email: Type.String(),
          role: Type.Enum([...actingRoles], { description: "consultant while a client's work is open." }),
        },
        { description: "The person who signed in with an account; null for a key or the administrator token." },
      ),
    ),
    client: nullable(
      Type.Object(
        {
          companyId: id(),
          name: Type.String(),
          isAccessible: Type.Boolean({ description: "false while the company has switched its partner's access off." }),
        },
        { description: "The client of the person's partner whose work is open; null: none." },
      ),
    ),
    hasProvider: Type.Boolean({
      description: "The session began with an identity provider: sign out by POST /v1/session/end.",
    }),
    reviewLink: nullable(
      Type.Object(
        { linkId: id(), reviewId: id("The only review that can be read."), label: Type.String() },
        { description: "The link to a review that was opened; null for everybody else." },
      ),
    ),
    createdAt: dateTime(),
    expiresAt: dateTime("When the session ends, even if it is used."),
    idleSeconds: Type.Integer({ description: "The session ends earlier after this many seconds without a request." }),
  }),
);

export async function toSessionBody(
  { db, session: settings }: Pick<RouteDeps, "db" | "session">,
  session: Session,
  credential: Credential,
): Promise<Static<typeof sessionBody>> {
  const times = {
    createdAt: session.createdAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    idleSeconds: settings.idleSeconds,
  };
  const { partnerId, companyId } = ownerOf(credential);
  const client = "person" in credential ? credential.person.client : undefined;
  const owner =
    partnerId === undefined
      ? undefined
      : companyId === undefined
        ? await db.partners.find(partnerId)
        : await db.companies.find({ companyId, partnerId });
  return {
    ...{ role: credential.tier, name: owner?.name ?? null, partnerId: partnerId ?? null, companyId: companyId ?? null },
    ...{ keyId: "key" in credential ? credential.key.id : null, person: toOwnBody(credential) },
    hasProvider: "person" in session && session.providerOrganisation !== undefined,
    reviewLink: toLinkBody(credential),
    client: client === undefined ? null : { ...client, name: owner?.name ?? "" },
    ...times,
  };
}

function ownerOf(credential: Credential): { partnerId?: Id | undefined; companyId?: Id | undefined } {
  if ("link" in credential) return credential.link;
  if ("person" in credential) {
    const { partnerId, companyId, client } = credential.person;
    return { partnerId, companyId: client?.companyId ?? companyId };
  }
  return "key" in credential ? credential.key : {};
}

function toOwnBody(credential: Credential) {
  if (!("person" in credential)) return null;
  const { accountId, membershipId, name, email } = credential.person;
  return { accountId, membershipId, name, email, role: actingRole(credential.person) };
}

function toLinkBody(credential: Credential) {
  if (!("link" in credential)) return null;
  const { linkId, reviewId, label } = credential.link;
  return { linkId, reviewId, label };
}
