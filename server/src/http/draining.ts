import { Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Routes } from "./routes.ts";

/**
 * How long a connection that is kept open between requests stays so once the service is stopping. Whoever uses it within
 * this time is answered and told that it ends there. Closing it at once could cross the next request on its way, which
 * the caller would see fail without knowing whether it was acted upon.
 */
const lingerMilliseconds = 500;
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
    // By the plain server's way: that of HTTP would end connections that are idle at this moment.
    if (app.server.listening) Server.prototype.close.call(app.server);
    const lingerUntil = performance.now() + lingerMilliseconds;
    while ((await openConnections(app)) > 0 && performance.now() < lingerUntil) await wait(lookMilliseconds);
    // Those that fall idle later without having been told, because their answer had begun before.
    sweep = setInterval(() => app.server.closeIdleConnections(), lingerMilliseconds);
  });
  app.addHook("onClose", async () => clearInterval(sweep));
  return { isDraining: () => isDraining };
}

function openConnections(app: Routes): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((error, count) => resolve(error ? 0 : count)));
}
