import { getRandomValues } from "node:crypto";
import { encodeTime, monotonicFactory } from "ulid";
import type { Clock } from "./clock.ts";

/** A ULID: 26 characters of Crockford's base32, with 48 bits of time and 80 random bits. */
export type Id = string;

export interface IdSource {
  next(): Id;
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const timeLength = 10;
const randomBits = 80n;

/** The first character has only 3 bits, because 26 × 5 = 130 and an id has 128. */
const idPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export function isId(text: string): boolean {
  return idPattern.test(text);
}

/** Ids of one process always increase, even within one millisecond. */
export function idSource(clock: Clock): IdSource {
  const next = monotonicFactory(randomFraction());
  return { next: () => next(clock.now().getTime()) };
}

/** The smallest id of that instant. */
export function firstIdAt(instant: Date): Id {
  return encodeTime(Math.max(0, instant.getTime()), timeLength).padEnd(26, "0");
}

/** The instant that an id carries. */
export function timeOf(id: Id): Date {
  return new Date(Number(toNumber(id.slice(0, timeLength))));
}

/** Draws random bytes in blocks, because a system call for each of an id's 16 characters would dominate the cost. */
function randomFraction(): () => number {
  const block = new Uint8Array(4096);
  let used = block.length;
  return () => {
    if (used === block.length) {
      getRandomValues(block);
      used = 0;
    }
    return (block[used++] ?? 0) / 256;
  };
}

function toNumber(text: string): bigint {
  let value = 0n;
  for (const character of text) value = value * 32n + BigInt(alphabet.indexOf(character));
  return value;
}

/** The contract's two-member form of an id: "an object with two members: time (date-time) and random (string)". */
export interface IdParts {
  time: string;
  random: string;
}

export function toIdParts(id: Id): IdParts {
  const random = toNumber(id.slice(timeLength));
  return {
    time: timeOf(id).toISOString(),
    random: Buffer.from(random.toString(16).padStart(Number(randomBits / 4n), "0"), "hex").toString("base64"),
  };
}
