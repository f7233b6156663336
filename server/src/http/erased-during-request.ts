import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import type { Authenticator } from "../tenancy/authenticate.ts";
import type { SessionFinder } from "../tenancy/session.ts";
import { handleError, isInternalError } from "./error-handling.ts";
import { readSessionCookie } from "./session-cookie.ts";

interface CallerDeps {
  authenticator: Authenticator;
  signedIn: SessionFinder;
}

/**
 * A company may be erased while one of its requests runs; the request then fails on missing rows. If the key or the person's
 * session is gone, the answer is 401, as for every later request, instead of 500.
 */
export function handleErrorAfterErasure(deps: CallerDeps) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const caller = isInternalError(error) ? findCaller(deps, request) : undefined;
    if (caller === undefined) return handleError(error, request, reply);
    return caller.then(
      (known) => {
        if (known !== undefined) return handleError(error, request, reply);
        request.log.warn(
          { requestId: request.id, err: error },
          "the key or session of a request was revoked while the request ran",
        );
        return handleError(revoked(error), request, reply);
      },
      () => handleError(error, request, reply),
    );
  };
}

/** The caller as it is now; undefined where there was none. */
function findCaller({ authenticator, signedIn }: CallerDeps, request: FastifyRequest): Promise<unknown> | undefined {
  const { apiKey } = request;
  if (apiKey !== undefined) {
    authenticator.forget(apiKey.hash);
    return Promise.resolve(authenticator.authenticateByHash(apiKey.hash));
  }
  const secret = request.signedIn === undefined ? undefined : readSessionCookie(request);
  return secret === undefined ? undefined : signedIn.find(secret, true, () => undefined);
}

const revoked = (cause: Error) =>
  new AppError("unauthenticated", "The key or session was revoked while the request was running.", { cause });
