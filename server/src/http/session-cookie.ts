import type { FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";

const sessionName = "assay_session";
/** Ties what was begun to sign in to the browser that began it. */
const signInName = "assay_sign_in";
/** A browser accepts it only with `Secure` and the path / from this very host: no other subdomain can plant one. */
const hostPrefix = "__Host-";
/** Sent to the API only; the portal's files and the API reference do not need it. */
const plainPath = "/v1";
const safeMethods = ["GET", "HEAD", "OPTIONS"];

/** 32 bytes in base64url; anything else was never issued and is not looked up. */
const secretPattern = /^[\w-]{43}$/;

export const readSessionCookie = (request: FastifyRequest): string | undefined => readCookie(request, sessionName);
export const readSignInCookie = (request: FastifyRequest): string | undefined => readCookie(request, signInName);

/** Of two different cookies one is not ours, and nobody can tell which: neither counts. */
function readCookie({ headers, protocol }: FastifyRequest, plainName: string): string | undefined {
  const cookieName = protocol === "https" ? hostPrefix + plainName : plainName;
  const found = new Set<string>();
  for (const pair of headers.cookie?.split(";") ?? []) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === cookieName && secretPattern.test(value)) found.add(value);
  }
  const [secret, ...others] = found;
  return others.length === 0 ? secret : undefined;
}

/** Marks automatic refreshes of a page, which do not keep an idle session alive. */
export const isBackground = ({ headers }: FastifyRequest): boolean => headers["x-assay-background"] === "1";

export const sessionCookie = (request: FastifyRequest, secret: string, maxAgeSeconds: number): string =>
  makeCookie(request, sessionName, secret, maxAgeSeconds);
export const signInCookie = (request: FastifyRequest, secret: string, maxAgeSeconds: number): string =>
  makeCookie(request, signInName, secret, maxAgeSeconds);

/** `Secure` is left out only where the browser's own connection has no TLS, for example on localhost. */
function makeCookie(request: FastifyRequest, plainName: string, secret: string, maxAgeSeconds: number): string {
  const common = `Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  return request.protocol === "https"
    ? `${hostPrefix}${plainName}=${secret}; Path=/; ${common}; Secure`
    : `${plainName}=${secret}; Path=${plainPath}; ${common}`;
}

/**
 * Protects requests that change something against cross-site request forgery. `SameSite=Strict` already stops other
 * sites; this check also covers sites on the same domain and browsers that ignore the attribute. A page of another
 * origin cannot send the header without a preflight, which is never granted (docs/decisions/0016).
 */
export function refuseForgery(request: FastifyRequest): void {
  if (safeMethods.includes(request.method)) return;
  refuseOtherOrigins(request);
  if (request.headers["x-assay-session"] !== "1")
    throw new AppError(
      "not_same_origin",
      "A request by session cookie that changes something must carry the header X-Assay-Session: 1.",
    );
}

/** Programs send neither header. Only hosts are compared: behind a proxy that terminates TLS the browser reports https. */
export function refuseOtherOrigins({ headers, host }: FastifyRequest): void {
  const site = headers["sec-fetch-site"];
  const isSameOrigin = site !== undefined ? site === "same-origin" : isSameHost(headers.origin, host);
  if (!isSameOrigin) throw new AppError("not_same_origin", "This request was made by a page of another origin.");
}

function isSameHost(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
