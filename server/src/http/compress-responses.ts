import { pipeline, Readable } from "node:stream";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import type { Routes } from "./routes.ts";

/** Smaller bodies fit into a packet anyway. */
const minimumBytes = 1024;
const compressible = /^(?:application\/(?:[\w.-]+\+)?json|text\/)/;
/** Of 558 kB of JSON (openapi.json), level 5 leaves 25 kB in 8 ms; gzip 33 kB in 7 ms; level 11 20 kB in 890 ms. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** By RFC 9110: a coding with weight 0 is refused, and of those accepted we prefer Brotli. */
export function chooseEncoding(accepted: string | undefined): "br" | "gzip" | undefined {
  const weights = new Map(
    (accepted ?? "").split(",").map((one) => {
      const [coding = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (["br", "gzip"] as const).find((coding) => (weights.get(coding) ?? weights.get("*") ?? 0) > 0);
}

/** Compresses text and JSON; files that are compressed themselves, such as PDF and PNG, stay as they are. */
export function compressResponses(app: Routes): void {
  app.addHook("onSend", (request, reply, payload: unknown, done) => {
    if (!compressible.test(String(reply.getHeader("content-type") ?? ""))) return done(null, payload);
    reply.header("vary", "accept-encoding");
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    if (encoding === undefined || request.method === "HEAD" || reply.hasHeader("content-encoding"))
      return done(null, payload);
    if (payload instanceof Readable) {
      if (Number(reply.getHeader("content-length") ?? minimumBytes) < minimumBytes) return done(null, payload);
      setEncoding(reply, encoding);
      const compressing = encoding === "br" ? createBrotliCompress(brotliOptions) : createGzip();
      // An error destroys both streams, and with them the connection.
      done(
        null,
        pipeline(payload, compressing, () => undefined),
      );
      return;
    }
    if (typeof payload !== "string" || Buffer.byteLength(payload) < minimumBytes) return done(null, payload);
    const finish = (error: Error | null, compressed: Buffer) => {
      if (error === null) setEncoding(reply, encoding);
      done(null, error === null ? compressed : payload);
    };
    if (encoding === "br") brotliCompress(payload, brotliOptions, finish);
    else gzip(payload, finish);
  });
}

function setEncoding(reply: FastifyReply, encoding: string): void {
  reply.header("content-encoding", encoding).removeHeader("content-length");
}
