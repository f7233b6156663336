/** What else is known about an error. */
export interface AssayErrorDetails {
  /** The HTTP status, or 0 when no answer came. */
  status?: number;
  /** `X-Request-Id` of the answer: finds the request in the service's logs. */
  requestId?: string | undefined;
  /** How long the service asks to wait. */
  retryAfterSeconds?: number | undefined;
  /** What it was caused by. */
  cause?: unknown;
}

/**
 * Every failure of the SDK. `code` tells them apart: those of the service (`not_found`, `rate_limited`, … in
 * docs/errors.md) and the SDK's own: `network`, `timeout`, `aborted`, `invalid_response`, `invalid_file`,
 * `resume_mismatch`, `invalid_signature`, `invalid_id`, `invalid_options`.
 */
export class AssayError extends Error {
  /** Always `AssayError`. */
  override readonly name = "AssayError";
  /** Tells what happened, for programs. */
  readonly code: string;
  /** The HTTP status, or 0 when no answer came. */
  readonly status: number;
  /** `X-Request-Id` of the answer: finds the request in the service's logs. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterSeconds: number | undefined;

  /** Made by the SDK; constructing one yourself is for tests. */
  constructor(code: string, message: string, details: AssayErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
