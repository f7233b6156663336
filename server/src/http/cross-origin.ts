import type { Routes } from "./routes.ts";

/** What a page of another origin may read of an answer, besides its body. */
const readableHeaders =
  "content-disposition, etag, idempotent-replayed, location, ratelimit, ratelimit-policy, retry-after, x-request-id";
const sendableHeaders =
  "authorization, content-digest, content-type, idempotency-key, if-none-match, traceparent, x-api-key";
const methods = "GET, HEAD, POST, PUT, PATCH, DELETE";
const preflightSeconds = 600;

/**
 * "CORS off by default, allowed origins by setting". Pages of these origins call the API with a key; cookies are not for them, so
 * the portal's session stays its own.
 */
export function allowOrigins(app: Routes, origins: string[]): void {
  if (origins.length === 0) return;
  app.addHook("onRequest", (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return done();
    reply.header("access-control-allow-origin", origin).header("access-control-expose-headers", readableHeaders);
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) return done();
    reply
      .header("access-control-allow-methods", methods)
      .header("access-control-allow-headers", sendableHeaders)
      .header("access-control-max-age", preflightSeconds)
      .header("vary", "origin")
      .code(204)
      .send();
  });
}

/** Caches keep an answer for each origin. Registered after the compression, which sets the header, too. */
export function varyByOrigin(app: Routes, origins: string[]): void {
  if (origins.length === 0) return;
  app.addHook("onSend", async (_request, reply) => {
    const vary = String(reply.getHeader("vary") ?? "");
    if (!/\borigin\b/i.test(vary)) reply.header("vary", vary === "" ? "origin" : `${vary}, origin`);
  });
}
