import { AppError } from "../platform/app-error.ts";
import type { Routes } from "./routes.ts";

/** Longer names are cut in messages. */
const shownLength = 60;

/**
 * "Unknown query parameters are 400 and the message names the known ones": a filter that is ignored because its name is
 * misspelt would return what it should have left out. PostgreSQL cannot store NUL, so it is refused as in bodies.
 */
export function checkQueries(app: Routes): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const { url, schema } = request.routeOptions;
    if (url?.startsWith("/v1/") !== true) return done();
    const known = Object.keys((schema?.querystring as { properties?: object } | undefined)?.properties ?? {});
    const given = Object.entries(request.query as Record<string, unknown>);
    const unknown = given.find(([name]) => !known.includes(name));
    if (unknown !== undefined) return done(new AppError("invalid_request", unknownParameter(unknown[0], known)));
    const withNul = given.find(([, value]) => String(value ?? "").includes("\0"));
    if (withNul !== undefined)
      return done(new AppError("invalid_request", `${withNul[0]} must not contain the NUL character`));
    done();
  });
}

function unknownParameter(name: string, known: string[]): string {
  const shown = JSON.stringify(name.slice(0, shownLength));
  if (known.length === 0) return `${shown} is no query parameter: this operation takes none`;
  return `${shown} is no query parameter of this operation; known are ${known.toSorted().join(", ")}`;
}
