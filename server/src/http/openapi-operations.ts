import type { FastifyContextConfig } from "fastify";
import { errorCodes, errorResponse } from "./openapi-errors.ts";
import { describeEvents } from "./openapi-events.ts";
import { capitalize, type DescribedSchema, NamedSchemas } from "./openapi-schemas.ts";

interface Content {
  schema?: DescribedSchema;
  example?: unknown;
}
export interface DescribedResponse {
  $ref?: string;
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, Content>;
}
export interface DescribedOperation {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string; description?: string; schema: DescribedSchema; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, DescribedResponse>;
}
export interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, DescribedSchema>; [kind: string]: object };
}

const text = (description: string, example: string) => ({ description, schema: { type: "string" }, example });

/** Headers of responses, which operations refer to. */
const headers = {
  "X-Request-Id": text("Names the request in the service's logs.", "01KAZ5V1X2Y3Z4A5B6C7D8E9F0"),
  "X-Error-Code": { description: "What was wrong, for programs.", schema: { $ref: "#/components/schemas/ErrorCode" } },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 }, example: 12 },
  RateLimit: text("What is left of each limit, and the seconds until it is whole again.", '"company";r=598;t=21'),
  "RateLimit-Policy": text("The limits of the key, with their windows in seconds.", '"company";q=600;w=60'),
  ETag: text("Send it as If-None-Match: an unchanged answer is 304 without a body.", 'W/"uNnoMlL2vCWyDlqgVEC6YA"'),
  Location: text("Where the new resource can be read.", "/v1/documents/01KAZ5V1X2Y3Z4A5B6C7D8E9F0"),
  "Idempotency-Replayed": text("Present on the repeated answer to an Idempotency-Key.", "true"),
};
type HeaderName = keyof typeof headers;

const refer = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Completes what the routes describe: names for schemas, shared errors, headers, and the events. */
export function completeDescription(
  description: Description,
  configs: ReadonlyMap<string, FastifyContextConfig>,
): Description {
  const named = new NamedSchemas();
  const responses: Record<string, object> = {};
  const nameOperation = (method: string, operation: DescribedOperation): DescribedOperation => {
    const name = capitalize(operation.operationId);
    const at = operation.operationId;
    const nameContent = (content: Record<string, Content>, hint: string, place: string) =>
      mapValues(content, ({ schema, ...rest }) => ({
        ...(schema && { schema: named.name(schema, hint, place) }),
        ...rest,
      }));
    return {
      ...operation,
      ...(operation.parameters && {
        parameters: operation.parameters.map((parameter) => ({
          ...parameter,
          schema: named.name(parameter.schema, name + capitalize(parameter.name), `${at} ${parameter.name}`),
        })),
      }),
      ...(operation.requestBody && {
        requestBody: {
          ...operation.requestBody,
          required: configs.get(at)?.isBodyOptional !== true && method !== "patch",
          content: nameContent(operation.requestBody.content, `${name}Request`, `${at} request`),
        },
      }),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([code, response]) => {
          const status = Number(code);
          if (status >= 400 && isError(response)) {
            const shared = errorResponse(status, response.description ?? "");
            responses[shared.name] ??= shared.response;
            return [code, { $ref: `#/components/responses/${shared.name}` }];
          }
          return [
            code,
            {
              ...response,
              headers: {
                ...refer(successHeaders(method, operation, response, configs.get(at))),
                ...response.headers,
              },
              ...(response.content && {
                content: nameContent(response.content, `${name}Response`, `${at} ${code}`),
              }),
            },
          ];
        }),
      ),
    };
  };
  const paths = mapValues(description.paths, (methods) =>
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, nameOperation(method, operation)]),
    ),
  );
  const events = describeEvents();
  const eventSchemas = Object.fromEntries(
    Object.entries(events.schemas).map(([name, schema]) => [name, named.nameMembers(schema, name, `event ${name}`)]),
  );
  if (named.problems.length > 0) throw new Error(named.problems.join("\n"));
  const given = mapValues(description.components.schemas, ({ title: _title, ...schema }) => schema);
  const errorCode = {
    ...{ type: "string", enum: errorCodes, description: "docs/errors.md explains them." },
  };
  return {
    ...description,
    paths,
    ...{ webhooks: events.webhooks },
    components: {
      ...description.components,
      schemas: sortByName({ ...given, ...named.schemas, ...eventSchemas, ErrorCode: errorCode }),
      responses: sortByName(responses),
      headers,
    },
  };
}

const isError = ({ content }: DescribedResponse) =>
  content?.["application/json"]?.schema?.$ref?.endsWith("/Error") === true;

function successHeaders(
  method: string,
  { security = [] }: DescribedOperation,
  { content = {} }: DescribedResponse,
  config: FastifyContextConfig = {},
): HeaderName[] {
  const isTagged = method === "get" && Object.keys(content).length > 0;
  return [
    "X-Request-Id",
    ...(security.length > 0 && config.counts !== "nothing" ? (["RateLimit", "RateLimit-Policy"] as const) : []),
    ...(isTagged ? (["ETag"] as const) : []),
    ...(config.hasLocation === true ? (["Location"] as const) : []),
    ...(takesIdempotencyKey(method, config) ? (["Idempotency-Replayed"] as const) : []),
  ];
}

/** Every POST of a key goes through `once`, unless it changes nothing. */
export function takesIdempotencyKey(method: string, { access, changesNothing }: FastifyContextConfig): boolean {
  const ofKeys = access === "partner" || access === "company" || access === "either" || access === "admin";
  return method.toLowerCase() === "post" && (ofKeys || access === "people") && changesNothing !== true;
}

const sortByName = <T>(entries: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const mapValues = <T, U>(entries: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, map(value)]));
