import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Routes } from "./routes.ts";

/** How long clients may take that hold a connection and bring little over it. */
export interface SlowClientLimits {
  /** For a request's line and headers. */
  headSeconds: number;
  /** In which a body must bring at least a kibibyte. A large one may take as long as it likes, as long as it comes. */
  stallSeconds: number;
}

export const defaultSlowClientLimits: SlowClientLimits = { headSeconds: 30, stallSeconds: 60 };

const leastBytes = 1024;
/** Looks in each span, so that nobody gets much more than one. */
const looksPerSpan = 4;

interface Progress {
  atMs: number;
  bytesRead: number;
}

/** A request whose body is on its way. */
export interface Arriving {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Cuts off requests whose bodies have stalled. While we are the ones who do not read on, nobody is blamed. The request
 * that is arriving over a connection can be taken from here by whoever ends it for another reason.
 */
export function cutSlowBodies(
  app: Routes,
  stallSeconds: number,
  cut: (arriving: Arriving) => void,
): { takeFrom(socket: Socket): Arriving | undefined } {
  const arriving = new Map<IncomingMessage, Arriving & { last: Progress }>();
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    const { "content-length": length = "0", "transfer-encoding": encoding } = raw.headers;
    if (encoding !== undefined || length !== "0") arriving.set(raw, { request, reply, last: progressOf(raw) });
    done();
  });
  app.addHook("onResponse", ({ raw }, _reply, done) => {
    // One that was refused early may still be bringing its body.
    if (raw.complete) arriving.delete(raw);
    done();
  });
  const look = () => {
    for (const [raw, { request, reply, last }] of arriving) {
      const now = progressOf(raw);
      if (raw.complete || raw.destroyed || raw.socket.destroyed) arriving.delete(raw);
      else if (raw.readableLength > 0 || now.bytesRead - last.bytesRead >= leastBytes)
        arriving.set(raw, { request, reply, last: now });
      else if (now.atMs - last.atMs >= stallSeconds * 1000) {
        arriving.delete(raw);
        cut({ request, reply });
      }
    }
  };
  const looking = setInterval(look, (stallSeconds * 1000) / looksPerSpan).unref();
  app.addHook("onClose", (_app, done) => {
    clearInterval(looking);
    done();
  });
  return {
    takeFrom(socket) {
      for (const [raw, { request, reply }] of arriving) {
        if (raw.socket !== socket || raw.complete) continue;
        arriving.delete(raw);
        return { request, reply };
      }
      return undefined;
    },
  };
}

function progressOf({ socket }: IncomingMessage): Progress {
  return { atMs: performance.now(), bytesRead: socket.bytesRead };
}
