import { AssayError } from "./assay-error.ts";

/** What arrives at a webhook. */
export interface WebhookEvent {
  /** The event's id, the same on every retry and replay: remember it to do things once. */
  id: string;
  /** For example `document.completed`. */
  type: string;
  /** When it happened, ISO 8601. */
  timestamp: string;
  /** The ids it is about, and the status they have now. */
  data: {
    /** The company it happened to. */
    companyId: string;
    /** The review it concerns, if any. */
    complianceReviewId?: string;
    /** The document it concerns, if any. */
    documentId?: string;
    /** The upload session it concerns, if any. */
    sessionId?: string;
    /** The status of that document or session. */
    status?: string;
  };
}

/** How exact clocks have to agree. */
export interface VerifyOptions {
  /** How far the timestamp may be off, before or after; 300 by default. */
  toleranceSeconds?: number | undefined;
  /** The time to compare with; the clock's by default. */
  now?: Date | undefined;
}

/** Headers as a server has them: Fetch's, or Node's. */
export type IncomingHeaders = Headers | Record<string, string | string[] | undefined>;

function header(headers: IncomingHeaders, name: string): string {
  if (typeof Headers !== "undefined" && headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(found) ? found.join(" ") : found) ?? "";
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const invalid = (message: string) => new AssayError("invalid_signature", message);

/**
 * Tells whether a request comes from the service, by the signature of Standard Webhooks, and returns its event.
 * `body` is what arrived, byte for byte, before any `JSON.parse`. Throws with code `invalid_signature` otherwise.
 */
export async function verifyWebhook(
  headers: IncomingHeaders,
  body: string | Uint8Array,
  secret: string,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const signatures = header(headers, "webhook-signature");
  if (id === "" || timestamp === "" || signatures === "") {
    throw invalid("The request lacks webhook-id, webhook-timestamp or webhook-signature: it is no delivery of Assay.");
  }
  // A time that is no number is not within any tolerance.
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw invalid(
      `The timestamp is more than ${toleranceSeconds} seconds off: an old request sent again, or a wrong clock.`,
    );
  }
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0) throw invalid("The secret is not one of Assay's: whsec_ and base64.");
  const text = new TextEncoder();
  const content = typeof body === "string" ? text.encode(body) : body;
  const start = text.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + content.length);
  signed.set(start);
  signed.set(content, start.length);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  for (const one of signatures.split(" ")) {
    const signature = one.startsWith("v1,") ? fromBase64(one.slice(3)) : undefined;
    // Web Crypto compares in constant time.
    if (signature !== undefined && (await crypto.subtle.verify("HMAC", key, signature, signed))) {
      return { id, ...(JSON.parse(new TextDecoder().decode(content)) as Omit<WebhookEvent, "id">) };
    }
  }
  throw invalid("The signature is wrong: the body was changed on its way, or the secret is another one.");
}
