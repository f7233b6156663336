import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import { describeProblems, type SchemaProblem } from "../platform/problem.ts";
import { statusCodes, toErrorBody } from "./error-body.ts";

/** Fastify's own refusals, said in our words. Everything of its that is not here is a bug of ours. */
const ofFastify: Record<string, (error: FastifyError) => AppError> = {
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

/** More than a person mends at once helps nobody. */
const toldProblems = 10;

const whereProblemsAre: Record<string, string> = {
  body: "the request body",
  querystring: "the query",
  params: "the path",
  headers: "the headers",
};

function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if ("validation" in error && error.validation !== undefined) {
    const whole = whereProblemsAre[error.validationContext ?? "body"] ?? "the request";
    const told = describeProblems(error.validation as SchemaProblem[], whole);
    return new AppError("invalid_request", told.slice(0, toldProblems).join("; "));
  }
  const known = "code" in error ? ofFastify[error.code] : undefined;
  if (known !== undefined) return known(error as FastifyError);
  return new AppError(
    "internal",
    "Something went wrong on our side. Try again; if it stays, tell us the X-Request-Id.",
    { cause: error },
  );
}

/** The error's code travels in a header: the body has exactly the contract's three members. */
function answer(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined)
    reply.header("retry-after", Math.max(1, Math.ceil(error.retryAfterSeconds)));
  return reply
    .code(statusCodes[error.code])
    .header("x-error-code", error.code)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(toErrorBody(error.code, error.message)));
}

export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const told = toAppError(error);
  if (statusCodes[told.code] >= 500)
    request.log.error({ requestId: request.id, err: told.cause ?? told }, "request failed");
  return answer(reply, told);
}

export function answerUnknownRoutes(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) =>
    answer(reply, new AppError("not_found", "There is nothing at this address.")),
  );
}

/** What the HTTP parser itself refuses never becomes a request; it is answered on the bare socket, in the same form. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const [status, body] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? [
          "431 Request Header Fields Too Large",
          {
            error: "Request Header Fields Too Large",
            message: "The request's headers are too large.",
            statusCode: 431,
          },
        ]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? [
            "408 Request Timeout",
            { error: "Request Timeout", message: "The request did not arrive in time.", statusCode: 408 },
          ]
        : ["400 Bad Request", toErrorBody("invalid_request", "This is not a valid HTTP request.")];
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
