import { type Static, Type } from "typebox";
import { beginErasure } from "../erasure/erase-company.ts";
import { notFound } from "../platform/app-error.ts";
import { isId } from "../platform/ids.ts";
import { toPageRequest } from "../platform/page.ts";
import { decideEntity } from "../tenancy/business-entity.ts";
import type { CompanyOverview } from "../tenancy/company.ts";
import { adminContext } from "./access.ts";
import { entityBody, toEntityBody } from "./business-entities.ts";
import { companyBody, toCompanyBody } from "./companies.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, id, named, nextCursor, pageQuery, pathId, responses, toListBody } from "./wire.ts";

const overviewBody = named(
  "CompanyOverview",
  Type.Object({
    ...companyBody.properties,
    partnerId: id(),
    partnerName: Type.String(),
    entityCount: Type.Integer(),
    unapprovedCount: Type.Integer({ description: "Entities that are neither approved nor archived." }),
  }),
);

function toOverviewBody(company: CompanyOverview): Static<typeof overviewBody> {
  const { partnerId, partnerName, entityCount, unapprovedCount } = company;
  return { ...toCompanyBody(company), partnerId, partnerName, entityCount, unapprovedCount };
}

export function adminCompanyRoutes(app: Routes, deps: RouteDeps): void {
  const config = { access: "admin" } as const;
  const tags = ["Administration"];

  app.get(
    "/v1/admin/companies",
    {
      config,
      schema: {
        operationId: "listEveryCompany",
        tags,
        summary: "List the companies of every partner",
        querystring: Type.Object({
          ...pageQuery,
          partnerId: Type.Optional(id("Only companies of this partner.")),
          search: Type.Optional(Type.String({ maxLength: 200, description: "Part of a name." })),
        }),
        response: responses(200, Type.Object({ companies: Type.Array(overviewBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { partnerId, search, ...query } = request.query;
      const page = toPageRequest(query);
      // A malformed id has no companies, like an unknown one.
      if (partnerId !== undefined && !isId(partnerId)) return { companies: [] };
      const filter = { partnerId, search: search?.trim() || undefined };
      return toListBody("companies", await deps.db.companies.listAll(filter, page), toOverviewBody);
    },
  );

  app.get(
    "/v1/admin/companies/:companyId/business-entities",
    {
      config,
      schema: {
        operationId: "listCompanyEntities",
        tags,
        summary: "List a company's business entities",
        params: Type.Object({ companyId: id() }),
        querystring: Type.Object(pageQuery),
        response: responses(
          200,
          Type.Object({ businessEntities: Type.Array(entityBody), nextCursor }),
          ...([400, 401, 403, 404] as const),
        ),
      },
    },
    async (request) => {
      const companyId = pathId(request.params.companyId, "company");
      if ((await deps.db.companies.find({ companyId })) === undefined) throw notFound("company");
      const page = await deps.db.entities.list(companyId, {}, toPageRequest(request.query));
      return toListBody("businessEntities", page, toEntityBody);
    },
  );

  app.delete(
    "/v1/admin/companies/:companyId",
    {
      config,
      schema: {
        operationId: "eraseCompany",
        tags,
        summary: "Erase a company and all its data",
        description:
          "At once: its keys and sessions end on every process, analysis of its documents stops, and nobody can see it. Then, in the background: all its rows, files and pages are deleted. The audit log keeps ids and records the end of the erasure (company.erased). Erasure cannot be undone. Repeating the request during the erasure changes nothing; afterwards the answer is 404.",
        params: Type.Object({ companyId: id() }),
        response: responses(
          202,
          Type.Object({ companyId: id(), status: Type.Literal("erasing") }),
          ...([400, 401, 403, 404, 413, 415] as const),
        ),
      },
    },
    async (request, reply) => {
      const companyId = pathId(request.params.companyId, "company");
      await beginErasure(deps, adminContext(request), companyId);
      return reply.code(202).send({ companyId, status: "erasing" as const });
    },
  );

  app.patch(
    "/v1/admin/business-entities/:businessEntityId",
    {
      config,
      schema: {
        operationId: "decideBusinessEntity",
        tags,
        summary: "Approve or archive a business entity",
        params: Type.Object({ businessEntityId: id() }),
        body: Type.Object(
          { isApproved: Type.Optional(Type.Boolean()), isArchived: Type.Optional(Type.Boolean()) },
          closed,
        ),
        response: responses(200, entityBody, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const entityId = pathId(request.params.businessEntityId, "business entity");
      return toEntityBody(await decideEntity(deps, adminContext(request), entityId, request.body));
    },
  );
}
