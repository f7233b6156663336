import { AssayError } from "./assay-error.ts";
import type { webhooks } from "./generated/api.ts";

type Body<Type extends keyof webhooks> = webhooks[Type]["post"]["requestBody"]["content"]["application/json"];

/**
 * An event as received by a webhook: `type` tells which ids `data` has. `id` is the same on every retry and replay; use it to ignore
 * duplicates.
 */
export type WebhookEvent = { [Type in keyof webhooks]: { id: string } & Body<Type> }[keyof webhooks];

/** Options of `verifyWebhook`. */
export interface VerifyOptions {
  /** Accepted difference between the timestamp and `now`; 300 by default. */
  toleranceSeconds?: number | undefined;
  /** The current time; from the clock by default. */
  now?: Date | undefined;
}

/** Request headers of Fetch or of Node. */
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
 * Verifies the Standard Webhooks signature of a request and returns its event. `body` must be exactly as received, before any
 * `JSON.parse`. Throws with code `invalid_signature` if the request is not from the service.
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
    throw invalid(
      "The request lacks webhook-id, webhook-timestamp or webhook-signature: it is not a delivery from Assay.",
    );
  }
  // NaN is not within any tolerance.
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw invalid(`The timestamp is more than ${toleranceSeconds} seconds off: a replayed request, or a wrong clock.`);
  }
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0)
    throw invalid("The secret is not valid: it must be whsec_ followed by base64.");
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
      return { id, ...JSON.parse(new TextDecoder().decode(content)) } as WebhookEvent;
    }
  }
  throw invalid("The signature is wrong: the body was changed, or the secret is not the webhook's.");
}
