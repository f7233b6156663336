import { createHash } from "node:crypto";
import { oscalNamespace } from "../catalogue/oscal-extension.ts";

/** Our namespace (a random UUID, RFC 9562). The names within it are built from the service's ids. */
const namespace = Buffer.from("6f1c1d0e5c0b4a5e9a3c0f4d7b2e8a91", "hex");

/** Version 5 of RFC 9562: the same review exported twice has the same identifiers. */
export function uuidOf(...names: string[]): string {
  const hash = createHash("sha1").update(namespace).update(names.join("/")).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString("hex", 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** OSCAL's token. Items imported from an OSCAL catalogue keep their control's id; "Art. 33(2)" is no token. */
const token = /^[\p{L}_][\p{L}\p{N}.\-_]*$/u;

export function controlIdOf({ controlItemId, externalId }: { controlItemId: string; externalId: string }): string {
  return token.test(externalId) ? externalId : `item-${controlItemId.toLowerCase()}`;
}

/** OSCAL requires a property's value to be one line without surrounding whitespace. */
export function prop(name: string, value: string): { name: string; ns: string; value: string } {
  return { name, ns: oscalNamespace, value: oneLine(value) };
}

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim() || "-";
