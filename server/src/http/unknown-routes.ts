import { AppError } from "../platform/app-error.ts";
import type { Routes } from "./routes.ts";

/** Unknown paths are answered with 404, known paths with an unknown method with 405; neither reads the body. */
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
  // Fastify runs hooks for unknown routes only when there is a not-found handler.
  app.setNotFoundHandler((_request, reply) => reply.send());
}
