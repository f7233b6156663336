import { AssayError } from "@assay/sdk";
import { refusalIn } from "../texts/refusals.ts";
import type { Texts } from "../texts/texts.ts";

export interface Explained {
  /** In the reader's language for known errors; otherwise the service's message. */
  text: string;
  /** The service's own message, if it adds something. */
  detail: string | undefined;
  requestId: string | undefined;
}

/** Turns an error into text for the user. The service's messages name fields and causes, so they are kept. */
export function explainError(error: unknown, { error: words, refusals }: Texts["ui"]): Explained {
  if (!(error instanceof AssayError)) {
    return { text: words.internal, detail: error instanceof Error ? error.message : undefined, requestId: undefined };
  }
  const refusal = refusalIn(refusals, error.message);
  if (refusal !== undefined) return { text: refusal, detail: undefined, requestId: error.requestId };
  const known: Record<string, string> = {
    network: words.network,
    timeout: words.network,
    not_found: words.notFound,
    wrong_tier: words.wrongTier,
    review_signed_off: words.signedOff,
    client_access_off: words.accessOff,
    partner_suspended: words.suspended,
    rate_limited: words.rateLimited,
    unavailable: words.unavailable,
    overloaded: words.unavailable,
    internal: words.internal,
  };
  const text = known[error.code];
  return {
    text: text ?? error.message,
    detail: text === undefined ? undefined : error.message,
    requestId: error.requestId,
  };
}
