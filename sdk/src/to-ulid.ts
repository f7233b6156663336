import { AssayError } from "./assay-error.ts";

/** The parts of an id, as creating and updating a business entity return them. */
export interface UlidParts {
  /** The 48-bit timestamp in milliseconds, as ISO 8601. */
  time: string;
  /** The 80 random bits, in base64. */
  random: string;
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function encode(value: bigint, characters: number): string {
  let text = "";
  for (let rest = value; text.length < characters; rest >>= 5n) text = alphabet.charAt(Number(rest & 31n)) + text;
  return text;
}

/** Converts the parts of an id to the string that paths and fields of the API use. */
export function toUlid({ time, random }: UlidParts): string {
  const milliseconds = Date.parse(time);
  let bytes = "";
  try {
    bytes = atob(random);
  } catch {
    // Not base64: refused below because of its length.
  }
  if (!(milliseconds >= 0 && milliseconds < 2 ** 48) || bytes.length !== 10) {
    throw new AssayError("invalid_id", "An id has a time in ISO 8601 form and 10 random bytes in base64.");
  }
  let bits = 0n;
  for (const character of bytes) bits = (bits << 8n) | BigInt(character.charCodeAt(0));
  return encode(BigInt(milliseconds), 10) + encode(bits, 16);
}
