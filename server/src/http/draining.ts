import { Server } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { Routes } from "./routes.ts";

/**
 * How long a connection that is kept open between requests stays so once the service is stopping. Whoever uses it within
 * this time is answered and told that it ends there. Closing it at once could cross the next request on its way, which
 * the caller would see fail without knowing whether it was acted upon.
 */
export const lingerMilliseconds = 500;
const lookMilliseconds = 20;

/**
 * Nothing that has been sent to us is refused because we are stopping: no new connections are taken, so that callers go
 * elsewhere; requests on open ones are answered, each with the word that it is the last one there. Yields whether that has
 * begun, for answers that go past the hooks.
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
    if (app.server.listening) await takeOnWaiting(app);
    // By the plain server's way: that of HTTP would end connections that are idle at this moment.
    if (app.server.listening) Server.prototype.close.call(app.server);
    const lingerUntil = performance.now() + lingerMilliseconds;
    while ((await openConnections(app)) > 0 && performance.now() < lingerUntil) await wait(lookMilliseconds);
    // When the process was held up, its timers come first, and a connection looks idle whose next request has arrived but
    // was not read yet. A turn of the event loop reads it.
    await nextTurn();
    // Those that fall idle later without having been told, because their answer had begun before.
    sweep = setInterval(() => setImmediate(() => app.server.closeIdleConnections()), lingerMilliseconds);
  });
  app.addHook("onClose", async () => clearInterval(sweep));
  return { isDraining: () => isDraining };
}

/**
 * The system makes connections for us before we take them on, and resets those that still wait when we listen no more:
 * their callers would not be refused, but cut off. Each turn of the event loop takes on one of them, so that the first
 * whole turn that brings none has taken on the last.
 */
async function takeOnWaiting({ server }: Routes): Promise<void> {
  let hasBroughtOne = true;
  const note = () => {
    hasBroughtOne = true;
  };
  server.on("connection", note);
  // What is left of this turn is not a whole one.
  await nextTurn();
  const until = performance.now() + lingerMilliseconds;
  while (hasBroughtOne && performance.now() < until) {
    hasBroughtOne = false;
    await nextTurn();
  }
  server.off("connection", note);
}

function openConnections(app: Routes): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((error, count) => resolve(error ? 0 : count)));
}
