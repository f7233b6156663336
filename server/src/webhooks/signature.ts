import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import type { Id } from "../platform/ids.ts";

const secretPrefix = "whsec_";
const secretBytes = 32;

/** "`secret` (`whsec_` + base64 of 32 bytes)". */
export function createSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString("base64");
}

export function toSigningKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(secretPrefix.length), "base64"));
}

/** The headers of Standard Webhooks: the event's id, the attempt's time, one signature for each key. */
export function signHeaders(keys: KeyObject[], id: Id, at: Date, body: string): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac("sha256", key).update(content).digest("base64")}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
