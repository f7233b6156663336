import { type Static, Type } from "typebox";
import { accountOf } from "../audit/audit-context.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import {
  type QuotaOverrides,
  type QuotaUsage,
  readCompanyUsage,
  readOverrides,
  readPartnerUsage,
  replaceQuotas,
} from "../tenancy/quotas.ts";
import type { RateDecision } from "../tenancy/rate-limiter.ts";
import { requestPolicy, submissionPolicy } from "../tenancy/rate-policy.ts";
import { adminContext, keyHolderContext } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, id, named, nullable, pathId, responses } from "./wire.ts";

const descriptions = {
  storedBytes: "Bytes of submitted files, with those announced in open upload sessions.",
  archiveMembers: "Files found inside archives and mails.",
  openUploadBytes: "Bytes announced in open upload sessions.",
  waitingDocuments: "Documents that wait or are being analysed.",
  companies: "Companies of the partner.",
};
const quota = (description: string) =>
  Type.Optional(Type.Object({ used: Type.Integer(), allowed: Type.Integer() }, { description }));
const usage = {
  storedBytes: quota(descriptions.storedBytes),
  archiveMembers: quota(descriptions.archiveMembers),
  openUploadBytes: quota(descriptions.openUploadBytes),
  waitingDocuments: quota(descriptions.waitingDocuments),
  companies: quota(descriptions.companies),
};
const usageBody = named("QuotaUsage", Type.Object(usage));
const toUsageBody = (usage: QuotaUsage): Static<typeof usageBody> => usage;

const most = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));
const ofCompany = {
  storedBytes: most(descriptions.storedBytes),
  archiveMembers: most(descriptions.archiveMembers),
  openUploadBytes: most(descriptions.openUploadBytes),
  waitingDocuments: most(descriptions.waitingDocuments),
};
const companyQuotas = named("CompanyQuotas", Type.Object(ofCompany, closed));
const everyQuota = { ...ofCompany, companies: most(descriptions.companies) };
const partnerQuotas = named("PartnerQuotas", Type.Object(everyQuota, closed));
const replaced = "Quotas that are absent follow the service's settings.";
const quotasBody = named(
  "Quotas",
  Type.Object({
    ...usage,
    overrides: Type.Object(everyQuota, { description: "What differs from the service's settings." }),
    defaults: Type.Object(everyQuota, { description: "The service's settings." }),
  }),
);

const limitBody = (description: string) =>
  Type.Object({ allowed: Type.Integer(), remaining: Type.Integer(), secondsToReset: Type.Integer() }, { description });
const toLimitBody = ({ policy, remaining, secondsToReset }: RateDecision) => ({
  ...{ allowed: policy.limit, remaining, secondsToReset },
});

const meBody = named(
  "Me",
  Type.Object({
    tier: named("KeyTier", Type.Enum(["partner", "company"])),
    keyId: nullable(id("The key of the request; null for a person.")),
    accountId: nullable(id("The account of the person who is signed in; null for a key.")),
    partnerId: id(),
    companyId: nullable(id()),
    partnerName: Type.String(),
    companyName: nullable(Type.String()),
    limits: Type.Object({
      requests: limitBody("Of this key or person, in a minute."),
      submissions: nullable(limitBody("Of the company, in an hour; null for a partner.")),
    }),
    quotas: usageBody,
  }),
);

export function quotaRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/me",
    {
      config: { access: "either" },
      schema: {
        operationId: "getMe",
        tags: ["Companies"],
        summary: "Read whose key this is, its limits and quotas, and what is left of them",
        response: responses(200, meBody, 401, 403),
      },
    },
    async (request) => {
      const { actor } = keyHolderContext(request);
      const { tier, partnerId } = actor;
      const keyId = "keyId" in actor ? actor.keyId : null;
      const accountId = accountOf(actor) ?? null;
      const companyId = actor.tier === "company" ? actor.companyId : null;
      const usage = companyId === null ? readPartnerUsage(deps, partnerId) : readCompanyUsage(deps, companyId);
      const overrides = request.rateOverrides ?? {};
      const [partner, company, submissions] = await Promise.all([
        deps.db.partners.find(partnerId),
        companyId === null ? undefined : deps.db.companies.find({ companyId }),
        companyId === null ? undefined : deps.limiter.read(submissionPolicy(deps.limits, overrides), companyId),
      ]);
      return {
        ...{ tier, keyId, accountId, partnerId, companyId },
        partnerName: partner?.name ?? "",
        companyName: company?.name ?? null,
        limits: {
          requests: toLimitBody(
            deps.limiter.peek(requestPolicy(tier, deps.limits, overrides), keyId ?? accountId ?? ""),
          ),
          submissions: submissions === undefined ? null : toLimitBody(submissions),
        },
        quotas: toUsageBody(await usage),
      };
    },
  );

  async function readPartner(partnerId: Id): Promise<Static<typeof quotasBody>> {
    if ((await deps.db.partners.find(partnerId)) === undefined) throw notFound("partner");
    const overrides = await readOverrides(deps, partnerId);
    return { ...(await readPartnerUsage(deps, partnerId)), overrides, defaults: deps.quotas.partner };
  }

  async function readCompany(companyId: Id): Promise<Static<typeof quotasBody>> {
    if ((await deps.db.companies.find({ companyId })) === undefined) throw notFound("company");
    const overrides = await readOverrides(deps, companyId);
    return { ...(await readCompanyUsage(deps, companyId)), overrides, defaults: deps.quotas.company };
  }

  app.get(
    "/v1/admin/partners/:partnerId/quotas",
    {
      config: { access: "admin" },
      schema: {
        operationId: "getPartnerQuotas",
        tags: ["Administration"],
        summary: "Read a partner's quotas, and how much of them is used",
        params: Type.Object({ partnerId: id() }),
        response: responses(200, quotasBody, 401, 403, 404),
      },
    },
    (request) => readPartner(pathId(request.params.partnerId, "partner")),
  );

  app.get(
    "/v1/admin/companies/:companyId/quotas",
    {
      config: { access: "admin" },
      schema: {
        operationId: "getCompanyQuotas",
        tags: ["Administration"],
        summary: "Read a company's quotas, and how much of them is used",
        params: Type.Object({ companyId: id() }),
        response: responses(200, quotasBody, 401, 403, 404),
      },
    },
    (request) => readCompany(pathId(request.params.companyId, "company")),
  );

  app.put(
    "/v1/admin/partners/:partnerId/quotas",
    {
      config: { access: "admin" },
      schema: {
        operationId: "replacePartnerQuotas",
        tags: ["Administration"],
        summary: "Replace a partner's quotas",
        description: replaced,
        params: Type.Object({ partnerId: id() }),
        body: partnerQuotas,
        response: responses(200, quotasBody, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const partnerId = pathId(request.params.partnerId, "partner");
      if ((await deps.db.partners.find(partnerId)) === undefined) throw notFound("partner");
      await replaceQuotas(deps, adminContext(request), partnerId, request.body as QuotaOverrides);
      return readPartner(partnerId);
    },
  );

  app.put(
    "/v1/admin/companies/:companyId/quotas",
    {
      config: { access: "admin" },
      schema: {
        operationId: "replaceCompanyQuotas",
        tags: ["Administration"],
        summary: "Replace a company's quotas",
        description: replaced,
        params: Type.Object({ companyId: id() }),
        body: companyQuotas,
        response: responses(200, quotasBody, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const companyId = pathId(request.params.companyId, "company");
      if ((await deps.db.companies.find({ companyId })) === undefined) throw notFound("company");
      await replaceQuotas(deps, adminContext(request), companyId, request.body as QuotaOverrides);
      return readCompany(companyId);
    },
  );
}
