import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import type { Authenticator } from "../tenancy/authenticate.ts";
import { handleError, isInternalError } from "./error-handling.ts";

/**
 * A company may be erased while one of its requests runs; the request then fails on missing rows. If the key is gone, the
 * answer is 401, as for every later request, instead of 500.
 */
export function handleErrorAfterErasure({ authenticator }: { authenticator: Authenticator }) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const { apiKey } = request;
    if (apiKey === undefined || !isInternalError(error)) return handleError(error, request, reply);
    authenticator.forget(apiKey.hash);
    return Promise.resolve(authenticator.authenticateByHash(apiKey.hash)).then(
      (known) => {
        if (known !== undefined) return handleError(error, request, reply);
        request.log.warn(
          { requestId: request.id, err: error },
          "the key of a request was revoked while the request ran",
        );
        return handleError(keyRevoked(error), request, reply);
      },
      () => handleError(error, request, reply),
    );
  };
}

const keyRevoked = (cause: Error) =>
  new AppError("unauthenticated", "The key was revoked while the request was running.", { cause });
