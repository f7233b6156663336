import { AppError } from "../platform/app-error.ts";

/** The limit of RFC 5321. */
export const maxEmailLength = 254;

/** One form for each address, so that letters of another case are not another account. */
export const canonicalEmail = (given: string): string => given.trim().normalize("NFC").toLowerCase();

/** Only the shape: whether mail arrives is known once somebody accepts an invitation. */
export function isEmail(given: string): boolean {
  const email = canonicalEmail(given);
  return email.length <= maxEmailLength && /^[^\s@\p{Cc}]+@(?:[^\s@.\p{Cc}]+\.)+[^\s@.\p{Cc}]+$/u.test(email);
}

export function readEmail(given: string): string {
  if (!isEmail(given)) throw new AppError("invalid_request", "email must be an email address.");
  return canonicalEmail(given);
}
