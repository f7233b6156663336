import { type Static, Type } from "typebox";
import { checkWhitelist } from "../catalogue/catalogue.ts";
import { toPageRequest } from "../platform/page.ts";
import { createPartner } from "../tenancy/create-partner.ts";
import {
  getPartner,
  type Partner,
  renamePartner,
  replaceLimits,
  replaceWhitelist,
  suspendPartner,
} from "../tenancy/partner.ts";
import { everything } from "../tenancy/whitelist.ts";
import { adminContext } from "./access.ts";
import { byIdOrCode } from "./control-query.ts";
import { once } from "./idempotency.ts";
import { readText, textFilter } from "./list-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
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

const idList = (description: string) => Type.Array(id(), { maxItems: 1000, description });
const limit = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description }));
const limits = {
  partnerPerMinute: limit("Requests per minute with one partner key."),
  companyPerMinute: limit("Requests per minute with one company key."),
  submissionsPerHour: limit("Submissions per hour of one company."),
};

const partnerBody = named(
  "Partner",
  Type.Object({
    partnerId: id(),
    name: Type.String(),
    frameworkIds: nullable(Type.Array(id(), { description: "null: every framework." })),
    controlIds: nullable(Type.Array(id(), { description: "null: every control of those frameworks." })),
    limits: Type.Object(limits, { description: "Limits that differ from the service's settings." }),
    createdAt: dateTime(),
    suspendedAt: nullable(dateTime("Since then its keys and people, and those of its companies, are refused.")),
  }),
);

const partnerParams = Type.Object({ partnerId: id() });

function toPartnerBody({
  id,
  name,
  whitelist,
  overrides,
  createdAt,
  suspendedAt,
}: Partner): Static<typeof partnerBody> {
  return {
    partnerId: id,
    name,
    frameworkIds: whitelist.frameworkIds ?? null,
    controlIds: whitelist.controlIds ?? null,
    limits: overrides,
    createdAt: createdAt.toISOString(),
    suspendedAt: toIsoOrNull(suspendedAt),
  };
}

export function adminPartnerRoutes(app: Routes, deps: RouteDeps): void {
  const config = { access: "admin" } as const;
  const tags = ["Administration"];

  app.post(
    "/v1/admin/partners",
    {
      config,
      schema: {
        operationId: "createPartner",
        tags,
        summary: "Create a partner with its first key",
        body: Type.Object(
          {
            name: nameText("The partner's name."),
            frameworkIds: Type.Optional(idList("Frameworks it may reference; all when absent.")),
          },
          closed,
        ),
        response: responses(
          201,
          Type.Object({
            partnerId: id(),
            name: Type.String(),
            apiKey: Type.String({ description: "Shown only here." }),
          }),
          ...([400, 401, 403, 409, 413, 415, 422] as const),
        ),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const { name, frameworkIds } = request.body;
        const whitelist =
          frameworkIds === undefined ? everything : await checkWhitelist(deps.db, frameworkIds, undefined);
        return { statusCode: 201, body: await createPartner({ ...deps, db }, adminContext(request), name, whitelist) };
      }),
  );

  app.get(
    "/v1/admin/partners",
    {
      config,
      schema: {
        operationId: "listPartners",
        tags,
        summary: "List partners",
        querystring: Type.Object({
          ...pageQuery,
          name: textFilter("Only partners with this text in their name, in any case of letters."),
        }),
        response: responses(200, Type.Object({ partners: Type.Array(partnerBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const page = await deps.db.partners.list(toPageRequest(request.query), readText(request.query.name));
      return toListBody("partners", page, toPartnerBody);
    },
  );

  app.get(
    "/v1/admin/partners/:partnerId",
    {
      config,
      schema: {
        operationId: "getPartner",
        tags,
        summary: "Read a partner",
        params: partnerParams,
        response: responses(200, partnerBody, 401, 403, 404),
      },
    },
    async (request) => toPartnerBody(await getPartner(deps, pathId(request.params.partnerId, "partner"))),
  );

  app.patch(
    "/v1/admin/partners/:partnerId",
    {
      config,
      schema: {
        operationId: "renamePartner",
        tags,
        summary: "Rename a partner",
        params: partnerParams,
        body: Type.Object({ name: nameText("The partner's name.") }, closed),
        response: responses(200, partnerBody, 400, 401, 403, 404, 413, 415, 422),
      },
    },
    async (request) => {
      const partnerId = pathId(request.params.partnerId, "partner");
      await renamePartner(deps, adminContext(request), partnerId, request.body.name);
      return toPartnerBody(await getPartner(deps, partnerId));
    },
  );

  app.put(
    "/v1/admin/partners/:partnerId/suspension",
    {
      config,
      schema: {
        operationId: "suspendPartner",
        tags,
        summary: "Suspend a partner, or resume it",
        description:
          "Within a second its keys and people, and those of its companies, get 403 with the code partner_suspended. Nothing is deleted: what was submitted is still judged, and webhooks are still delivered.",
        params: partnerParams,
        body: Type.Object({ isSuspended: Type.Boolean() }, closed),
        response: responses(200, partnerBody, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const partnerId = pathId(request.params.partnerId, "partner");
      await suspendPartner(deps, adminContext(request), partnerId, request.body.isSuspended);
      return toPartnerBody(await getPartner(deps, partnerId));
    },
  );

  app.put(
    "/v1/admin/partners/:partnerId/whitelist",
    {
      config,
      schema: {
        operationId: "replaceWhitelist",
        tags,
        summary: "Replace what a partner may reference",
        params: partnerParams,
        body: Type.Object(
          {
            frameworkIds: nullable(idList("Frameworks it may reference; null: all, including those added later.")),
            controlIds: Type.Optional(
              nullable(idList(`Only these of their controls, each ${byIdOrCode}; all when absent.`)),
            ),
          },
          closed,
        ),
        response: responses(200, partnerBody, 400, 401, 403, 404, 413, 415, 422),
      },
    },
    async (request) => {
      const partnerId = pathId(request.params.partnerId, "partner");
      const { frameworkIds, controlIds } = request.body;
      const whitelist =
        frameworkIds === null ? everything : await checkWhitelist(deps.db, frameworkIds, controlIds ?? undefined);
      await replaceWhitelist(deps, adminContext(request), partnerId, whitelist);
      return toPartnerBody(await getPartner(deps, partnerId));
    },
  );

  app.put(
    "/v1/admin/partners/:partnerId/limits",
    {
      config,
      schema: {
        operationId: "replaceLimits",
        tags,
        summary: "Replace a partner's own limits",
        description: "An absent limit follows the service's settings again.",
        params: partnerParams,
        body: Type.Object(limits, closed),
        response: responses(200, partnerBody, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const partnerId = pathId(request.params.partnerId, "partner");
      await replaceLimits(deps, adminContext(request), partnerId, request.body);
      return toPartnerBody(await getPartner(deps, partnerId));
    },
  );
}
