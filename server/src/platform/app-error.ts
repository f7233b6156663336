/** Every way the service refuses. What each means on the wire is decided in http/error-body.ts alone. */
export type ErrorCode =
  | "invalid_request"
  | "malformed_json"
  | "invalid_cursor"
  | "unauthenticated"
  | "wrong_tier"
  | "not_same_origin"
  | "not_found"
  | "method_not_allowed"
  | "upload_session_ended"
  | "request_in_progress"
  | "body_too_large"
  | "unsupported_media_type"
  | "idempotency_key_reused"
  | "chunk_out_of_order"
  | "chunk_differs"
  | "checksum_mismatch"
  | "unprocessable"
  | "rate_limited"
  | "submission_limit_reached"
  | "too_many_at_once"
  | "overloaded"
  | "unavailable"
  | "internal";

/** A refusal the caller is told about. Anything else that is thrown is a bug and stays opaque. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** For refusals that pass by themselves: when to come back. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The one wording for "it does not exist or belongs to someone else": it must not tell the two apart. */
export function notFound(what: string): AppError {
  return new AppError("not_found", `There is no ${what} with this id.`);
}
