import { AppError } from "../platform/app-error.ts";
import type { Routes } from "./routes.ts";

/** PostgreSQL cannot store NUL, so it is refused in query parameters as in bodies. */
export function refuseNulInQueries(app: Routes): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const described = request.routeOptions.schema?.querystring as { properties?: object } | undefined;
    // Undocumented parameters are never read.
    for (const name of Object.keys(described?.properties ?? {})) {
      const value = (request.query as Record<string, unknown>)[name];
      if (!String(value ?? "").includes("\0")) continue;
      done(new AppError("invalid_request", `${name} must not contain the NUL character`));
      return;
    }
    done();
  });
}
