import { type Static, Type } from "typebox";
import { notFound } from "../platform/app-error.ts";
import { toPageRequest } from "../platform/page.ts";
import type { ApiKey } from "../tenancy/api-key.ts";
import { issueCompanyKey, issuePartnerKey } from "../tenancy/issue-key.ts";
import { getPartner } from "../tenancy/partner.ts";
import { revokeKey } from "../tenancy/revoke-key.ts";
import { adminContext } from "./access.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  closed,
  dateTime,
  id,
  named,
  nextCursor,
  nullable,
  pageQuery,
  pathId,
  readInstant,
  responses,
  toIsoOrNull,
  toListBody,
} from "./wire.ts";

const keyBody = named(
  "ApiKey",
  Type.Object({
    keyId: id(),
    tier: named("KeyTier", Type.Enum(["partner", "company"])),
    prefix: Type.String({ description: "The key's first characters." }),
    lastFour: Type.String({ description: "The key's last four characters." }),
    createdAt: dateTime(),
    expiresAt: nullable(dateTime()),
    revokedAt: nullable(dateTime()),
    lastUsedAt: nullable(dateTime()),
  }),
);
const issuedBody = named(
  "IssuedKey",
  Type.Object({ keyId: id(), apiKey: Type.String({ description: "Shown only here." }) }),
);
const newKeyBody = named(
  "NewKey",
  Type.Object({ expiresAt: Type.Optional(nullable(dateTime("When the key expires; never when absent."))) }, closed),
);
const partnerParams = Type.Object({ partnerId: id() });
const companyParams = Type.Object({ companyId: id() });

function toKeyBody({
  id,
  tier,
  prefix,
  lastFour,
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
}: ApiKey): Static<typeof keyBody> {
  return {
    ...{ keyId: id, tier, prefix, lastFour, createdAt: createdAt.toISOString() },
    ...{ expiresAt: toIsoOrNull(expiresAt), revokedAt: toIsoOrNull(revokedAt), lastUsedAt: toIsoOrNull(lastUsedAt) },
  };
}

const toExpiry = (text: string | null | undefined) =>
  text === null || text === undefined ? undefined : readInstant("expiresAt", text);

/** Keys of partners and companies, as the operator manages them. */
export function adminKeyRoutes(app: Routes, deps: RouteDeps): void {
  const config = { access: "admin" } as const;
  const tags = ["Administration"];

  app.post(
    "/v1/admin/partners/:partnerId/keys",
    {
      config: { ...config, isBodyOptional: true },
      schema: {
        operationId: "issuePartnerKey",
        tags,
        summary: "Issue a further key for a partner",
        params: partnerParams,
        body: newKeyBody,
        response: responses(201, issuedBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const partnerId = pathId(request.params.partnerId, "partner");
        const body = await issuePartnerKey(
          { ...deps, db },
          adminContext(request),
          partnerId,
          toExpiry(request.body.expiresAt),
        );
        return { statusCode: 201, body };
      }),
  );

  app.get(
    "/v1/admin/partners/:partnerId/keys",
    {
      config,
      schema: {
        operationId: "listPartnerKeys",
        tags,
        summary: "List a partner's keys",
        params: partnerParams,
        querystring: Type.Object(pageQuery),
        response: responses(200, Type.Object({ keys: Type.Array(keyBody), nextCursor }), 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { id: partnerId } = await getPartner(deps, pathId(request.params.partnerId, "partner"));
      return toListBody("keys", await deps.db.apiKeys.list({ partnerId }, toPageRequest(request.query)), toKeyBody);
    },
  );

  app.post(
    "/v1/admin/companies/:companyId/keys",
    {
      config: { ...config, isBodyOptional: true },
      schema: {
        operationId: "issueCompanyKey",
        tags,
        summary: "Issue a further key for a company",
        params: companyParams,
        body: newKeyBody,
        response: responses(201, issuedBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const companyId = pathId(request.params.companyId, "company");
        const body = await issueCompanyKey(
          { ...deps, db },
          adminContext(request),
          companyId,
          toExpiry(request.body.expiresAt),
        );
        return { statusCode: 201, body, companyId };
      }),
  );

  app.get(
    "/v1/admin/companies/:companyId/keys",
    {
      config,
      schema: {
        operationId: "listCompanyKeys",
        tags,
        summary: "List a company's keys",
        params: companyParams,
        querystring: Type.Object(pageQuery),
        response: responses(200, Type.Object({ keys: Type.Array(keyBody), nextCursor }), 400, 401, 403, 404),
      },
    },
    async (request) => {
      const companyId = pathId(request.params.companyId, "company");
      const company = await deps.db.companies.find({ companyId });
      if (company === undefined) throw notFound("company");
      const owner = { partnerId: company.partnerId, companyId };
      return toListBody("keys", await deps.db.apiKeys.list(owner, toPageRequest(request.query)), toKeyBody);
    },
  );

  app.delete(
    "/v1/admin/keys/:keyId",
    {
      config,
      schema: {
        operationId: "revokeKey",
        tags,
        summary: "Revoke a key",
        description: "Takes effect at once on every process.",
        params: Type.Object({ keyId: id() }),
        response: responses(204, Type.Null({ description: "Revoked." }), 400, 401, 403, 404, 413, 415),
      },
    },
    async (request, reply) => {
      await revokeKey(deps, adminContext(request), pathId(request.params.keyId, "key"));
      return reply.code(204).send(null);
    },
  );
}
