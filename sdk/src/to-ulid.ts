import { AssayError } from "./assay-error.ts";

/** An id taken apart, as creating and updating a business entity answer with it. */
export interface UlidParts {
  /** When it was made: its 48-bit time in milliseconds, as ISO 8601. */
  time: string;
  /** Its 80 random bits, in base64. */
  random: string;
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function encode(value: bigint, characters: number): string {
  let text = "";
  for (let rest = value; text.length < characters; rest >>= 5n) text = alphabet.charAt(Number(rest & 31n)) + text;
  return text;
}

/** Puts an id together again: the string that every path and field of the API takes. */
export function toUlid({ time, random }: UlidParts): string {
  const milliseconds = Date.parse(time);
  let bytes = "";
  try {
    bytes = atob(random);
  } catch {
    // Not base64 at all: refused below like one of the wrong length.
  }
  if (!(milliseconds >= 0 && milliseconds < 2 ** 48) || bytes.length !== 10) {
    throw new AssayError("invalid_id", "An id has a time in ISO 8601 form and 10 random bytes in base64.");
  }
  let bits = 0n;
  for (const character of bytes) bits = (bits << 8n) | BigInt(character.charCodeAt(0));
  return encode(BigInt(milliseconds), 10) + encode(bits, 16);
}
