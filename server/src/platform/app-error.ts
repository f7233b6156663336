/** Every kind of refusal. http/error-body.ts maps each to its HTTP status. */
export type ErrorCode =
  | "invalid_request"
  | "malformed_json"
  | "invalid_cursor"
  | "unauthenticated"
  | "second_factor_required"
  | "wrong_tier"
  | "not_permitted"
  | "client_access_off"
  | "partner_suspended"
  | "not_same_origin"
  | "not_found"
  | "method_not_allowed"
  | "upload_session_ended"
  | "request_in_progress"
  | "review_signed_off"
  | "reference_taken"
  | "body_too_large"
  | "unsupported_media_type"
  | "idempotency_key_reused"
  | "chunk_out_of_order"
  | "chunk_differs"
  | "checksum_mismatch"
  | "unprocessable"
  | "rate_limited"
  | "submission_limit_reached"
  | "quota_reached"
  | "storage_quota_reached"
  | "concurrency_limit_reached"
  | "overloaded"
  | "unavailable"
  | "internal";

/** A refusal that is reported to the caller. Any other thrown error is a bug and is answered with an opaque 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** For transient refusals: when to try again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The same message for a resource that does not exist and for one that belongs to someone else. */
export function notFound(what: string): AppError {
  return new AppError("not_found", `There is no ${what} with this id.`);
}
