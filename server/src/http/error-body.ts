import { STATUS_CODES } from "node:http";
import { type Static, Type } from "typebox";
import type { ErrorCode } from "../platform/app-error.ts";

/** The status code of each error code. docs/errors.md explains them to callers. */
export const statusCodes = {
  invalid_request: 400,
  malformed_json: 400,
  invalid_cursor: 400,
  unauthenticated: 401,
  second_factor_required: 401,
  wrong_tier: 403,
  not_permitted: 403,
  client_access_off: 403,
  partner_suspended: 403,
  not_same_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_in_progress: 409,
  review_signed_off: 409,
  reference_taken: 409,
  upload_session_ended: 410,
  body_too_large: 413,
  storage_quota_reached: 413,
  unsupported_media_type: 415,
  chunk_out_of_order: 422,
  chunk_differs: 422,
  checksum_mismatch: 422,
  idempotency_key_reused: 422,
  unprocessable: 422,
  rate_limited: 429,
  submission_limit_reached: 429,
  quota_reached: 429,
  concurrency_limit_reached: 429,
  internal: 500,
  unavailable: 503,
  overloaded: 503,
} satisfies Record<ErrorCode, number>;

/** "Every error body is JSON with three members: error (string, the status text), message (string), statusCode (integer)." */
export const errorBodySchema = Type.Object(
  {
    error: Type.String({ description: "The status text." }),
    message: Type.String({ description: "What was wrong and what to do about it." }),
    statusCode: Type.Integer({ description: "The status code." }),
  },
  { $id: "Error", additionalProperties: false, description: "Every error has exactly these three members." },
);

export type ErrorBody = Static<typeof errorBodySchema>;

export function toErrorBody(code: ErrorCode, message: string): ErrorBody {
  const statusCode = statusCodes[code];
  return { error: STATUS_CODES[statusCode] ?? "Error", message, statusCode };
}
