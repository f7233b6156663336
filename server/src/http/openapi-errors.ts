import type { ErrorCode } from "../platform/app-error.ts";
import { statusCodes, toErrorBody } from "./error-body.ts";

/** A message as the service writes it, for each error code. */
const messages = {
  invalid_request: "name is required",
  malformed_json: "The request body is not valid JSON.",
  invalid_cursor:
    "cursor was not issued by this service for this order; pass nextCursor of the previous page unchanged.",
  unauthenticated: "The X-API-Key header is missing, empty or not a recognised key.",
  second_factor_required: "Enter the code from your authenticator app, or a recovery code.",
  wrong_tier: "This operation needs a company key.",
  not_permitted: "Your role does not permit this.",
  client_access_off: "The company does not let its partner's people open its reviews.",
  partner_suspended: "The operator has suspended the partner, and with it its companies.",
  review_signed_off: "The review is signed off; reopen it first.",
  reference_taken: "The company 01K2Q8W5J9V7X3N4M6P8R0S2T4 has this externalReference already.",
  not_same_origin: "Requests that change something by session need the header X-Assay-Session: 1.",
  not_found: "There is no document with this id.",
  method_not_allowed: "This address does not support the method POST.",
  request_in_progress: "The first request with this Idempotency-Key is still being processed; try again shortly.",
  upload_session_ended: "The upload session has expired; start a new one with POST /v1/documents/upload/start.",
  body_too_large: "The request body is too large for this operation.",
  storage_quota_reached: "The company may store 10,000,000,000 bytes and stores 9,999,000,000.",
  unsupported_media_type: "This content type is not supported here; send the body as application/json.",
  chunk_out_of_order: "Chunk 4 is out of order; the next one is 2.",
  chunk_differs: "Chunk 1 is stored already, and its bytes are different.",
  checksum_mismatch: "The file's SHA-256 differs from the one given at the start; send the file again.",
  idempotency_key_reused: "This Idempotency-Key was used for a different request; use a new key for a new request.",
  unprocessable: "Give either complianceReviewId or businessEntityId, not both.",
  rate_limited: "Too many requests; wait 12 seconds.",
  submission_limit_reached: "The company has used its 100 submissions for this hour.",
  quota_reached: "The partner may have 1,000 companies and has 1,000.",
  concurrency_limit_reached: "Too many concurrent requests of one caller; send fewer at once and retry shortly.",
  internal: "Something went wrong on our side. Try again; if it happens again, report the X-Request-Id.",
  unavailable: "The database cannot be reached at the moment; try again shortly.",
  overloaded: "The service is overloaded; retry shortly.",
} satisfies Record<ErrorCode, string>;

export const errorCodes = Object.keys(statusCodes) as ErrorCode[];

/** Names of the shared error responses. */
const names: Record<number, string> = {
  400: "BadRequest",
  401: "Unauthenticated",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  409: "Conflict",
  410: "Gone",
  413: "TooLarge",
  415: "UnsupportedMediaType",
  422: "Unprocessable",
  429: "TooManyRequests",
  500: "InternalError",
  503: "Unavailable",
};

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });
const isTransient = (status: number) => [409, 429, 503].includes(status);

/** The shared response of a status: its headers, and an example for each of its error codes. */
export function errorResponse(status: number, description: string): { name: string; response: object } {
  const codes = errorCodes.filter((code) => statusCodes[code] === status);
  const examples = codes.map((code) => [code, { summary: code, value: toErrorBody(code, messages[code]) }]);
  return {
    name: names[status] ?? `Error${status}`,
    response: {
      description,
      headers: {
        ...header("X-Request-Id"),
        ...header("X-Error-Code"),
        ...(isTransient(status) && header("Retry-After")),
      },
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/Error" }, examples: Object.fromEntries(examples) },
      },
    },
  };
}
