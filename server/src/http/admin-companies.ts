import { type Static, Type } from "typebox";
import { beginErasure } from "../erasure/erase-company.ts";
import { notFound } from "../platform/app-error.ts";
import { isId } from "../platform/ids.ts";
import { toPageRequest } from "../platform/page.ts";
import type { CompanyOverview } from "../tenancy/company.ts";
import { adminContext } from "./access.ts";
import { entityBody, toEntityBody } from "./business-entities.ts";
import { companyBody, toCompanyBody } from "./companies.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { answers, id, nextCursor, pageQuery, pathId, toListBody } from "./wire.ts";

const overviewBody = Type.Object({
  ...companyBody.properties,
  partnerId: id(),
  partnerName: Type.String(),
  entityCount: Type.Integer(),
  unapprovedCount: Type.Integer({ description: "Entities that are neither approved nor archived." }),
});

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
        response: answers(200, Type.Object({ companies: Type.Array(overviewBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { partnerId, search, ...query } = request.query;
      const page = toPageRequest(query);
      // An id that is no id has no companies, like one of nobody.
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
        response: answers(
          200,
          Type.Object({ businessEntities: Type.Array(entityBody), nextCursor }),
          ...([400, 401, 403, 404] as const),
        ),
      },
    },
    async (request) => {
      const companyId = pathId(request.params.companyId, "company");
      if ((await deps.db.companies.find({ companyId })) === undefined) throw notFound("company");
      const page = await deps.db.entities.list(companyId, toPageRequest(request.query));
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
        summary: "Erase a company with everything that is kept of it",
        description:
          "At once: its keys and sessions end on every node, its documents are worked on no more, nobody sees it any longer. Soon after, in the background: every row, every file and every page of it. The audit log keeps ids, and tells when all of it is gone (company.erased). There is no way back. Asking again while it goes on changes nothing; afterwards the answer is 404.",
        params: Type.Object({ companyId: id() }),
        response: answers(
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
}
