import type { components } from "./generated/api.ts";

/** A code of the service, as docs/errors.md explains it. */
export type ServiceErrorCode = components["schemas"]["ErrorCode"];

/** A code of the SDK itself. */
export type ClientErrorCode =
  | "network"
  | "timeout"
  | "aborted"
  | "invalid_response"
  | "invalid_file"
  | "resume_mismatch"
  | "invalid_signature"
  | "invalid_id"
  | "invalid_options";

/** What was wrong. `http_502` and the like: the answer of something between you and the service, such as a proxy. */
export type AssayErrorCode = ServiceErrorCode | ClientErrorCode | `http_${number}`;

/** Further details of an error. */
export interface AssayErrorDetails {
  /** The HTTP status, or 0 if there was no response. */
  status?: number;
  /** `X-Request-Id` of the response, to find the request in the service's logs. */
  requestId?: string | undefined;
  /** From the `Retry-After` header. */
  retryAfterSeconds?: number | undefined;
  /** The underlying error. */
  cause?: unknown;
}

/**
 * Every failure of the SDK. `code` is one of the service's (`not_found`, `rate_limited`, … in docs/errors.md) or one of the
 * SDK's own: `network`, `timeout`, `aborted`, `invalid_response`, `invalid_file`,
 * `resume_mismatch`, `invalid_signature`, `invalid_id`, `invalid_options`.
 */
export class AssayError extends Error {
  /** Always `AssayError`. */
  override readonly name = "AssayError";
  /** A stable code for programs. */
  readonly code: AssayErrorCode;
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  /** `X-Request-Id` of the response, to find the request in the service's logs. */
  readonly requestId: string | undefined;
  /** From the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;

  /** Created by the SDK; construct one yourself only in tests. */
  constructor(code: AssayErrorCode, message: string, details: AssayErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
