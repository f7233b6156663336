import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Routes } from "./routes.ts";

/** Timeouts for clients that hold a connection and send little. */
export interface SlowClientLimits {
  /** For the request line and the headers. */
  headersSeconds: number;
  /** A body must bring at least 1 KiB in this time. Its total duration is not limited. */
  stallSeconds: number;
}

export const defaultSlowClientLimits: SlowClientLimits = { headersSeconds: 30, stallSeconds: 60 };

const minBytes = 1024;
/** Checks within each timeout. */
const checksPerTimeout = 4;

interface Progress {
  atMs: number;
  bytesRead: number;
}

/** A request whose body is incomplete. */
export interface PendingRequest {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Aborts requests whose bodies have stalled, unless the service itself has stopped reading. `takeFrom` removes and returns
 * the pending request of a connection, for code that ends the connection for another reason.
 */
export function abortStalledBodies(
  app: Routes,
  stallSeconds: number,
  abort: (pending: PendingRequest) => void,
): { takeFrom(socket: Socket): PendingRequest | undefined } {
  const pending = new Map<IncomingMessage, PendingRequest & { last: Progress }>();
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    const { "content-length": length = "0", "transfer-encoding": encoding } = raw.headers;
    if (encoding !== undefined || length !== "0") pending.set(raw, { request, reply, last: progressOf(raw) });
    done();
  });
  app.addHook("onResponse", ({ raw }, _reply, done) => {
    // A request that was refused early may still be sending its body.
    if (raw.complete) pending.delete(raw);
    done();
  });
  const check = () => {
    for (const [raw, { request, reply, last }] of pending) {
      const now = progressOf(raw);
      if (raw.complete || raw.destroyed || raw.socket.destroyed) pending.delete(raw);
      else if (raw.readableLength > 0 || now.bytesRead - last.bytesRead >= minBytes)
        pending.set(raw, { request, reply, last: now });
      else if (now.atMs - last.atMs >= stallSeconds * 1000) {
        pending.delete(raw);
        abort({ request, reply });
      }
    }
  };
  const timer = setInterval(check, (stallSeconds * 1000) / checksPerTimeout).unref();
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    done();
  });
  return {
    takeFrom(socket) {
      for (const [raw, { request, reply }] of pending) {
        if (raw.socket !== socket || raw.complete) continue;
        pending.delete(raw);
        return { request, reply };
      }
      return undefined;
    },
  };
}

function progressOf({ socket }: IncomingMessage): Progress {
  return { atMs: performance.now(), bytesRead: socket.bytesRead };
}
