import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { forEachBatch } from "../platform/for-each-batch.ts";
import type { Routes } from "./routes.ts";

/** Hashing takes half a millisecond; longer bodies are hashed in parts by `sendWithArrays`. */
const maxBytes = 1024 * 1024;
const piecesPerBatch = 1;

/** Weak, because a compressed body has the same tag. */
const toTag = (digest: Buffer) => `W/"${digest.subarray(0, 16).toString("base64url")}"`;

/** Yields to the event loop between pieces. */
export async function tagOf(pieces: readonly Buffer[]): Promise<string> {
  const hash = createHash("sha256");
  await forEachBatch(pieces, piecesPerBatch, (batch) => {
    for (const piece of batch) hash.update(piece);
  });
  return toTag(hash.digest());
}

/** Sets the tag. Whether the client has this body already: it is then answered with 304. */
export function isUnchanged(reply: FastifyReply, tag: string): boolean {
  reply.header("etag", tag);
  const known = reply.request.headers["if-none-match"];
  if (known === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, "");
  return known.trim() === "*" || known.split(",").some((one) => opaque(one) === opaque(tag));
}

/** Answers 304 instead of sending a body again that the client has. */
export function tagResponses(app: Routes): void {
  app.addHook("onSend", (request, reply, payload: unknown, done) => {
    const isWhole = typeof payload === "string" || Buffer.isBuffer(payload);
    const isTagged = request.method === "GET" && reply.statusCode === 200 && isWhole && payload.length <= maxBytes;
    if (!isTagged || reply.hasHeader("etag") || request.routeOptions.url?.startsWith("/v1/") !== true)
      return done(null, payload);
    if (!isUnchanged(reply, toTag(createHash("sha256").update(payload).digest()))) return done(null, payload);
    reply.code(304).removeHeader("content-type").removeHeader("content-length");
    done(null, null);
  });
}
