import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../platform/app-error.ts";

/** What scrypt costs. */
export interface ScryptParameters {
  cost: number;
  blockSize: number;
  parallelization: number;
}

/**
 * scrypt with N = 2^15, r = 8, p = 3: 32 MiB and about a fifth of a second, one of the settings that OWASP's Password Storage
 * Cheat Sheet gives as equally strong. The stored text names its parameters, so that they can be raised later.
 */
const scryptParameters: ScryptParameters = { cost: 2 ** 15, blockSize: 8, parallelization: 3 };
const saltBytes = 16;
const hashBytes = 32;
/** 128 × N × r bytes, and as much again to spare. */
const maxMemory = 64 * 1024 * 1024;

/** NIST SP 800-63B asks for 8 characters beside a second factor and 15 without; an account may have either. */
const minPasswordLength = 12;
export const maxPasswordLength = 200;

/** More at a time would take the threads that files are read with, and 32 MiB each. The others wait, up to a limit. */
const maxConcurrent = 2;
/** About a second's work; each one that waits holds a place for a request. */
const maxWaiting = 8;
const retrySeconds = 2;

/** Hashes and compares passwords. One per process. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash it takes the same time and is false. */
  isRight(password: string, stored: string | undefined): Promise<boolean>;
  /** For an account that no password signs in to. */
  hashOfNone(): string;
}

export function openPasswords(parameters: ScryptParameters = scryptParameters): Passwords {
  const { cost, blockSize, parallelization } = parameters;
  let running = 0;
  const waiting: (() => void)[] = [];

  async function derive(password: string, salt: Buffer, length: number, options: ScryptParameters): Promise<Buffer> {
    if (running >= maxConcurrent && waiting.length >= maxWaiting)
      throw new AppError("overloaded", "Too many passwords are being checked at this moment; try again shortly.", {
        retryAfterSeconds: retrySeconds,
      });
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await new Promise((resolve, reject) => {
        // The same password typed on another keyboard may be composed of other code points.
        scrypt(password.normalize("NFKC"), salt, length, { ...options, maxmem: maxMemory }, (error, key) =>
          error === null ? resolve(key) : reject(error),
        );
      });
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  const toText = (salt: Buffer, key: Buffer) =>
    ["scrypt", cost, blockSize, parallelization, salt.toString("base64"), key.toString("base64")].join("$");
  /** Of no password. Comparing with it takes as long as with the hash of an account. */
  const hashOfNone = () => toText(randomBytes(saltBytes), randomBytes(hashBytes));
  const nobodysHash = hashOfNone();

  return {
    hashOfNone,
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return toText(salt, await derive(password, salt, hashBytes, parameters));
    },
    async isRight(password, stored) {
      const [, storedCost, storedSize, storedParallel, salt = "", key = ""] = (stored ?? nobodysHash).split("$");
      const expected = Buffer.from(key, "base64");
      const derived = await derive(password, Buffer.from(salt, "base64"), expected.length, {
        ...{ cost: Number(storedCost), blockSize: Number(storedSize), parallelization: Number(storedParallel) },
      });
      return timingSafeEqual(derived, expected) && stored !== undefined;
    },
  };
}

let common: Set<string> | undefined;
/** The 10,000 most common passwords, read when the first password is chosen. */
function commonPasswords(): Set<string> {
  common ??= new Set(
    readFileSync(join(import.meta.dirname, "common-passwords.txt"), "utf8")
      .split("\n")
      .filter(Boolean),
  );
  return common;
}

const minDistinct = 5;
/** Shorter names occur in passwords by chance. */
const minNameLength = 4;

/** Refuses a password that is easy to guess. `names` are words that belong to the person, such as parts of the address. */
export function checkPassword(password: string, names: string[]): void {
  const length = [...password].length;
  if (length < minPasswordLength || length > maxPasswordLength)
    throw refusal(`A password has ${minPasswordLength} to ${maxPasswordLength} characters.`);
  const lower = password.normalize("NFKC").toLowerCase();
  // A common password stays one when digits and signs are put around it.
  const core = lower.replaceAll(/^[^\p{L}]{1,200}|[^\p{L}]{1,200}$/gu, "");
  if ([lower, core].some((one) => commonPasswords().has(one)))
    throw refusal("This password is one of the most common ones; choose another.");
  if (new Set(lower).size < minDistinct) throw refusal("This password repeats a few characters; choose another.");
  const words = names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const rest = words
    .filter((word) => word.length >= minNameLength)
    .reduce((left, word) => left.replaceAll(word, ""), lower);
  if ([...rest].length < minPasswordLength / 2)
    throw refusal("This password is little more than a name or address; choose another.");
}

const refusal = (message: string) => new AppError("unprocessable", message);
