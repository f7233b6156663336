import { Server } from "node:net";
import { setImmediate as nextIteration, setTimeout as wait } from "node:timers/promises";
import type { Routes } from "./routes.ts";

/**
 * How long idle keep-alive connections stay open while the service stops. A request within this time is answered with
 * `Connection: close`. Closing at once could break a request that is already on its way.
 */
export const lingerMilliseconds = 500;
const pollMilliseconds = 20;

/**
 * While the service stops, it accepts no new connections and answers every request on open ones with `Connection: close`.
 * `isDraining` is for responses that bypass the hooks.
 */
export function drainWhenClosing(app: Routes): { isDraining(): boolean } {
  let isDraining = false;
  let sweep: NodeJS.Timeout | undefined;
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isDraining) reply.header("connection", "close");
    done(null, payload);
  });
  app.addHook("preClose", async () => {
    isDraining = true;
    if (app.server.listening) await acceptPendingConnections(app);
    // close() of the HTTP server would also close idle connections.
    if (app.server.listening) Server.prototype.close.call(app.server);
    const lingerUntil = performance.now() + lingerMilliseconds;
    while ((await openConnections(app)) > 0 && performance.now() < lingerUntil) await wait(pollMilliseconds);
    // After a blocked event loop, timers run first, and a connection can look idle although its next request has arrived.
    // One iteration of the event loop reads it.
    await nextIteration();
    // Closes connections that become idle later; their response had started before draining.
    sweep = setInterval(() => setImmediate(() => app.server.closeIdleConnections()), lingerMilliseconds);
  });
  app.addHook("onClose", async () => clearInterval(sweep));
  return { isDraining: () => isDraining };
}

/**
 * The kernel completes connections before the process accepts them, and resets those in its queue when listening ends.
 * Each iteration of the event loop accepts one, so the first whole iteration without a connection has emptied the queue.
 */
async function acceptPendingConnections({ server }: Routes): Promise<void> {
  let hasAcceptedOne = true;
  const onConnection = () => {
    hasAcceptedOne = true;
  };
  server.on("connection", onConnection);
  // The rest of the current iteration is not a whole one.
  await nextIteration();
  const until = performance.now() + lingerMilliseconds;
  while (hasAcceptedOne && performance.now() < until) {
    hasAcceptedOne = false;
    await nextIteration();
  }
  server.off("connection", onConnection);
}

function openConnections(app: Routes): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((error, count) => resolve(error ? 0 : count)));
}
