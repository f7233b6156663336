import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import { describeProblems, type SchemaProblem } from "../platform/problem.ts";
import { statusCodes, toErrorBody } from "./error-body.ts";

/** Errors that Fastify raises for invalid requests, with messages of the service. */
const fastifyErrors: Record<string, (error: FastifyError) => AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError(
      "unsupported_media_type",
      "This content type is not supported here; send the body as application/json.",
    ),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError("body_too_large", "The request body is too large for this operation."),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError("invalid_request", "The body's length is not what the Content-Length header says."),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError("invalid_request", "The request body is empty."),
};

/** More than a person fixes at once. */
const maxProblems = 10;

const contextNames: Record<string, string> = {
  body: "the request body",
  querystring: "the query",
  params: "the path",
  headers: "the headers",
};

function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if ("validation" in error && error.validation !== undefined) {
    const whole = contextNames[error.validationContext ?? "body"] ?? "the request";
    const problems = describeProblems(error.validation as SchemaProblem[], whole);
    return new AppError("invalid_request", problems.slice(0, maxProblems).join("; "));
  }
  const known = "code" in error ? fastifyErrors[error.code] : undefined;
  if (known !== undefined) return known(error as FastifyError);
  // Fastify's other 4xx errors are the caller's mistakes, too.
  if ("statusCode" in error && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500) {
    return new AppError("invalid_request", "The request cannot be read; check its headers and body.", { cause: error });
  }
  return new AppError(
    "internal",
    "Something went wrong on our side. Try again; if it happens again, report the X-Request-Id.",
    { cause: error },
  );
}

export const isInternalError = (error: FastifyError | Error): boolean => toAppError(error).code === "internal";

/** The error's code travels in a header: the body has exactly the contract's three members. */
function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined)
    reply.header("retry-after", Math.max(1, Math.ceil(error.retryAfterSeconds)));
  return reply
    .code(statusCodes[error.code])
    .header("x-error-code", error.code)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(toErrorBody(error.code, error.message)));
}

/** What PostgreSQL adds to a message quotes values of rows, such as the address of a person; the log has none. */
function withoutValues(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    Reflect.deleteProperty(at, "detail");
    Reflect.deleteProperty(at, "where");
  }
  return error;
}

export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error);
  // The client has closed the connection; that is no failure of the service.
  if (request.raw.aborted || request.raw.errored)
    return sendError(reply, new AppError("invalid_request", "The request was cut short."));
  if (statusCodes[appError.code] >= 500)
    request.log.error({ requestId: request.id, err: withoutValues(appError.cause ?? appError) }, "request failed");
  return sendError(reply, appError);
}
