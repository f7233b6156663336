import { type Static, Type } from "typebox";
import type { Member } from "../people/account.ts";
import { switchPartnerAccess } from "../people/switch-partner-access.ts";
import { notFound } from "../platform/app-error.ts";
import { toPageRequest } from "../platform/page.ts";
import type { Company } from "../tenancy/company.ts";
import { companyContext } from "./access.ts";
import { roleField } from "./people.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, dateTime, id, nextCursor, nullable, pageQuery, responses, toIsoOrNull, toListBody } from "./wire.ts";

const access = {
  isOn: Type.Boolean({ description: "Whether the partner's people may open the company's work." }),
  offSince: nullable(dateTime("When it was switched off; null while it is on.")),
};
const accessBody = Type.Object(access);
const consultantBody = Type.Object({ accountId: id(), name: Type.String(), role: roleField });
const accessListBody = Type.Object({
  ...access,
  partnerName: Type.String(),
  consultants: Type.Array(consultantBody, { description: "The partner's people, newest first." }),
  nextCursor,
});

const toAccessBody = ({ partnerAccessEndedAt }: Company): Static<typeof accessBody> => ({
  isOn: partnerAccessEndedAt === undefined,
  offSince: toIsoOrNull(partnerAccessEndedAt),
});
const toConsultantBody = ({ accountId, name, role }: Member): Static<typeof consultantBody> => ({
  ...{ accountId, name, role },
});

export function partnerAccessRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/access",
    {
      config: { access: "company" },
      schema: {
        operationId: "getPartnerAccess",
        tags: ["Companies"],
        summary: "See who of the partner has access to the company's work",
        description: "The people of the partner, and whether the company lets them open its work.",
        querystring: Type.Object(pageQuery),
        response: responses(200, accessListBody, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { companyId, partnerId } = companyContext(request).actor;
      const [company, partner, members] = await Promise.all([
        deps.db.companies.find({ companyId }),
        deps.db.partners.find(partnerId),
        deps.db.people.listMembers(partnerId, toPageRequest(request.query)),
      ]);
      if (company === undefined) throw notFound("company");
      const list = toListBody("consultants", members, toConsultantBody);
      return { ...toAccessBody(company), partnerName: partner?.name ?? "", ...list };
    },
  );

  app.put(
    "/v1/access",
    {
      config: { access: "company" },
      schema: {
        operationId: "switchPartnerAccess",
        tags: ["Companies"],
        summary: "Switch the access of the partner's people off or on",
        description:
          "Counts with the next request of each of them. It is on for a new company. For owners; a key can only until the company has one. Keys are not concerned.",
        body: Type.Object({ isOn: access.isOn }, closed),
        response: responses(200, accessBody, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => toAccessBody(await switchPartnerAccess(deps, companyContext(request), request.body.isOn)),
  );
}
