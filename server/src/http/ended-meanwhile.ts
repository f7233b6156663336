import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import type { Authenticator } from "../tenancy/authenticate.ts";
import { handleError, isFault } from "./error-handling.ts";

/**
 * A request that was let in may find its company erased under its hands: what it refers to is gone, and the database
 * refuses it somewhere. That is no fault of ours, and the caller is told what every later request will be told.
 */
export function answerErrors({ authenticator }: { authenticator: Authenticator }) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const { apiKey } = request;
    if (apiKey === undefined || !isFault(error)) return handleError(error, request, reply);
    authenticator.forget(apiKey.hash);
    return Promise.resolve(authenticator.authenticateByHash(apiKey.hash)).then(
      (known) => {
        if (known !== undefined) return handleError(error, request, reply);
        request.log.warn({ requestId: request.id, err: error }, "a request's key ended while it was worked on");
        return handleError(keyEnded(error), request, reply);
      },
      () => handleError(error, request, reply),
    );
  };
}

const keyEnded = (cause: Error) =>
  new AppError("unauthenticated", "The key ended while the request was worked on.", { cause });
