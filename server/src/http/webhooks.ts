import { type Static, Type } from "typebox";
import { eventTypes } from "../events/event.ts";
import { toSortedPageRequest } from "../platform/page.ts";
import type { Delivery } from "../webhooks/delivery.ts";
import { readWebhook } from "../webhooks/read-webhook.ts";
import { registerWebhook } from "../webhooks/register-webhook.ts";
import { replayDelivery, sendTestEvent } from "../webhooks/send-on-request.ts";
import type { Webhook } from "../webhooks/webhook.ts";
import { companyContext } from "./access.ts";
import { once } from "./idempotency.ts";
import { readOptionalInstant, sortQuery } from "./list-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  choiceOf,
  closed,
  dateTime,
  id,
  named,
  nextCursor,
  nullable,
  pageQuery,
  pathId,
  responses,
  toIsoOrNull,
  toListBody,
} from "./wire.ts";

const eventType = named("EventType", Type.Enum([...eventTypes]));
const registered = {
  id: id(),
  url: Type.String(),
  eventTypes: Type.Array(eventType),
  isActive: Type.Boolean(),
  createdAt: dateTime(),
  updatedAt: nullable(dateTime()),
};
const registeredBody = named(
  "RegisteredWebhook",
  Type.Object({
    ...registered,
    secret: nullable(
      Type.String({ description: "Signs the deliveries. Returned once, when it is new; otherwise null." }),
    ),
  }),
);
const webhookBody = named(
  "Webhook",
  Type.Object({
    ...registered,
    disabledReason: nullable(
      Type.String({
        description: "Why the service disabled the webhook: gone (it answered 410) or failing (for 5 days).",
      }),
    ),
    disabledAt: nullable(dateTime("When the service disabled it.")),
    recentDeliveries: Type.Object(
      {
        total: Type.Integer(),
        delivered: Type.Integer(),
        failed: Type.Integer({
          description: "Given up after all attempts. Events neither delivered nor failed are pending.",
        }),
        lastDeliveredAt: nullable(dateTime("The last successful delivery.")),
      },
      { description: "Events of the last 7 days; each counts once, whatever its number of attempts." },
    ),
  }),
);

const attemptBody = named(
  "DeliveryAttempt",
  Type.Object({
    at: dateTime(),
    durationMilliseconds: Type.Integer(),
    statusCode: nullable(Type.Integer()),
    error: nullable(
      Type.String({
        description:
          "null for a success; otherwise timeout, dns, address, connection, tls, protocol, redirect or status.",
      }),
    ),
    responseStart: nullable(
      Type.String({ description: "First bytes of the response to a failed attempt, at most 1 KiB." }),
    ),
  }),
);
const deliveryStatus = named("DeliveryStatus", Type.Enum(["pending", "delivered", "failed"]));
const deliveryBody = named(
  "Delivery",
  Type.Object({
    id: id("The event's id: the webhook-id header of every attempt and replay."),
    type: Type.String(),
    data: Type.Object({}, { additionalProperties: true, description: "The member data of the event's body." }),
    status: deliveryStatus,
    createdAt: dateTime("When the event occurred."),
    deliveredAt: nullable(dateTime("When it was last delivered successfully.")),
    nextAttemptAt: nullable(dateTime("When the next attempt is due; null when there is none.")),
    attempts: Type.Array(attemptBody, { description: "Oldest first; stored for 30 days." }),
  }),
);

const tags = ["Webhooks"];

function toRegistered({ id, url, eventTypes, isActive, createdAt, updatedAt }: Webhook) {
  return { id, url, eventTypes, isActive, createdAt: createdAt.toISOString(), updatedAt: toIsoOrNull(updatedAt) };
}

function toDeliveryBody(delivery: Delivery): Static<typeof deliveryBody> {
  const { id, type, data, status, createdAt, deliveredAt, nextAttemptAt, attempts } = delivery;
  return {
    ...{ id, type, data: { ...data }, status },
    createdAt: createdAt.toISOString(),
    deliveredAt: toIsoOrNull(deliveredAt),
    nextAttemptAt: toIsoOrNull(nextAttemptAt),
    attempts: attempts.map(({ at, durationMilliseconds, statusCode = null, error = null, responseStart = null }) => ({
      ...{ at: at.toISOString(), durationMilliseconds, statusCode, error, responseStart },
    })),
  };
}

export function webhookRoutes(app: Routes, deps: RouteDeps): void {
  app.put(
    "/v1/webhooks",
    {
      config: { access: "company" },
      schema: {
        operationId: "registerWebhook",
        tags,
        summary: "Register the company's webhook",
        description:
          "Creates or replaces the company's one registration; its id stays. What is left out stays as it is, so isActive alone switches the webhook off. A disabled webhook is enabled again unless isActive is false, and pending events are sent.",
        body: Type.Object(
          {
            url: Type.Optional(
              Type.String({ minLength: 1, description: "Receiver of the events: https and publicly reachable." }),
            ),
            eventTypes: Type.Optional(
              Type.Array(choiceOf(eventTypes, "EventType", "An event type."), {
                minItems: 1,
                maxItems: 100,
                description: "Events to receive.",
              }),
            ),
            isActive: Type.Optional(Type.Boolean({ description: "false disables the webhook. Default true." })),
            rotateSecret: Type.Optional(
              Type.Boolean({
                description: "true creates a new secret; for 24 hours the previous secret signs as well.",
              }),
            ),
          },
          closed,
        ),
        response: responses(200, registeredBody, 400, 401, 403, 413, 415, 422),
      },
    },
    async (request) => {
      const { url, eventTypes, isActive = true, rotateSecret = false } = request.body;
      const registration = { url, eventTypes, isActive, isSecretRotated: rotateSecret };
      const { webhook, secret = null } = await registerWebhook(deps, companyContext(request), registration);
      return { ...toRegistered(webhook), secret };
    },
  );

  app.get(
    "/v1/webhooks",
    {
      config: { access: "company" },
      schema: {
        operationId: "getWebhook",
        tags,
        summary: "Read the webhook and its delivery statistics",
        response: responses(200, webhookBody, 401, 403, 404),
      },
    },
    async (request) => {
      const { webhook, counts } = await readWebhook(deps, companyContext(request).actor.companyId);
      return {
        ...toRegistered(webhook),
        disabledReason: webhook.disabled?.reason ?? null,
        disabledAt: toIsoOrNull(webhook.disabled?.at),
        recentDeliveries: { ...counts, lastDeliveredAt: toIsoOrNull(webhook.lastDeliveredAt) },
      };
    },
  );

  app.post(
    "/v1/webhooks/test",
    {
      config: { access: "company", isBodyOptional: true },
      schema: {
        operationId: "testWebhook",
        tags,
        summary: "Send a test event",
        description: "Sends a webhook.test event at once, whatever the subscription; the answer is its delivery.",
        body: Type.Object({}, closed),
        response: responses(200, deliveryBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const delivery = await sendTestEvent({ ...deps, db }, companyContext(request));
        return { statusCode: 200, body: toDeliveryBody(delivery) };
      }),
  );

  app.get(
    "/v1/webhooks/deliveries",
    {
      config: { access: "company" },
      schema: {
        operationId: "listDeliveries",
        tags,
        summary: "List the events sent to the webhook, with every attempt",
        querystring: Type.Object({
          ...pageQuery,
          sort: sortQuery({}),
          status: Type.Optional(deliveryStatus),
          type: Type.Optional(
            Type.Enum([...eventTypes], { title: "EventType", description: "Only events of this type." }),
          ),
          createdAfter: Type.Optional(dateTime("Not before.")),
          createdBefore: Type.Optional(dateTime("Before.")),
        }),
        response: responses(200, Type.Object({ deliveries: Type.Array(deliveryBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const { status, type, createdAfter, createdBefore } = request.query;
      const filter = {
        ...{ status, type },
        since: readOptionalInstant("createdAfter", createdAfter),
        until: readOptionalInstant("createdBefore", createdBefore),
      };
      const page = await deps.db.deliveries.list(companyId, filter, toSortedPageRequest({}, request.query));
      return toListBody("deliveries", page, toDeliveryBody);
    },
  );

  app.post(
    "/v1/webhooks/deliveries/:deliveryId/replay",
    {
      config: { access: "company", isBodyOptional: true },
      schema: {
        operationId: "replayDelivery",
        tags,
        summary: "Send an event again",
        description: "Sends the event at once, with a new retry schedule; its webhook-id stays the same.",
        params: Type.Object({ deliveryId: id() }),
        body: Type.Object({}, closed),
        response: responses(200, deliveryBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const deliveryId = pathId(request.params.deliveryId, "delivery");
        const delivery = await replayDelivery({ ...deps, db }, companyContext(request), deliveryId);
        return { statusCode: 200, body: toDeliveryBody(delivery) };
      }),
  );
}
