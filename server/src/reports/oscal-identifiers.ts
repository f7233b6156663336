import { createHash } from "node:crypto";

/** Ours (RFC 9562, version 4, made once); every name below it is derived from an id of the service. */
const namespace = Buffer.from("6f1c1d0e5c0b4a5e9a3c0f4d7b2e8a91", "hex");

/** Version 5 of RFC 9562: the same review exported twice has the same identifiers. */
export function uuidOf(...names: string[]): string {
  const hash = createHash("sha1").update(namespace).update(names.join("/")).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString("hex", 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** What OSCAL calls a token. Items that came from an OSCAL catalogue keep their control's id; "Art. 33(2)" is none. */
const token = /^[\p{L}_][\p{L}\p{N}.\-_]*$/u;

export function controlIdOf({ controlItemId, externalId }: { controlItemId: string; externalId: string }): string {
  return token.test(externalId) ? externalId : `item-${controlItemId.toLowerCase()}`;
}

/** A property's value is one line without blanks around it. */
export function prop(name: string, value: string): { name: string; ns: string; value: string } {
  return { name, ns: "urn:assay:oscal", value: oneLine(value) };
}

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim() || "-";
