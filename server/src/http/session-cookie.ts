import type { FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";

const cookieName = "assay_session";
/** The cookie goes to the API only: neither the portal's files nor the reference have any use for it. */
const cookiePath = "/v1";
const safeMethods = ["GET", "HEAD", "OPTIONS"];

/** 32 bytes in base64url; anything else was never given out and is not looked up. */
const secretForm = /^[\w-]{43}$/;

export function readSessionCookie({ headers }: FastifyRequest): string | undefined {
  for (const pair of headers.cookie?.split(";") ?? []) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === cookieName && secretForm.test(value)) return value;
  }
  return undefined;
}

/** A page that refreshes its figures says so: somebody who has left is signed out all the same. */
export const isBackground = ({ headers }: FastifyRequest): boolean => headers["x-assay-background"] === "1";

/** Without `Secure` only where the browser itself came without TLS: on one's own machine, or behind nothing at all. */
export function sessionCookie(request: FastifyRequest, secret: string, maxAgeSeconds: number): string {
  const attributes = [`Path=${cookiePath}`, `Max-Age=${maxAgeSeconds}`, "HttpOnly", "SameSite=Strict"];
  if (request.protocol === "https") attributes.push("Secure");
  return `${cookieName}=${secret}; ${attributes.join("; ")}`;
}

/**
 * A browser sends the cookie by itself, so a request that changes something must prove that our own page made it.
 * `SameSite=Strict` already keeps other sites' requests from carrying it; this also covers sites that share our domain,
 * and browsers that do not heed the attribute: no page of another origin can send the header without a preflight, which
 * is never granted, and the browser itself tells where the request was made (docs/decisions/0016).
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

/** Programs send neither header. A browser behind a proxy that ends TLS says https where we see http: hosts are compared. */
export function refuseOtherOrigins({ headers, host }: FastifyRequest): void {
  const site = headers["sec-fetch-site"];
  const isOurs = site !== undefined ? site === "same-origin" : isSameHost(headers.origin, host);
  if (!isOurs) throw new AppError("not_same_origin", "This request was made by a page of another origin.");
}

function isSameHost(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
