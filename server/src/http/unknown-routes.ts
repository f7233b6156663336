import { AppError } from "../platform/app-error.ts";
import type { Routes } from "./routes.ts";

/**
 * What is not there is 404; what is there, but not with this method, is 405 and names the methods it has. Refused before
 * any body is looked at.
 */
export function refuseUnknownRoutes(app: Routes): void {
  const known: { pattern: RegExp; method: string }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, "[^/]+").replace("*", ".*")}$`);
    for (const one of [method].flat()) known.push({ pattern, method: one });
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    const [path = ""] = request.url.split("?", 1);
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (methods.size === 0) {
      done(new AppError("not_found", "There is nothing at this address."));
      return;
    }
    const allowed = [...methods].join(", ");
    reply.header("allow", allowed);
    done(new AppError("method_not_allowed", `${request.method} is not possible here; allowed: ${allowed}.`));
  });
  // Hooks run for unknown routes only where there is a handler for them.
  app.setNotFoundHandler((_request, reply) => reply.send());
}
