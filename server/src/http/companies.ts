import { type Static, Type } from "typebox";
import { readReference } from "../platform/external-reference.ts";
import { toSortedPageRequest } from "../platform/page.ts";
import { type Company, type CompanyProfile, companySorts, getCompany, updateCompany } from "../tenancy/company.ts";
import { onboardCompany } from "../tenancy/onboard-company.ts";
import { checkQuotas } from "../tenancy/quotas.ts";
import { setCompanyReference } from "../tenancy/set-company-reference.ts";
import { companyContext, keyHolder, partnerContext } from "./access.ts";
import { once } from "./idempotency.ts";
import { readText, sortQuery, textFilter } from "./list-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  closed,
  dateTime,
  freeText,
  givenReference,
  heldReference,
  id,
  named,
  nameText,
  nextCursor,
  nullable,
  omitNull,
  pageQuery,
  pathId,
  reference,
  referenceFilter,
  responses,
  toIsoOrNull,
  toListBody,
} from "./wire.ts";

const details = {
  country: Type.Optional(nullable(freeText("Country."))),
  taxId: Type.Optional(nullable(freeText("Tax number."))),
  phone: Type.Optional(nullable(freeText("Telephone number."))),
  address: Type.Optional(nullable(freeText("Street and number."))),
  postalCode: Type.Optional(nullable(freeText("Postal code."))),
  city: Type.Optional(nullable(freeText("City."))),
};
const legalName = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "Registered name; equals name when absent.",
});

const onboardBody = named(
  "NewCompany",
  Type.Object(
    {
      name: nameText("The company's name."),
      legalName: Type.Optional(legalName),
      ...details,
      externalReference: givenReference("the partner's companies"),
    },
    closed,
  ),
);
const onboarded = named(
  "OnboardedCompany",
  Type.Object({
    companyId: id(),
    businessEntityId: id(),
    message: Type.String(),
    companyApiKey: Type.String({ description: "The company's key; shown only here." }),
  }),
);

const patchBody = named(
  "CompanyChange",
  Type.Object(
    {
      name: Type.Optional(nullable(nameText("The company's name."))),
      legalName: Type.Optional(nullable(legalName)),
      ...details,
    },
    closed,
  ),
);

export const companyBody = named(
  "Company",
  Type.Object({
    id: id(),
    name: Type.String(),
    legalName: Type.String(),
    country: nullable(Type.String()),
    taxId: nullable(Type.String()),
    phone: nullable(Type.String()),
    address: nullable(Type.String()),
    postalCode: nullable(Type.String()),
    city: nullable(Type.String()),
    externalReference: reference,
    createdAt: dateTime(),
    updatedAt: nullable(dateTime()),
  }),
);

const companyParams = Type.Object({ companyId: id() });

export function toCompanyBody(company: Company): Static<typeof companyBody> {
  const { id, name, legalName, country, taxId, phone, address, postalCode, city, externalReference } = company;
  const { createdAt, updatedAt } = company;
  return {
    id,
    name,
    legalName,
    country,
    taxId,
    phone,
    address,
    postalCode,
    city,
    externalReference,
    createdAt: createdAt.toISOString(),
    updatedAt: toIsoOrNull(updatedAt),
  };
}

/** "PATCH with null clears a nullable field"; a null name or legal name changes nothing. */
function toPatch({ name, legalName, ...nullableFields }: Static<typeof patchBody>): Partial<CompanyProfile> {
  const cleared = Object.fromEntries(Object.entries(nullableFields).filter(([, value]) => value !== undefined));
  return { ...omitNull({ name, legalName }), ...cleared };
}

export function companyRoutes(app: Routes, deps: RouteDeps): void {
  app.post(
    "/v1/onboard",
    {
      config: { hasLocation: true, access: "partner" },
      schema: {
        operationId: "onboardCompany",
        tags: ["Companies"],
        summary: "Onboard a client company",
        description: "Creates a company with its first business entity and a company key.",
        body: onboardBody,
        response: responses(201, onboarded, 400, 401, 403, 409, 413, 415, 422),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        await checkQuotas(deps, { partnerId: partnerContext(request).actor.partnerId }, { companies: 1 });
        const { externalReference, ...profile } = request.body;
        const form = { ...(omitNull(profile) as typeof profile & { name: string }) };
        const reference = readReference(externalReference);
        const result = await onboardCompany({ ...deps, db }, partnerContext(request), {
          ...form,
          externalReference: reference,
        });
        return {
          statusCode: 201,
          body: { ...result, message: "Company onboarded. Keep companyApiKey now: it is not shown again." },
          headers: { location: `/v1/companies/${result.companyId}` },
        };
      }),
  );

  app.get(
    "/v1/companies",
    {
      config: { access: "partner" },
      schema: {
        operationId: "listCompanies",
        tags: ["Companies"],
        summary: "List the partner's companies",
        querystring: Type.Object({
          ...pageQuery,
          sort: sortQuery(companySorts),
          name: textFilter("Only companies with this text in a name, in any case of letters."),
          externalReference: referenceFilter("company"),
        }),
        response: responses(200, Type.Object({ companies: Type.Array(companyBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { partnerId } = partnerContext(request).actor;
      const filter = {
        name: readText(request.query.name),
        externalReference: readText(request.query.externalReference),
      };
      const page = toSortedPageRequest(companySorts, request.query);
      return toListBody("companies", await deps.db.companies.listOfPartner(partnerId, filter, page), toCompanyBody);
    },
  );

  app.get(
    "/v1/companies/:companyId",
    {
      config: { access: "either" },
      schema: {
        operationId: "getCompany",
        tags: ["Companies"],
        summary: "Read a company",
        params: companyParams,
        response: responses(200, companyBody, 401, 403, 404),
      },
    },
    async (request) =>
      toCompanyBody(await getCompany(deps.db, keyHolder(request), pathId(request.params.companyId, "company"))),
  );

  app.put(
    "/v1/companies/:companyId/external-reference",
    {
      config: { access: "partner" },
      schema: {
        operationId: "setCompanyReference",
        tags: ["Companies"],
        summary: "Set the partner's own reference of a company",
        description: "null removes it.",
        params: companyParams,
        body: Type.Object({ externalReference: heldReference("the partner's companies") }, closed),
        response: responses(200, companyBody, ...([400, 401, 403, 404, 409, 413, 415] as const)),
      },
    },
    async (request) => {
      const companyId = pathId(request.params.companyId, "company");
      const reference = readReference(request.body.externalReference);
      return toCompanyBody(await setCompanyReference(deps, partnerContext(request), companyId, reference));
    },
  );

  app.patch(
    "/v1/companies/:companyId",
    {
      config: { access: "company" },
      schema: {
        operationId: "updateCompany",
        tags: ["Companies"],
        summary: "Update the company",
        description: "null clears a field; a null name or legalName changes nothing.",
        params: companyParams,
        body: patchBody,
        response: responses(
          200,
          Type.Object({ companyId: id(), message: Type.String(), updatedFields: Type.Array(Type.String()) }),
          ...([400, 401, 403, 404, 413, 415] as const),
        ),
      },
    },
    async (request) => {
      const companyId = pathId(request.params.companyId, "company");
      const updatedFields = await updateCompany(deps, companyContext(request), companyId, toPatch(request.body));
      return { companyId, message: updatedFields.length > 0 ? "Company updated." : "Nothing changed.", updatedFields };
    },
  );
}
