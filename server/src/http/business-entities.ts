import { type Static, Type } from "typebox";
import { checkFacts } from "../catalogue/check-facts.ts";
import { readReference } from "../platform/external-reference.ts";
import { toIdParts } from "../platform/ids.ts";
import { toPageRequest } from "../platform/page.ts";
import { type BusinessEntity, createEntity, getEntity, updateEntity } from "../tenancy/business-entity.ts";
import { companyContext } from "./access.ts";
import { once } from "./idempotency.ts";
import { readText } from "./list-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  closed,
  dateTime,
  factsField,
  freeText,
  givenReference,
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

/** "In the create response and the update response the entity id is not a plain string." */
const idParts = named(
  "IdParts",
  Type.Object(
    { time: dateTime("The id's time."), random: Type.String({ description: "The id's 80 random bits in base64." }) },
    { description: "The entity's ULID in two parts, from which it can be rebuilt." },
  ),
);

const entityBody = named(
  "BusinessEntity",
  Type.Object({
    id: id(),
    name: Type.String(),
    description: nullable(Type.String()),
    companyId: id(),
    isArchived: Type.Boolean(),
    isApproved: Type.Boolean(),
    facts: Type.Record(Type.String(), Type.Boolean(), {
      description:
        "What is known of the entity, by the keys of GET /v1/conditions. Decides conditions of later documents.",
    }),
    externalReference: reference,
    createdAt: dateTime(),
    updatedAt: nullable(dateTime()),
  }),
);

const entityParams = Type.Object({ businessEntityId: id() });

export function toEntityBody({ createdAt, updatedAt, ...entity }: BusinessEntity): Static<typeof entityBody> {
  return { ...entity, createdAt: createdAt.toISOString(), updatedAt: toIsoOrNull(updatedAt) };
}

export { entityBody };

export function businessEntityRoutes(app: Routes, deps: RouteDeps): void {
  app.post(
    "/v1/business-entities",
    {
      config: { hasLocation: true, access: "company" },
      schema: {
        operationId: "createBusinessEntity",
        tags: ["Business entities"],
        summary: "Create a business entity",
        body: Type.Object(
          {
            name: nameText("The entity's name."),
            description: Type.Optional(nullable(freeText("What the entity does."))),
            facts: Type.Optional(factsField("Facts about the entity, by the keys of GET /v1/conditions.")),
            externalReference: givenReference("the company's business entities"),
          },
          closed,
        ),
        response: responses(201, Type.Object({ id: idParts, name: Type.String() }), 400, 401, 403, 409, 413, 415, 422),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const { name, description = null, facts = null } = request.body;
        const externalReference = readReference(request.body.externalReference) ?? null;
        const context = companyContext(request);
        await checkFacts(deps.db, context.actor.partnerId, facts);
        const entity = await createEntity({ ...deps, db }, context, {
          ...{ name, description, facts, externalReference },
        });
        return {
          statusCode: 201,
          body: { id: toIdParts(entity.id), name: entity.name },
          headers: { location: `/v1/business-entities/${entity.id}` },
        };
      }),
  );

  app.get(
    "/v1/business-entities",
    {
      config: { access: "company" },
      schema: {
        operationId: "listBusinessEntities",
        tags: ["Business entities"],
        summary: "List the company's business entities",
        querystring: Type.Object({ ...pageQuery, externalReference: referenceFilter("business entity") }),
        response: responses(200, Type.Object({ businessEntities: Type.Array(entityBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const { externalReference, ...query } = request.query;
      const filter = { externalReference: readText(externalReference) };
      const page = await deps.db.entities.list(companyId, filter, toPageRequest(query));
      return toListBody("businessEntities", page, toEntityBody);
    },
  );

  app.get(
    "/v1/business-entities/:businessEntityId",
    {
      config: { access: "company" },
      schema: {
        operationId: "getBusinessEntity",
        tags: ["Business entities"],
        summary: "Read a business entity",
        params: entityParams,
        response: responses(200, entityBody, 401, 403, 404),
      },
    },
    async (request) => {
      const entityId = pathId(request.params.businessEntityId, "business entity");
      return toEntityBody(await getEntity(deps.db, companyContext(request).actor.companyId, entityId));
    },
  );

  app.patch(
    "/v1/business-entities/:businessEntityId",
    {
      config: { access: "company" },
      schema: {
        operationId: "updateBusinessEntity",
        tags: ["Business entities"],
        summary: "Change a business entity's name, description, facts or reference",
        params: entityParams,
        body: Type.Object(
          {
            name: Type.Optional(nullable(nameText("The entity's name."))),
            description: Type.Optional(nullable(freeText("What the entity does; null clears it."))),
            facts: Type.Optional(
              factsField("Adds to the entity's facts or replaces them; null withdraws a fact, or all of them."),
            ),
            externalReference: givenReference("the company's business entities; null removes it"),
          },
          closed,
        ),
        response: responses(
          200,
          Type.Object({ businessEntityId: idParts, message: Type.String() }),
          400,
          401,
          ...([403, 404, 409, 413, 415] as const),
        ),
      },
    },
    async (request) => {
      const entityId = pathId(request.params.businessEntityId, "business entity");
      const { facts, description, externalReference, ...rest } = request.body;
      const context = companyContext(request);
      await checkFacts(deps.db, context.actor.partnerId, facts);
      const patch = {
        ...omitNull(rest),
        ...(description !== undefined && { description }),
        ...(facts !== undefined && { facts }),
        ...(externalReference !== undefined && { externalReference: readReference(externalReference) ?? null }),
      };
      const isChanged = await updateEntity(deps, context, entityId, patch);
      return {
        businessEntityId: toIdParts(entityId),
        message: isChanged ? "Business entity updated." : "Nothing changed.",
      };
    },
  );
}
