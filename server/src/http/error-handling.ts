import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
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
  // Fastify's other refusals are the caller's to mend, too.
  if ("statusCode" in error && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500) {
    return new AppError("invalid_request", "The request cannot be read; check its headers and body.", { cause: error });
  }
  return new AppError(
    "internal",
    "Something went wrong on our side. Try again; if it happens again, tell us the X-Request-Id.",
    { cause: error },
  );
}

/** Whether nobody but us can mend it. */
export const isFault = (error: FastifyError | Error): boolean => toAppError(error).code === "internal";

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
  // The caller has hung up: there is nobody to answer, and nothing of ours is broken.
  if (request.raw.aborted || request.raw.errored)
    return answer(reply, new AppError("invalid_request", "The request was cut short."));
  if (statusCodes[told.code] >= 500)
    request.log.error({ requestId: request.id, err: told.cause ?? told }, "request failed");
  return answer(reply, told);
}

/** What the HTTP parser itself refuses never becomes a request; it is answered on the bare socket, in the same form. */
export function handleClientError(
  error: Error & { code?: string },
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const body =
    error.code === "HPE_HEADER_OVERFLOW"
      ? { error: "Request Header Fields Too Large", message: "The request's headers are too large.", statusCode: 431 }
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? { error: "Request Timeout", message: "The request did not arrive in time.", statusCode: 408 }
        : toErrorBody("invalid_request", "This is not a valid HTTP request.");
  const text = JSON.stringify(body);
  const lines = Object.entries({ ...bareAnswer, ...headers, "content-length": Buffer.byteLength(text) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${body.statusCode} ${body.error}\r\n${head}\r\n${text}`);
  // Our end is closed now; a client that does not close its own, and goes on sending a byte now and then, would keep the
  // connection for ever. At once would be too soon: what it has not read yet would be lost.
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
}

const lingerMilliseconds = 1000;

/** As Node tells of headers that do not arrive. */
export const tooSlow = Object.assign(new Error("a request did not arrive in time"), {
  code: "ERR_HTTP_REQUEST_TIMEOUT",
});

const bareAnswer = { "content-type": "application/json; charset=utf-8", connection: "close" };

/** `Expect` headers that Node does not know it refuses by itself, with an empty body. */
export function refuseExpectations(
  server: Server,
  headersFor: (address: string | undefined) => Record<string, string>,
): void {
  server.on("checkExpectation", (request, response) => {
    const body = {
      error: "Expectation Failed",
      message: "This Expect header cannot be met; leave it out.",
      statusCode: 417,
    };
    const text = JSON.stringify(body);
    const headers = {
      ...bareAnswer,
      ...headersFor(request.socket.remoteAddress),
      "content-length": Buffer.byteLength(text),
    };
    response.writeHead(417, headers).end(text);
  });
}
