import { type Static, type TSchema, Type } from "typebox";
import { type ComplianceLevel, complianceLevels } from "../analysis/findings/findings.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { type Id, isId } from "../platform/ids.ts";
import type { Page } from "../platform/page.ts";

/** Schema parts shared by several resources. */

export const closed = { additionalProperties: false };
export const id = (description = "A ULID.") => Type.String({ description });
export const dateTime = (description?: string) =>
  Type.String({ format: "date-time", ...(description && { description }) });

/** The value is read by `readDay`, whose message is plainer than that of a schema. */
export const day = (description: string) => Type.String({ description: `${description} A date such as 2026-12-31.` });

/** The schema's name in the description of the API and in generated code. */
export function named<T extends TSchema>(title: string, schema: T): T {
  return Object.assign(schema, { title });
}

export const documentStatus = named("DocumentStatus", Type.Enum(["queued", "processing", "completed", "failed"]));
export const levelOrNull = (description: string) =>
  Type.Unsafe<ComplianceLevel | null>({
    ...{ type: ["string", "null"], enum: [...complianceLevels, null], title: "ComplianceLevel", description },
  });

/** One schema with two types: for a union of schemas the serializer would validate each value. */
export function nullable<T extends TSchema & { type: string }>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
}

/** Names are 1 to 200 characters after trimming. */
export const nameText = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
/** Other text fields have at most 500 characters. */
export const freeText = (description: string) => Type.String({ maxLength: 500, description });

/** The object's number in the caller's own system. */
export const heldReference = (uniqueness: string) =>
  nullable(
    Type.String({
      ...{ minLength: 1, maxLength: 200 },
      description: `Your own reference for it, such as its number in your system; unique among ${uniqueness}.`,
    }),
  );
export const givenReference = (uniqueness: string) => Type.Optional(heldReference(uniqueness));
export const reference = nullable(Type.String({ description: "The caller's own reference for it." }));
export const referenceFilter = (what: string) =>
  Type.Optional(Type.String({ maxLength: 200, description: `Only the ${what} with exactly this reference of yours.` }));

/** Facts about an entity, by the keys of conditions; null withdraws one. */
export const factsField = (description: string) =>
  nullable(Type.Record(Type.String({ maxLength: 80 }), nullable(Type.Boolean()), { description, maxProperties: 500 }));

/** A path or query parameter that is a whole number: text, which the handler reads, described as what it means. */
export const wholeNumber = (bounds: { minimum: number; maximum?: number }, description: string) =>
  Type.String({ contentSchema: { type: "integer", ...bounds }, description });

/** Text with few values, which a use case checks with a message of its own; described as a choice of this name. */
export const choiceOf = <Choice extends string>(choices: readonly Choice[], title: string, description: string) =>
  Type.String({ contentSchema: { type: "string", enum: [...choices], title }, description });

export const pageQuery = {
  limit: Type.Optional(
    wholeNumber({ minimum: 1, maximum: 1000 }, "Entries per page. Without it, up to 1,000 entries are returned."),
  ),
  cursor: Type.Optional(Type.String({ description: "nextCursor of the previous page." })),
};
export const nextCursor = Type.Optional(Type.String({ description: "Present when there is more: pass it as cursor." }));

const errorDescriptions = {
  400: "A required field is missing, or a value is wrong; the message names it.",
  401: "The key is missing, empty or not recognised.",
  403: "The key's tier does not permit the operation.",
  404: "The resource does not exist or belongs to another company.",
  405: "The path exists, but not with this method; the Allow header lists its methods.",
  409: "The review is signed off, another object has this externalReference, or the first request with this Idempotency-Key is still being processed.",
  410: "The upload session has expired or was cancelled.",
  413: "The request body is too large.",
  415: "The request body's content type is not supported.",
  422: "The request is well-formed but cannot be processed; the message says why.",
  429: "Too many requests; Retry-After gives the seconds to wait.",
  500: "Unexpected error of the server.",
  503: "The service cannot answer at the moment; Retry-After gives the seconds to wait.",
} as const;

const everywhere = [400, 429, 500, 503] as const;

/** The response table of an operation: its success and the errors it can return. */
export function responses<Status extends number, S extends TSchema>(
  status: Status,
  success: S,
  ...errors: (keyof typeof errorDescriptions)[]
): Record<Status, S> & Record<string, unknown> {
  const described = [...new Set([...errors, ...everywhere])].map((code) => [
    code,
    { description: errorDescriptions[code], content: { "application/json": { schema: { $ref: "Error#" } } } },
  ]);
  return { [status]: success, ...Object.fromEntries(described) };
}

/** "A malformed id in a path is 404 (it names no resource)", with the same body as for an unknown id. */
export function pathId(text: string, what: string): Id {
  if (!isId(text)) throw notFound(what);
  return text;
}

/** The format check accepts leap seconds and short offsets, which `Date` does not. */
export function readInstant(field: string, text: string): Date {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()) || instant.getUTCFullYear() > 9999) {
    throw new AppError(
      "invalid_request",
      `${field} must be a date and time in ISO 8601 form, for example 2026-01-31T12:00:00Z`,
    );
  }
  return instant;
}

export const toIsoOrNull = (date: Date | undefined): string | null => date?.toISOString() ?? null;

export function toListBody<Name extends string, T, Body>(name: Name, page: Page<T>, toBody: (entry: T) => Body) {
  return {
    [name]: page.entries.map(toBody),
    ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
  } as Record<Name, Body[]> & {
    nextCursor?: string;
  };
}

/** Omits members that are null or absent: "`name: null` … changes nothing for that field". */
export function omitNull<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], null | undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as never;
}
