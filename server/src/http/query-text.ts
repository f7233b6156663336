import { AppError } from "../platform/app-error.ts";
import type { Routes } from "./routes.ts";

/** As in a body: a character the database cannot even be asked about is refused, and the parameter is named. */
export function refuseUnkeepableQueries(app: Routes): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const described = request.routeOptions.schema?.querystring as { properties?: object } | undefined;
    // Parameters nobody reads do no harm.
    for (const name of Object.keys(described?.properties ?? {})) {
      const value = (request.query as Record<string, unknown>)[name];
      if (!String(value ?? "").includes("\0")) continue;
      done(new AppError("invalid_request", `${name} must not contain the NUL character`));
      return;
    }
    done();
  });
}
