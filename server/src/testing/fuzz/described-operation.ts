import { STATUS_CODES } from "node:http";
import { Compile } from "typebox/schema";
import { withoutReferences } from "../described-api.ts";
import type { Reply, TestServer } from "../test-server.ts";

/** An operation of the OpenAPI description, and a check of responses against it. */

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  $ref?: string;
}

export interface Operation {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export async function describedOperations(server: TestServer): Promise<Operation[]> {
  const { body } = await server.call("/v1/openapi.json");
  const paths = withoutReferences(body) as Record<string, Record<string, Omit<Operation, "method" | "path">>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      parameters: operation.parameters ?? [],
      method: method.toUpperCase() as Operation["method"],
      path,
    })),
  );
}

/** Responses of the HTTP layer before routing. */
const beforeRouting = [404, 405, 414];

type Validator = { Check(value: unknown): boolean; Errors(value: unknown): [boolean, { message: string }[]] };
const validators = new WeakMap<Schema, Validator>();

function validatorOf(schema: Schema): Validator {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = Compile(schema as never) as Validator;
    validators.set(schema, validator);
  }
  return validator;
}

/** The schema of a response that was reduced with `fields`. */
function withoutRequired(schema: Schema): Schema {
  let loose = narrowed.get(schema);
  if (loose === undefined) {
    loose = JSON.parse(
      JSON.stringify(schema, (name, value) => (name === "required" && Array.isArray(value) ? [] : value)),
    );
    narrowed.set(schema, loose as Schema);
  }
  return loose as Schema;
}
const narrowed = new WeakMap<Schema, Schema>();

const errorMembers = ["error", "message", "statusCode"];

/** Undefined if the response matches the description. */
export function faultOf(
  operation: Operation,
  reply: Reply,
  { isPathHostile, isNarrowed }: { isPathHostile: boolean; isNarrowed: boolean },
): string | undefined {
  const { status, headers, body, text } = reply;
  if (status >= 500) return `answers ${status}`;
  if (status === 429) return "meets a limit, though there should be none here";
  if (!headers["x-request-id"]) return "has no X-Request-Id";
  const contentType = (headers["content-type"] ?? "").split(";", 1)[0] ?? "";
  if (status >= 400) {
    if (contentType !== "application/json") return `refuses with ${contentType || "no content type"}`;
    if (Object.keys(body ?? {}).join() !== errorMembers.join()) return "refuses with other members than the three";
    if (body.statusCode !== status || body.error !== STATUS_CODES[status]) return "refuses with another status's words";
    if (typeof body.message !== "string" || body.message === "") return "refuses without a word";
    if (!headers["x-error-code"]) return "refuses without X-Error-Code";
  }
  const promised = operation.responses[String(status)];
  if (promised === undefined)
    return isPathHostile && beforeRouting.includes(status) ? undefined : `answers ${status}, which is not described`;
  if (promised.content === undefined) return text === "" ? undefined : "has a body where none is described";
  const described = promised.content[contentType];
  if (described === undefined) return `has the content type ${contentType || "(none)"}, which is not described`;
  if (contentType !== "application/json" || described.schema === undefined || described.schema.$ref) return undefined;
  const validator = validatorOf(isNarrowed ? withoutRequired(described.schema) : described.schema);
  if (validator.Check(body)) return undefined;
  return `does not match its schema: ${JSON.stringify(validator.Errors(body)[1].slice(0, 3))}`;
}
