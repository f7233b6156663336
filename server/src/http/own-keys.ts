import { type Static, Type } from "typebox";
import { findKeyOwner, issueOwnKey, revokeOwnKey, rotateOwnKey, updateOwnKey } from "../people/own-keys.ts";
import { AppError } from "../platform/app-error.ts";
import { toPageRequest } from "../platform/page.ts";
import { type ApiKey, type KeyRestrictions, keyScopes } from "../tenancy/api-key.ts";
import { keyHolderContext } from "./access.ts";
import { once } from "./idempotency.ts";
import { readNetworks } from "./key-networks.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  closed,
  dateTime,
  id,
  nextCursor,
  nullable,
  pageQuery,
  pathId,
  readInstant,
  responses,
  toIsoOrNull,
  toListBody,
} from "./wire.ts";

const maxNetworks = 100;
const scopesField = Type.Array(Type.Enum([...keyScopes]), {
  ...{ minItems: 1, maxItems: keyScopes.length },
  description: "What the key may do within its tier: read, submit, webhooks, or all.",
});
const networksField = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  maxItems: maxNetworks,
  description: "Networks that the key may be used from, in CIDR notation, IPv4 or IPv6. Empty: from everywhere.",
});
const labelField = nullable(Type.String({ minLength: 1, maxLength: 100, description: "What the key is for." }));

const keyBody = Type.Object({
  keyId: id(),
  tier: Type.Enum(["partner", "company"]),
  label: labelField,
  scopes: scopesField,
  networks: networksField,
  prefix: Type.String({ description: "The key's first characters." }),
  lastFour: Type.String({ description: "The key's last four characters." }),
  issuedBy: Type.Unsafe<"admin" | "partner" | "company" | null>({
    ...{ type: ["string", "null"], enum: ["admin", "partner", "company", null] },
    description: "Who issued it: the operator, the partner or the company; null for keys from before this was stored.",
  }),
  createdAt: dateTime(),
  expiresAt: nullable(dateTime()),
  revokedAt: nullable(dateTime()),
  lastUsedAt: nullable(dateTime()),
});
const restrictions = {
  label: Type.Optional(labelField),
  scopes: Type.Optional(scopesField),
  networks: Type.Optional(networksField),
};
const expiry = { expiresAt: Type.Optional(nullable(dateTime("When the new key expires; never when absent."))) };
const issuedBody = { keyId: id(), apiKey: Type.String({ description: "Shown only here." }) };
const ofClient = id("A company of the calling partner; absent: the caller's own keys.");
const keyParams = Type.Object({ keyId: id() });

const toKeyBody = (key: ApiKey): Static<typeof keyBody> => {
  const { id, tier, label = null, scopes, networks, prefix, lastFour, issuedBy = null } = key;
  return {
    ...{ keyId: id, tier, label, scopes, networks, prefix, lastFour, issuedBy },
    ...{ createdAt: key.createdAt.toISOString(), expiresAt: toIsoOrNull(key.expiresAt) },
    ...{ revokedAt: toIsoOrNull(key.revokedAt), lastUsedAt: toIsoOrNull(key.lastUsedAt) },
  };
};

type GivenRestrictions = Partial<Record<keyof KeyRestrictions, unknown>> & {
  label?: string | null;
  scopes?: KeyRestrictions["scopes"];
  networks?: string[];
};

/** Only what is given. The scope `all` contains the others. */
function readRestrictions({ label, scopes, networks }: GivenRestrictions): Partial<KeyRestrictions> {
  if (typeof label === "string" && label.trim() === "")
    throw new AppError("invalid_request", "label must not be empty.");
  return {
    ...(label !== undefined && { label: label?.trim() }),
    ...(scopes !== undefined && { scopes: scopes.includes("all") ? ["all"] : [...new Set(scopes)].sort() }),
    ...(networks !== undefined && { networks: readNetworks(networks) }),
  };
}

const toInstant = (name: string, text: string | null | undefined) =>
  text === null || text === undefined ? undefined : readInstant(name, text);
const toCompanyId = (text: string | undefined) => (text === undefined ? undefined : pathId(text, "company"));

export function ownKeyRoutes(app: Routes, deps: RouteDeps): void {
  const tags = ["Keys"];
  const forOwners =
    "For owners; a key manages keys only until its organisation has an owner. A partner also manages the keys of its companies while they let its people in.";

  app.get(
    "/v1/keys",
    {
      config: { access: "either" },
      schema: {
        operationId: "listKeys",
        tags,
        summary: "List your own keys",
        description: `Newest first, with revoked ones. ${forOwners}`,
        querystring: Type.Object({ ...pageQuery, companyId: Type.Optional(ofClient) }),
        response: responses(200, Type.Object({ keys: Type.Array(keyBody), nextCursor }), 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor } = keyHolderContext(request);
      const owner = await findKeyOwner(deps.db, actor, toCompanyId(request.query.companyId));
      return toListBody("keys", await deps.db.apiKeys.list(owner, toPageRequest(request.query)), toKeyBody);
    },
  );

  app.post(
    "/v1/keys",
    {
      config: { access: "either", isBodyOptional: true },
      schema: {
        operationId: "issueKey",
        tags,
        summary: "Issue a further key",
        description: `The key is returned only here. ${forOwners}`,
        body: Type.Object({ companyId: Type.Optional(ofClient), ...restrictions, ...expiry }, closed),
        response: responses(201, Type.Object(issuedBody), 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const { companyId, expiresAt, ...given } = request.body;
        const restricted = { label: undefined, scopes: ["all" as const], networks: [], ...readRestrictions(given) };
        const wanted = { ...restricted, expiresAt: toInstant("expiresAt", expiresAt) };
        const context = keyHolderContext(request);
        return { statusCode: 201, body: await issueOwnKey({ ...deps, db }, context, toCompanyId(companyId), wanted) };
      }),
  );

  app.patch(
    "/v1/keys/:keyId",
    {
      config: { access: "either" },
      schema: {
        operationId: "updateKey",
        tags,
        summary: "Label a key, or change what it may do and from where",
        description: `Counts with the key's next request. ${forOwners}`,
        params: keyParams,
        body: Type.Object(restrictions, closed),
        response: responses(200, keyBody, 400, 401, 403, 404, 413, 415, 422),
      },
    },
    async (request) => {
      const keyId = pathId(request.params.keyId, "key");
      return toKeyBody(await updateOwnKey(deps, keyHolderContext(request), keyId, readRestrictions(request.body)));
    },
  );

  app.post(
    "/v1/keys/:keyId/rotate",
    {
      config: { access: "either", isBodyOptional: true },
      schema: {
        operationId: "rotateKey",
        tags,
        summary: "Replace a key, with an overlap",
        description: `The new key has the same label, scopes and networks and is returned only here. The old one stays valid until oldKeyValidUntil, or until it expires if that is earlier. ${forOwners}`,
        params: keyParams,
        body: Type.Object(
          {
            oldKeyValidUntil: Type.Optional(dateTime("Until when the old key is valid; 24 hours when absent.")),
            ...expiry,
          },
          closed,
        ),
        response: responses(
          201,
          Type.Object({ ...issuedBody, oldKeyValidUntil: dateTime() }),
          ...([400, 401, 403, 404, 409, 413, 415, 422] as const),
        ),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const keyId = pathId(request.params.keyId, "key");
        const times = {
          oldKeyValidUntil: toInstant("oldKeyValidUntil", request.body.oldKeyValidUntil),
          expiresAt: toInstant("expiresAt", request.body.expiresAt),
        };
        const rotated = await rotateOwnKey({ ...deps, db }, keyHolderContext(request), keyId, times);
        return { statusCode: 201, body: { ...rotated, oldKeyValidUntil: rotated.oldKeyValidUntil.toISOString() } };
      }),
  );

  app.delete(
    "/v1/keys/:keyId",
    {
      config: { access: "either" },
      schema: {
        operationId: "revokeOwnKey",
        tags,
        summary: "Revoke a key of your own",
        description: `Takes effect at once on every process. ${forOwners}`,
        params: keyParams,
        response: responses(204, Type.Null({ description: "Revoked." }), 400, 401, 403, 404, 413, 415),
      },
    },
    async (request, reply) => {
      await revokeOwnKey(deps, keyHolderContext(request), pathId(request.params.keyId, "key"));
      return reply.code(204).send(null);
    },
  );
}
